/** Faults of one run: which kinds happen, how often and when. Every kind draws from its own stream. */
import type { Dice } from '../dice/dice.ts';
import type { Feature, Features } from '../features/table.ts';

/** Occasion at which a kind of fault may happen. `needs`: feature without which the fault has no effect. */
type Occasion<Kind extends 'time' | 'operation'> = {
  readonly kind: Kind;
  /** Mean milliseconds between two faults, or the chance of one at each operation. */
  readonly rate: number;
  readonly needs: Feature | null;
};

/** At its own moments, some time apart. */
const time = (meanSeconds: number, needs: Feature | null = null): Occasion<'time'> => ({
  kind: 'time',
  rate: meanSeconds * 1_000,
  needs,
});
/** At each operation of a kind. */
const operation = (rate: number, needs: Feature | null = null): Occasion<'operation'> => ({
  kind: 'operation',
  rate,
  needs,
});

/** Faults at moments of their own, with their frequency in a seed that has them; done in `venue/troubles.ts`. */
const TIMED = {
  /** A process ends between two actions or in the middle of one. */
  crash: time(150),
  power_loss: time(300),
  /** Another process opens the log while the leader is alive. */
  takeover: time(300),
  pause: time(90),
  /** Someone sets a wall clock. */
  clock_jump: time(120),
  /** Clocks run fast or slow. */
  clock_drift: time(120),
  /** The journal's disk has room only for cancels and heartbeats for a while. */
  disk_full: time(200),
  /** The disk of the read store rejects writes for a while. */
  store_unwritable: time(200, 'read_store'),
  /** One part of a process stands still while the rest runs. */
  projector_behind: time(150, 'read_store'),
  /** The links of a node are reset. */
  link_lost: time(90, 'several_nodes'),
  /** Messages from one node to another are lost for a while. */
  link_silent: time(90, 'several_nodes'),
  /** The network accepts no data from one node to another for a while. */
  link_clogged: time(150, 'several_nodes'),
  /** A node is cut off from the others for a while, sometimes from the database as well. */
  partition: time(150, 'several_nodes'),
  database_cut: time(150, 'several_nodes'),
};

export type TimedFault = keyof typeof TIMED;

/** Every kind of fault. Every kind listed here must fire in a run of many seeds. */
export const FAULTS = {
  ...TIMED,
  append_failed: operation(0.001),
  append_unknown_there: operation(0.001),
  append_unknown_lost: operation(0.001),
  sync_cancelled: operation(0.001),
  append_slow: operation(0.02),
  /** The process ends while its record is on the way to the disk, and leaves half of the record. */
  torn_record: operation(0.0005),
  /** A record comes back from the disk with a flipped bit. */
  damaged_read: operation(0.03),
  /** A link between two parts is slow for a moment. */
  link_delay: operation(0.01),
  request_lost: operation(0.004),
  request_doubled: operation(0.01),
  /** A request takes so long that later ones overtake it. */
  request_late: operation(0.02),
  answer_lost: operation(0.004),
  /** A snapshot is missing when it is looked up. */
  snapshot_lost: operation(0.1, 'snapshots'),
  /** The read store is missing after a crash. */
  store_lost: operation(0.1, 'read_store'),
  /** A node refuses another node's connection. */
  connect_refused: operation(0.05, 'several_nodes'),
};

export type FaultKind = keyof typeof FAULTS;

export const FAULT_KINDS = Object.keys(FAULTS) as readonly FaultKind[];

const OFF = 0.5;
const CALM_SHARE = 0.05;

/** Frequency of each kind in one run: 0 = never, 1 = as in the table. */
type FaultRates = Readonly<Record<FaultKind, number>>;

function drawRates(dice: Dice, features: Features): FaultRates {
  const isCalm = dice.fork('calm').chance(CALM_SHARE);
  const rateOf = (kind: FaultKind): number => {
    const own = dice.fork(kind);
    const { needs } = FAULTS[kind];
    const isLeftOut = needs !== null && !features.has(needs);
    return isCalm || isLeftOut || own.chance(OFF) ? 0 : 0.2 + own.fraction() * 1.8;
  };
  return Object.fromEntries(FAULT_KINDS.map((kind) => [kind, rateOf(kind)])) as FaultRates;
}

/**
 * Factor by which each planned fault lengthens the mean time to the next. A run of hours has more faults than one of
 * minutes, but not a hundred times as many.
 */
const RARITY_FACTOR = 1.3;

export class Faults {
  readonly #rates: FaultRates;
  readonly #dice = new Map<FaultKind, Dice>();
  readonly #allowed: ReadonlySet<FaultKind>;
  readonly #untilStep: number;
  readonly #step: () => number;
  readonly #told: (kind: FaultKind, detail: string, untilMs?: number) => void;
  readonly #planned = new Map<FaultKind, number>();
  areOver = false;

  constructor(
    dice: Dice,
    features: Features,
    limits: { readonly faults?: readonly FaultKind[]; readonly faultsUntilStep?: number },
    step: () => number,
    told: (kind: FaultKind, detail: string, untilMs?: number) => void,
  ) {
    this.#rates = drawRates(dice.fork('rates'), features);
    for (const kind of FAULT_KINDS) this.#dice.set(kind, dice.fork(kind));
    this.#allowed = new Set(limits.faults ?? FAULT_KINDS);
    this.#untilStep = limits.faultsUntilStep ?? Number.POSITIVE_INFINITY;
    this.#step = step;
    this.#told = told;
  }

  dice(kind: FaultKind): Dice {
    return this.#dice.get(kind) as Dice;
  }

  stop(): void {
    this.areOver = true;
  }

  mayHappen(kind: FaultKind): boolean {
    return !this.areOver && this.#rates[kind] > 0 && this.#allowed.has(kind) && this.#step() < this.#untilStep;
  }

  /** At an operation: true if this kind of fault happens now. A disabled fault draws all the same. */
  happens(kind: FaultKind, detail = ''): boolean {
    const occasion = FAULTS[kind];
    if (occasion.kind !== 'operation' || this.#rates[kind] === 0) return false;
    const isDrawn = this.dice(kind).chance(occasion.rate * this.#rates[kind]);
    if (!isDrawn || !this.mayHappen(kind)) return false;
    this.#told(kind, detail);
    return true;
  }

  /** Milliseconds until the next fault of a timed kind; null if there is none. */
  nextMs(kind: FaultKind): number | null {
    const occasion = FAULTS[kind];
    if (occasion.kind !== 'time' || this.#rates[kind] === 0) return null;
    const planned = this.#planned.get(kind) ?? 0;
    this.#planned.set(kind, planned + 1);
    const meanMs = (occasion.rate * RARITY_FACTOR ** planned) / this.#rates[kind];
    return -Math.log(1 - this.dice(kind).fraction()) * meanMs;
  }

  /** `untilMs`: end of a lasting fault, in true time. */
  happened(kind: FaultKind, detail: string, untilMs?: number): void {
    this.#told(kind, detail, untilMs);
  }
}
