/**
 * Everything that can go wrong in the simulated world. Each seed draws which of it does, and how often: some seeds have none
 * of a kind, so that no fault hides behind another.
 */
import type { Dice } from '../dice/dice.ts';
import type { Feature, Features } from '../features/table.ts';

/** When a kind of fault is looked for. */
type Occasion =
  /** At moments of its own, some time apart. */
  | { readonly kind: 'time'; readonly meanMs: number; readonly needs: Feature | null }
  /** At each operation of a kind. */
  | { readonly kind: 'operation'; readonly chance: number; readonly needs: Feature | null };

/** `needs`: what a run must have for it to do anything. */
const time = (meanSeconds: number, needs: Feature | null = null): Occasion => ({
  kind: 'time',
  meanMs: meanSeconds * 1_000,
  needs,
});
const operation = (chance: number, needs: Feature | null = null): Occasion => ({ kind: 'operation', chance, needs });

/** By kind, how often it is where a seed has it. Whatever is listed here must fire in a run of many seeds. */
export const FAULTS = {
  /** A process ends between two things that it does, or in the middle of one. */
  crash: time(150),
  /** The same, and what was not synced is gone or not. */
  power_loss: time(300),
  /** Another process opens the log while the one that leads lives. */
  takeover: time(300),
  /** A process stands still for seconds. */
  pause: time(90),
  /** Someone sets a wall clock. */
  clock_jump: time(120),
  /** Clocks run faster or slower. */
  clock_drift: time(120),
  append_failed: operation(0.001),
  append_unknown_there: operation(0.001),
  append_unknown_lost: operation(0.001),
  sync_cancelled: operation(0.001),
  append_slow: operation(0.02),
  /** The process ends while its record is on the way to the disk, and leaves half of it. */
  torn_record: operation(0.0005),
  /** The journal's disk has no room for more than cancels and heartbeats, for a while. */
  disk_full: time(200),
  /** A record comes back from the disk with a bit turned over. */
  damaged_read: operation(0.03),
  /** A link between two parts is slow for a moment. */
  link_delay: operation(0.01),
  /** A request never gets to its gateway. */
  request_lost: operation(0.004),
  /** A request gets there twice. */
  request_doubled: operation(0.01),
  /** A request takes so long that later ones are there before it. */
  request_late: operation(0.02),
  /** Its answer gets lost. */
  answer_lost: operation(0.004),
  /** A snapshot is gone when someone looks for it. */
  snapshot_lost: operation(0.1, 'snapshots'),
  /** The read store is gone after a crash. */
  store_lost: operation(0.1, 'read_store'),
  /** The disk of the read store takes nothing, for a while. */
  store_unwritable: time(200, 'read_store'),
  /** A part of a process, and not all of it, stands still. */
  projector_behind: time(150, 'read_store'),
  /** The links of a node are reset. */
  link_lost: time(90, 'several_nodes'),
  /** Nothing that one node sends arrives at another, for a while. */
  link_silent: time(90, 'several_nodes'),
  /** The network takes nothing of what one node sends to another, for a while. */
  link_clogged: time(150, 'several_nodes'),
  /** Nothing passes between a node and the others, for a while; now and then the database as well. */
  partition: time(150, 'several_nodes'),
  /** A node does not reach the database, for a while. */
  database_cut: time(150, 'several_nodes'),
  /** A node is not let in by another one. */
  connect_refused: operation(0.05, 'several_nodes'),
} as const satisfies Record<string, Occasion>;

export type FaultKind = keyof typeof FAULTS;

export const FAULT_KINDS = Object.keys(FAULTS) as readonly FaultKind[];

/** Share of the seeds in which a kind is off. */
const OFF = 0.5;
/** Seeds in which nothing goes wrong. */
const CALM = 0.05;

/** How often each kind happens in one run: 0 = never, 1 = as the table says. */
export type FaultRates = Readonly<Record<FaultKind, number>>;

export function drawRates(dice: Dice, features: Features): FaultRates {
  const isCalm = dice.fork('calm').chance(CALM);
  const rates = {} as Record<FaultKind, number>;
  for (const kind of FAULT_KINDS) {
    const own = dice.fork(kind);
    const { needs } = FAULTS[kind];
    const isLeftOut = needs !== null && !features.has(needs);
    rates[kind] = isCalm || isLeftOut || own.chance(OFF) ? 0 : 0.2 + own.fraction() * 1.8;
  }
  return rates;
}
