/** The harness of all benchmarks: options, parts, folders and processes that end with a run, tables and bars. */
import { parseArgs } from 'node:util';
import { createDataDir, removeDataDir, type Settings } from '@bellwether/venue-process';
import { Figure, type Figures, figuresOf, type Values } from './medians.ts';
import { machine, print } from './report.ts';
import { startVenue, type VenueProcess } from './venue-process.ts';

/** A figure of a benchmark with its promised bound. */
export interface Bar {
  readonly label: string;
  /** A figure of several runs is judged by its median. */
  readonly value: number | Figure;
  readonly min?: number;
  readonly max?: number;
}

type Kind = 'boolean' | 'string';
type OptionValues<Options extends Readonly<Record<string, Kind>>> = {
  readonly [Name in keyof Options]: Options[Name] extends 'boolean' ? boolean : string | undefined;
};

export class Bench {
  /** Small and fast; bars are shown but not judged. */
  readonly smoke: boolean;
  readonly #parts: readonly string[] | null;
  readonly #bars: Bar[] = [];
  readonly #ends: (() => unknown)[] = [];
  #failures = 0;

  constructor(smoke: boolean, parts: string | undefined) {
    this.smoke = smoke;
    this.#parts = parts?.split(',') ?? null;
  }

  /** True if the part is to run; without `--part` all parts do. */
  has(part: string): boolean {
    return this.#parts?.includes(part) ?? true;
  }

  header(title: string, workload: readonly string[]): void {
    print(`\n${title}`);
    for (const line of workload) print(`  workload  ${line}`);
    print(`  machine   ${machine()}\n`);
  }

  /** Prints rows under a heading, first column left-aligned, figures right-aligned. */
  table(heading: readonly string[], rows: readonly (readonly string[])[]): void {
    const all = [heading, ...rows];
    const widths = heading.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
    for (const row of all) {
      const cells = row.map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!),
      );
      print(`  ${cells.join('   ')}`.trimEnd());
    }
    print('');
  }

  /**
   * Measures `runs` times, after `warmUps` with negative numbers that do not count; in smoke mode once. Every figure of
   * docs/internals/performance.md comes from here.
   */
  async medianOf<Run extends Values>(
    runs: number,
    measure: (run: number) => Run | Promise<Run>,
    warmUps = 0,
  ): Promise<Figures<Run>> {
    const found: Run[] = [];
    for (let run = this.smoke ? 0 : -warmUps; run < (this.smoke ? 1 : runs); run++) {
      const values = await measure(run);
      if (run >= 0) found.push(values);
    }
    if (found.length > 1) print(`  medians of ${found.length} runs, in brackets the least and the most`);
    return figuresOf(found);
  }

  /** Prints a row for each group, with a column for each of its figures. */
  figures(title: string, groups: Readonly<Record<string, Readonly<Record<string, Figure>>>>): void {
    const names = Object.keys(Object.values(groups)[0] ?? {});
    const rows = Object.entries(groups).map(([name, group]) => [name, ...Object.values(group).map(String)]);
    this.table([title, ...names], rows);
  }

  bar(...bars: readonly Bar[]): void {
    this.#bars.push(...bars);
  }

  /** Reports a condition that must never occur, even in smoke mode. */
  fail(text: string): void {
    print(`  FAILED ${text}`);
    this.#failures++;
  }

  onEnd(end: () => unknown): void {
    this.#ends.push(end);
  }

  folder(): string {
    const folder = createDataDir();
    this.onEnd(() => removeDataDir(folder));
    return folder;
  }

  /** Starts a venue on that folder, or on a new one; `project` is the root of another checkout. */
  async venue(settings: Settings = {}, folder = this.folder(), project?: string): Promise<VenueProcess> {
    const venue = await startVenue(folder, settings, project);
    this.onEnd(() => venue.kill());
    return venue;
  }

  async end(): Promise<void> {
    for (const end of this.#ends.reverse()) await end();
  }

  /** Prints all bars; true if nothing failed and each holds. */
  judge(): boolean {
    let held = this.#failures === 0;
    for (const { label, value, min, max } of this.#bars) {
      const figure = value instanceof Figure ? value : new Figure([value]);
      const { median, values } = figure;
      const bound = min !== undefined ? `>= ${min}` : max !== undefined ? `<= ${max}` : null;
      const passes = !(median < (min ?? median)) && !(median > (max ?? median)) && !Number.isNaN(median);
      if (bound !== null && !passes && !this.smoke) held = false;
      const verdict = this.smoke ? 'not judged (smoke)' : passes ? 'ok' : 'MISSED';
      const runs = values.length === 1 ? '' : `, median of ${values.length}`;
      print(`  ${label}${runs}   ${figure}${bound === null ? '' : `   bar ${bound}   ${verdict}`}`);
    }
    return held;
  }
}

/** Runs a benchmark with its options besides `--smoke` and `--part`. The process fails if a bar is missed. */
export async function runBench<const Options extends Readonly<Record<string, Kind>>>(
  options: Options,
  body: (bench: Bench, values: OptionValues<Options>) => Promise<void>,
): Promise<void> {
  const types = Object.entries<Kind>({ ...options, smoke: 'boolean', part: 'string' });
  const { values } = parseArgs({ options: Object.fromEntries(types.map(([name, type]) => [name, { type }])) });
  const bench = new Bench(values['smoke'] === true, values['part'] as string | undefined);
  try {
    // Cast: each option is parsed as declared; a boolean that is not given is undefined.
    await body(bench, values as OptionValues<Options>);
    if (!bench.judge()) process.exitCode = 1;
  } finally {
    await bench.end();
  }
}
