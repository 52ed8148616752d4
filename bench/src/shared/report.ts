/** Formats benchmark figures for printing. */
import { availableParallelism, cpus, totalmem } from 'node:os';

export function machine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown CPU';
  const memory = (totalmem() / 2 ** 30).toFixed(1);
  return `${model}, ${availableParallelism()} cores, ${memory} GiB, node ${process.version}, ${process.platform}-${process.arch}`;
}

/** A whole number with its digits in groups of three. */
export const count = (value: number): string =>
  Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',');

/** A whole number, or three digits. */
export const shown = (value: number): string =>
  value >= 1_000 || Number.isInteger(value) ? count(value) : value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2);

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The value that a `share` (0..1) of all values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Percentiles of milliseconds by name, as a table shows them. */
export const percentiles = <const Percent extends number>(values: readonly number[], ...percents: Percent[]) =>
  Object.fromEntries(percents.map((percent) => [`p${percent} ms`, percentile(values, percent / 100)])) as Record<
    `p${Percent} ms`,
    number
  >;

/** Milliseconds that the work takes. */
export async function msOf(work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
