/**
 * Shrinks a seed that breaks a rule: removes parts of the venue, kinds of faults, the period with faults, clients and
 * plan positions as long as the same rule still breaks. The same limits give the same run, so the result is sufficient.
 */
import type { FaultKind } from '../faults/faults.ts';
import { featuresOf } from '../features/table.ts';
import type { RunLimits, RunOptions, RunResult } from '../limits.ts';
import { CLIENTS } from '../workload/client.ts';
import { placesFor } from '../workload/plan.ts';

type BrokenRun = RunResult & { readonly kind: 'broken' };

interface Shrunk {
  readonly limits: RunLimits;
  readonly result: BrokenRun;
  readonly runs: number;
}

export interface ShrinkOptions {
  readonly limits: RunLimits;
  readonly commands: number;
  /** Maximum number of runs; the best result so far is returned. */
  readonly runsMax: number;
  readonly run: (seed: number, options: RunOptions) => Promise<RunResult>;
}

/** null if the seed breaks nothing. */
export async function shrink(seed: number, options: ShrinkOptions): Promise<Shrunk | null> {
  const { commands, run, runsMax } = options;
  let { limits } = options;
  const first = await run(seed, { ...limits, commands });
  if (first.kind === 'ok') return null;
  let result: BrokenRun = first;
  let runs = 1;
  /** Adopts further limits if they still break the same rule. */
  const stillBreaks = async (further: RunLimits): Promise<boolean> => {
    if (runs >= runsMax) return false;
    runs++;
    const next = await run(seed, { ...limits, ...further, commands });
    if (next.kind === 'ok' || next.rule !== result.rule) return false;
    limits = { ...limits, ...further };
    result = next;
    return true;
  };
  for (let round = 0; round < 3; round++) {
    const before = limits;
    await leaveOut(seed, commands, () => ({ limits, result }), stillBreaks);
    if (JSON.stringify(limits) === JSON.stringify(before)) break;
  }
  return { limits, result, runs };
}

/** Leaves out what is not needed, one dimension after the other. */
async function leaveOut(
  seed: number,
  commands: number,
  now: () => Omit<Shrunk, 'runs'>,
  stillBreaks: (further: RunLimits) => Promise<boolean>,
): Promise<void> {
  const taken = new Set(now().limits.without);
  const features = [...featuresOf(seed)].filter((feature) => !taken.has(feature));
  await minimise(features, (some) =>
    stillBreaks({ without: [...taken, ...features.filter((one) => !some.includes(one))] }),
  );
  const fired = Object.keys(now().result.counts).flatMap((name) => /^fault (.+)$/.exec(name)?.[1] ?? []);
  const kinds = now().limits.faults ?? (fired as FaultKind[]);
  const faults = await minimise(kinds, (some) => stillBreaks({ faults: some }));
  await stillBreaks({ faults });
  const lastStep = now().limits.faultsUntilStep ?? now().result.step;
  if (faults.length > 0) await least(lastStep, (step) => stillBreaks({ faultsUntilStep: step }));
  const clients = now().limits.clients ?? Array.from({ length: CLIENTS }, (_, index) => index);
  await minimise(clients, (some) => stillBreaks({ clients: some }));
  const ranges = now().limits.actions ?? [[0, placesFor(commands, featuresOf(seed)) - 1]];
  const all = ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at));
  const stillBreaksAt = (places: readonly number[]): Promise<boolean> => stillBreaks({ actions: rangesOf(places) });
  const count = await least(all.length, (some) => stillBreaksAt(all.slice(0, some)));
  await minimise(all.slice(0, count), stillBreaksAt);
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
export async function minimise<T>(items: readonly T[], stillHappens: (some: readonly T[]) => Promise<boolean>) {
  let left = items;
  let parts = 2;
  while (left.length > 0) {
    const size = Math.ceil(left.length / parts);
    let hasShrunk = false;
    for (let first = 0; first < left.length && !hasShrunk; first += size) {
      const without = [...left.slice(0, first), ...left.slice(first + size)];
      hasShrunk = await stillHappens(without);
      if (hasShrunk) left = without;
    }
    if (!hasShrunk && size <= 1) break;
    parts = hasShrunk ? Math.max(2, parts - 1) : Math.min(left.length, parts * 2);
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
