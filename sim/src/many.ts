/** Runs many seeds on all cores and reports coverage, failures, and whether the seeds can prove anything. */
import { Worker } from 'node:worker_threads';
import { replayCommand, type SimArguments } from './arguments.ts';
import { missing, SEEDS_FOR_ALL } from './coverage/required.ts';
import type { RunOptions, RunResult } from './world.ts';

/** Interval between progress reports. */
const PROGRESS_MS = 15_000;
/** First fresh seed, and maximum of fresh seeds per second of start time. */
const FRESH_FROM = 1_000_000_000;
const FRESH_MAX = 1_000;
/** Maximum number of broken seeds that are reported in full. */
const TOLD_MAX = 20;

export async function runMany({ seeds, from, fresh, workers, commands, limits }: SimArguments): Promise<number> {
  const freshFrom = FRESH_FROM + (Math.floor(Date.now() / 1_000) % FRESH_FROM) * FRESH_MAX;
  const wanted = [...seedsFrom(from, seeds), ...seedsFrom(freshFrom, Math.min(fresh, FRESH_MAX))];
  console.log(`seeds ${from} to ${from + seeds - 1}${fresh > 0 ? `, and ${fresh} fresh ones from ${freshFrom}` : ''}`);
  const totals = new Totals(wanted.length);
  const options: RunOptions = { ...limits, ...(commands !== null && { commands }) };
  let next = 0;
  const take = (): number | null => wanted[next++] ?? null;
  const progress = setInterval(() => console.log(totals.line()), PROGRESS_MS);
  try {
    await Promise.all(
      Array.from({ length: Math.min(workers, wanted.length) }, () =>
        serve(take, options, (result) => {
          totals.add(result);
          if (result.kind === 'ok' || totals.broken > TOLD_MAX) return;
          console.log(`seed ${result.seed}, step ${result.step}: ${result.rule}\n${indented(result.message)}`);
          console.log(`  ${replayCommand(result.seed, options)}`);
        }),
      ),
    );
  } finally {
    clearInterval(progress);
  }
  const { faults, actions, without } = limits;
  return totals.tell([faults, actions, without, commands ?? undefined].some((limit) => limit !== undefined));
}

const seedsFrom = (first: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => first + index);

/**
 * Runs one thread, which gets the next seed when it has finished the last. If the thread dies, its seed counts as
 * broken.
 */
function serve(take: () => number | null, options: RunOptions, told: (result: RunResult) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./seed-worker.ts', import.meta.url), {
      workerData: options,
    });
    let seed: number | null = null;
    worker.on('message', (result: RunResult | null) => {
      if (result !== null) told(result);
      seed = take();
      if (seed !== null) return worker.postMessage(seed);
      void worker.terminate().then(() => resolve());
    });
    worker.on('error', (error) => {
      if (seed === null) return reject(error);
      told(fallen(seed, error));
      resolve(serve(take, options, told));
    });
  });
}

/**
 * Result for an error that nothing in the run has caught, most likely a rejection that nothing awaits. It would have
 * ended a real process.
 */
function fallen(seed: number, error: unknown): RunResult {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const figures = { seed, traceHash: '', steps: 0, simulatedMs: 0, counts: {}, coverage: new Set<string>() };
  return { ...figures, kind: 'broken', rule: 'end of a process', step: 0, message };
}

class Totals {
  readonly #seeds: number;
  readonly #began = performance.now();
  readonly #counts = new Map<string, number>();
  readonly #coverage = new Set<string>();
  #done = 0;
  #simulatedMs = 0;
  #steps = 0;
  broken = 0;

  constructor(seeds: number) {
    this.#seeds = seeds;
  }

  add({ kind, simulatedMs, steps, counts, coverage }: RunResult): void {
    this.#done++;
    this.#simulatedMs += simulatedMs;
    this.#steps += steps;
    if (kind === 'broken') this.broken++;
    for (const [name, count] of Object.entries(counts)) this.#counts.set(name, (this.#counts.get(name) ?? 0) + count);
    for (const state of coverage) this.#coverage.add(state);
  }

  line(): string {
    const seconds = (performance.now() - this.#began) / 1_000;
    const cpu = process.cpuUsage();
    const cpuSeconds = (cpu.user + cpu.system) / 1e6;
    const simulated = this.#simulatedMs / 1_000;
    let faults = 0;
    for (const [name, count] of this.#counts) if (name.startsWith('fault ')) faults += count;
    return (
      `${this.#done} of ${this.#seeds} seeds, ${this.broken} broken · ` +
      `${(this.#done / seconds).toFixed(1)} seeds/s, ${(simulated / seconds).toFixed(0)} simulated s/s ` +
      `(of one core: ${(this.#done / cpuSeconds).toFixed(1)} and ${(simulated / cpuSeconds).toFixed(0)}) · ` +
      `${(simulated / 3_600).toFixed(1)} simulated hours, ${faults} faults, ${this.#steps} steps`
    );
  }

  /** Prints the totals and returns the exit code. */
  tell(isPart: boolean): number {
    for (const [name, count] of [...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
      console.log(`${name.padEnd(40)} ${count}`);
    }
    for (const state of [...this.#coverage].sort()) console.log(`reached: ${state}`);
    const missed = isPart || this.#done < SEEDS_FOR_ALL ? [] : missing(this.#counts, this.#coverage);
    for (const what of missed) console.log(`no proof: ${what}`);
    console.log(this.line());
    return this.broken === 0 && missed.length === 0 ? 0 : 1;
  }
}

const indented = (text: string): string => text.replaceAll(/^/gm, '  ');
