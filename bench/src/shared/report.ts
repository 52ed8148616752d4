/** How benchmarks speak: title, workload, machine, a table of figures, and ratios against their bars. */
import { availableParallelism, cpus, totalmem } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A ratio that a benchmark promises. */
export interface Bar {
  readonly label: string;
  readonly ratio: number;
  /** Least ratio that passes; null when there is none. */
  readonly atLeast: number | null;
  /** Greatest ratio that passes. */
  readonly atMost?: number;
}

export function machine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown CPU';
  const memory = (totalmem() / 2 ** 30).toFixed(1);
  return `${model}, ${availableParallelism()} cores, ${memory} GiB, node ${process.version}, ${process.platform}-${process.arch}`;
}

export function printHeader(title: string, workload: readonly string[], leftOut: string): void {
  for (const line of headerLines(title, workload, leftOut)) print(line);
}

export function headerLines(title: string, workload: readonly string[], leftOut: string): readonly string[] {
  return [
    '',
    title,
    ...workload.map((line) => `  workload  ${line}`),
    `  left out  ${leftOut}`,
    `  machine   ${machine()}`,
    '',
  ];
}

/** Prints rows under a heading, first column to the left, figures to the right. */
export function printTable(heading: readonly string[], rows: readonly (readonly string[])[]): void {
  for (const line of tableLines(heading, rows)) print(line);
}

/** The same as lines. */
export function tableLines(heading: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const all = [heading, ...rows];
  const widths = heading.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) => {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    return `  ${cells.join('   ')}`.trimEnd();
  });
}

/** Prints each ratio with its bar; answers whether all bars hold. In smoke mode bars are not judged. */
export function printBars(bars: readonly Bar[], smoke: boolean): boolean {
  print('');
  let held = true;
  for (const { label, ratio, atLeast, atMost = null } of bars) {
    const passes = (atLeast === null || ratio >= atLeast) && (atMost === null || ratio <= atMost);
    if (!passes) held = false;
    const bound = atLeast === null ? (atMost === null ? null : `<= ${atMost}`) : Number(atLeast.toFixed(2));
    const verdict =
      bound === null ? '' : `   bar ${bound}   ${smoke ? 'not judged (smoke)' : passes ? 'ok' : 'MISSED'}`;
    print(`  ${label}   ${ratio.toFixed(2)}${verdict}`);
  }
  return held || smoke;
}

/** Whole numbers in groups of three. */
export function count(value: number): string {
  return Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',');
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The value that `share` (0..1) of all values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Runs the garbage collector, so that one contender does not pay for another's garbage. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
