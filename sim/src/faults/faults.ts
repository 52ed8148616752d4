/** What goes wrong in one run: which kinds, how often, and when. Every kind draws from a stream of its own. */
import type { Dice } from '../dice/dice.ts';
import type { Features, RunLimits } from '../world.ts';
import { drawRates, FAULT_KINDS, FAULTS, type FaultKind, type FaultRates } from './table.ts';

/** By which the time between two grows with each: a life of hours has more of them than one of minutes, and not a hundredfold. */
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

  /** The stream from which a fault of this kind draws what it is like. */
  dice(kind: FaultKind): Dice {
    return this.#dice.get(kind) as Dice;
  }

  /** None happens from now on. */
  stop(): void {
    this.#areOver = true;
  }

  get areOver(): boolean {
    return this.#areOver;
  }

  mayHappen(kind: FaultKind): boolean {
    return !this.#areOver && this.#rates[kind] > 0 && this.#allowed.has(kind) && this.#step() < this.#untilStep;
  }

  /** At an operation: whether this kind happens now. A fault that is left out draws all the same. */
  happens(kind: FaultKind, detail = ''): boolean {
    const occasion = FAULTS[kind];
    if (occasion.kind !== 'operation' || this.#rates[kind] === 0) return false;
    const isDrawn = this.dice(kind).chance(occasion.chance * this.#rates[kind]);
    if (!isDrawn || !this.mayHappen(kind)) return false;
    this.#told(kind, detail);
    return true;
  }

  /** Milliseconds until the next of a kind that has moments of its own; null when there is none. */
  nextMs(kind: FaultKind): number | null {
    const occasion = FAULTS[kind];
    if (occasion.kind !== 'time' || this.#rates[kind] === 0) return null;
    const planned = this.#planned.get(kind) ?? 0;
    this.#planned.set(kind, planned + 1);
    const meanMs = (occasion.meanMs * MORE_SELDOM ** planned) / this.#rates[kind];
    return -Math.log(1 - this.dice(kind).fraction()) * meanMs;
  }

  /** `untilMs`: true time until which it lasts, of what does. */
  happened(kind: FaultKind, detail: string, untilMs?: number): void {
    this.#told(kind, detail, untilMs);
  }
}
