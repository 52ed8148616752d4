/** Shared by the commands of this folder: options, counts, work in lanes that can be stopped, and the verdict. */
import { parseArgs } from 'node:util';

type Defaults = Readonly<Record<string, string | number | boolean>>;
type Values<Of extends Defaults> = {
  readonly [Name in keyof Of]: Of[Name] extends boolean ? boolean : Of[Name] extends number ? number : string;
};

const PROGRESS_MS = 15_000;

const began = performance.now();

/** Options given to a command. Each is a number, a flag or text, like its default. Throws for invalid values. */
export function optionsOf<const Of extends Defaults>(defaults: Of): Values<Of> {
  const options = Object.entries(defaults).map(([name, value]) =>
    typeof value === 'boolean'
      ? [name, { type: 'boolean', default: value } as const]
      : [name, { type: 'string', default: String(value) } as const],
  );
  const { values } = parseArgs({ options: Object.fromEntries(options) });
  const entries = Object.entries(values).map(([name, value]) => {
    if (typeof defaults[name] !== 'number') return [name, value];
    if (value === '' || !Number.isFinite(Number(value))) throw new Error(`--${name} is a number`);
    return [name, Number(value)];
  });
  // Cast: each value has the type of its default.
  return Object.fromEntries(entries) as Values<Of>;
}

/** A promise that the venue has broken, or an answer that it must never give. */
export class Broken extends Error {
  override readonly name = 'Broken';
}

/** The message of an error for a report: with its stack unless it is `Broken`, which says all itself. */
export const wordsOfError = (error: unknown): string =>
  error instanceof Error && !(error instanceof Broken) ? (error.stack ?? error.message) : messageOf(error);

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const seconds = (): number => Math.round((performance.now() - began) / 1000);

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

export const count = (value: number): string => value.toLocaleString('en-US');

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Counts and times by name. Tallies of several threads can be added. */
export class Tally {
  readonly counts: Map<string, number>;
  readonly #timesMs = new Map<string, number[]>();

  /** `names`: counts that are printed first, in this order, even if they stay 0. */
  constructor(...names: readonly string[]) {
    this.counts = new Map(names.map((name) => [name, 0]));
  }

  of(name: string): number {
    return this.counts.get(name) ?? 0;
  }

  add(name: string, by = 1): void {
    this.counts.set(name, this.of(name) + by);
  }

  addAll(counts: Iterable<readonly [name: string, count: number]>): void {
    for (const [name, times] of counts) this.add(name, times);
  }

  took(name: string, ms: number): void {
    this.#timesMs.set(name, [...(this.#timesMs.get(name) ?? []), ms]);
  }

  lines(): string[] {
    const at = (timesMs: readonly number[], share: number): string => `${Math.round(percentile(timesMs, share))} ms`;
    return [
      ...[...this.counts].map(([name, times]) => `  ${name.padEnd(48)} ${count(times)}`),
      ...[...this.#timesMs].map(
        ([name, of]) => `  ${name.padEnd(48)} median ${at(of, 0.5)}, p99 ${at(of, 0.99)}, worst ${at(of, 1)}`,
      ),
    ];
  }
}

/** A run of a command: pieces of work that several lanes take, until none is left or the run is stopped. */
export class Run<Piece> {
  readonly #name: string;
  readonly #pieces: Piece[];
  readonly #total: number;
  #problems = 0;
  isStopped = false;

  /** SIGINT and SIGTERM stop the run: the work in progress finishes and all findings are printed. */
  constructor(name: string, pieces: readonly Piece[], heading: string) {
    this.#name = name;
    this.#pieces = [...pieces];
    this.#total = pieces.length;
    print(`${name}: ${heading}`);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => this.stop());
  }

  /** Returns the next piece of work; undefined if there is none or the run is stopped. */
  take(): Piece | undefined {
    return this.isStopped ? undefined : this.#pieces.shift();
  }

  stop(): void {
    this.isStopped = true;
  }

  broken(problem: string): void {
    this.#problems++;
    print(`BROKEN: ${problem}`);
  }

  /** Runs `work` in each lane to its end. An error is a problem and stops the run. */
  async inLanes(lanes: number, work: (lane: number) => Promise<void>, progress = (): string => ''): Promise<void> {
    const timer = setInterval(() => {
      print(`  ${this.#total - this.#pieces.length} of ${this.#total}, ${seconds()} s ${progress()}`);
    }, PROGRESS_MS);
    const running = Array.from({ length: lanes }, (_, lane) =>
      work(lane).catch((error: unknown) => {
        this.stop();
        this.broken(wordsOfError(error));
      }),
    );
    await Promise.all(running);
    clearInterval(timer);
  }

  /** Prints the last lines and sets the exit code. A run that was stopped early still says what it has found. */
  conclude(lines: readonly string[], good: string): void {
    for (const line of lines) print(line);
    const { user, system } = process.cpuUsage();
    print(`  took ${seconds()} s, of processors ${Math.round((user + system) / 1e6)} s`);
    if (this.#pieces.length > 0)
      print(`  stopped before it was through: ${this.#pieces.length} of ${this.#total} left`);
    print(`${this.#name}: ${this.#problems === 0 ? good : 'BROKEN'}`);
    process.exitCode = this.#problems === 0 ? 0 : 1;
  }
}
