/**
 * Shrinks a seed that breaks a rule: removes parts of the venue, kinds of faults, the period with faults, clients and
 * plan positions as long as the same rule still breaks. The same limits give the same run, so the result is sufficient.
 */
import type { FaultKind } from '../faults/faults.ts';
import { featuresOf } from '../features/table.ts';
import type { RunLimits, RunOptions, RunResult } from '../limits.ts';
import { CLIENTS } from '../workload/client.ts';
import { placesFor } from '../workload/plan.ts';

export type RunSeed = (seed: number, options: RunOptions) => Promise<RunResult>;

export interface Shrunk {
  readonly limits: RunLimits;
  readonly result: RunResult & { readonly kind: 'broken' };
  /** Number of runs it took. */
  readonly runs: number;
}

export interface ShrinkOptions {
  /** Limits to start from. */
  readonly limits: RunLimits;
  readonly commands: number;
  /** Maximum number of runs; the best result so far is returned. */
  readonly runsMax: number;
  readonly run: RunSeed;
}

/** null if the seed breaks nothing. */
export async function shrink(seed: number, options: ShrinkOptions): Promise<Shrunk | null> {
  const shrinking = new Shrinking(seed, options);
  if (!(await shrinking.begin())) return null;
  await shrinking.leaveOut();
  return shrinking.reached;
}

class Shrinking {
  readonly #seed: number;
  readonly #options: ShrinkOptions;
  #limits: RunLimits;
  #result: (RunResult & { readonly kind: 'broken' }) | null = null;
  #runs = 0;

  constructor(seed: number, options: ShrinkOptions) {
    this.#seed = seed;
    this.#options = options;
    this.#limits = options.limits;
  }

  get reached(): Shrunk | null {
    return this.#result === null ? null : { limits: this.#limits, result: this.#result, runs: this.#runs };
  }

  async begin(): Promise<boolean> {
    const result = await this.#run(this.#limits);
    if (result.kind === 'ok') return false;
    this.#result = result;
    return true;
  }

  async leaveOut(): Promise<void> {
    for (let round = 0; round < 3; round++) {
      const before = JSON.stringify(this.#limits);
      await this.#features();
      await this.#faults();
      await this.#clients();
      await this.#actions();
      if (JSON.stringify(this.#limits) === before) return;
    }
  }

  async #features(): Promise<void> {
    const taken = new Set(this.#limits.without);
    const left = [...featuresOf(this.#seed)].filter((feature) => !taken.has(feature));
    await minimise(left, (some) =>
      this.#stillBreaks({ ...this.#limits, without: [...taken, ...left.filter((one) => !some.includes(one))] }),
    );
  }

  async #faults(): Promise<void> {
    const fired = Object.keys(this.#result?.counts ?? {})
      .filter((name) => name.startsWith('fault '))
      .map((name) => name.slice('fault '.length) as FaultKind);
    const kinds = this.#limits.faults ?? fired;
    const faults = await minimise(kinds, (some) => this.#stillBreaks({ ...this.#limits, faults: some }));
    await this.#stillBreaks({ ...this.#limits, faults });
    if (faults.length === 0) return;
    const last = this.#limits.faultsUntilStep ?? this.#result?.step ?? 0;
    await least(last, (step) => this.#stillBreaks({ ...this.#limits, faultsUntilStep: step }));
  }

  async #clients(): Promise<void> {
    const clients = this.#limits.clients ?? Array.from({ length: CLIENTS }, (_, index) => index);
    await minimise(clients, (some) => this.#stillBreaks({ ...this.#limits, clients: some }));
  }

  async #actions(): Promise<void> {
    const places = placesFor(this.#options.commands, featuresOf(this.#seed));
    const ranges = this.#limits.actions ?? [[0, places - 1]];
    const all = ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at));
    const count = await least(all.length, (some) => this.#stillBreaksAt(all.slice(0, some)));
    await minimise(all.slice(0, count), (some) => this.#stillBreaksAt(some));
  }

  #stillBreaksAt(places: readonly number[]): Promise<boolean> {
    return this.#stillBreaks({ ...this.#limits, actions: rangesOf(places) });
  }

  /** Adopts the limits if they still break the same rule. */
  async #stillBreaks(limits: RunLimits): Promise<boolean> {
    if (this.#runs >= this.#options.runsMax) return false;
    const result = await this.#run(limits);
    if (result.kind === 'ok' || result.rule !== this.#result?.rule) return false;
    this.#limits = limits;
    this.#result = result;
    return true;
  }

  #run(limits: RunLimits): Promise<RunResult> {
    this.#runs++;
    const { run, commands } = this.#options;
    return run(this.#seed, { ...limits, commands });
  }
}

/** Ordered positions as ranges, both ends inclusive. */
export function rangesOf(places: readonly number[]): readonly (readonly [number, number])[] {
  const ranges: [number, number][] = [];
  for (const place of places) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === place - 1) last[1] = place;
    else ranges.push([place, place]);
  }
  return ranges;
}

/**
 * Returns a minimal sublist with which the failure still occurs, by leaving out halves, quarters and so on (delta
 * debugging). No single item can be left out of the result.
 */
export async function minimise<T>(
  items: readonly T[],
  stillHappens: (some: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  let left = items;
  let parts = 2;
  while (left.length > 0) {
    const size = Math.ceil(left.length / parts);
    let hasShrunk = false;
    for (let first = 0; first < left.length; first += size) {
      const without = [...left.slice(0, first), ...left.slice(first + size)];
      if (without.length === left.length || !(await stillHappens(without))) continue;
      left = without;
      parts = Math.max(2, parts - 1);
      hasShrunk = true;
      break;
    }
    if (hasShrunk) continue;
    if (size <= 1) break;
    parts = Math.min(left.length, parts * 2);
  }
  return left;
}

/**
 * Returns the smallest number up to `most` with which the failure still occurs, provided that it occurs with every
 * larger one; otherwise some number with which it occurs.
 */
export async function least(most: number, stillHappens: (number: number) => Promise<boolean>): Promise<number> {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (await stillHappens(middle)) high = middle;
    else low = middle + 1;
  }
  return high;
}
