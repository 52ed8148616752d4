/** Faults of one run: which kinds happen, how often and when. Every kind draws from its own stream. */
import type { Dice } from '../dice/dice.ts';
import type { Features } from '../features/table.ts';
import type { RunLimits } from '../limits.ts';
import { drawRates, FAULT_KINDS, FAULTS, type FaultKind, type FaultRates } from './table.ts';

/**
 * Factor by which each planned fault lengthens the mean time to the next. A run of hours has more faults than one of
 * minutes, but not a hundred times as many.
 */
const MORE_SELDOM = 1.3;

export class Faults {
  readonly #rates: FaultRates;
  readonly #dice = new Map<FaultKind, Dice>();
  readonly #allowed: ReadonlySet<FaultKind>;
  readonly #untilStep: number;
  readonly #step: () => number;
  readonly #told: (kind: FaultKind, detail: string, untilMs?: number) => void;
  readonly #planned = new Map<FaultKind, number>();
  #areOver = false;

  constructor(
    dice: Dice,
    features: Features,
    limits: RunLimits,
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

  /** Returns the stream from which a fault of this kind draws its details. */
  dice(kind: FaultKind): Dice {
    return this.#dice.get(kind) as Dice;
  }

  /** Prevents all further faults. */
  stop(): void {
    this.#areOver = true;
  }

  get areOver(): boolean {
    return this.#areOver;
  }

  mayHappen(kind: FaultKind): boolean {
    return !this.#areOver && this.#rates[kind] > 0 && this.#allowed.has(kind) && this.#step() < this.#untilStep;
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
    const meanMs = (occasion.rate * MORE_SELDOM ** planned) / this.#rates[kind];
    return -Math.log(1 - this.dice(kind).fraction()) * meanMs;
  }

  /** `untilMs`: end of a lasting fault, in true time. */
  happened(kind: FaultKind, detail: string, untilMs?: number): void {
    this.#told(kind, detail, untilMs);
  }
}
