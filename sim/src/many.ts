/** Runs many seeds on all cores and reports coverage, failures, and whether the seeds can prove anything. */
import { Worker } from 'node:worker_threads';
import { replayCommand, type SimArguments } from './arguments.ts';
import { FAULT_KINDS } from './faults/faults.ts';
import { FEATURE_NAMES } from './features/table.ts';
import type { RunOptions, RunResult } from './limits.ts';
import { Run, Tally, wordsOfError } from './shared/harness.ts';

/** First fresh seed, and maximum of fresh seeds per second of start time. */
const FRESH_FROM = 1_000_000_000;
const FRESH_MAX = 1_000;

export async function runMany({ seeds, from, fresh, workers, commands, limits }: SimArguments): Promise<void> {
  const freshFrom = FRESH_FROM + (Math.floor(Date.now() / 1_000) % FRESH_FROM) * FRESH_MAX;
  const wanted = [...seedsFrom(from, seeds), ...seedsFrom(freshFrom, Math.min(fresh, FRESH_MAX))];
  const freshOnes = fresh > 0 ? `, and ${fresh} fresh ones from ${freshFrom}` : '';
  const run = new Run('sim', wanted, `seeds ${from} to ${from + seeds - 1}${freshOnes}`);
  const options: RunOptions = { ...limits, ...(commands !== null && { commands }) };
  const figures = new Figures();
  const told = (result: RunResult): void => {
    figures.add(result);
    if (result.kind === 'ok') return;
    const { seed, step, rule, message } = result;
    const words = message.replaceAll(/^/gm, '  ');
    run.broken(`seed ${seed}, step ${step}: ${rule}\n${words}\n  ${replayCommand(seed, options)}`);
  };
  const work = (): Promise<void> => serve(() => run.take(), options, told);
  await run.inLanes(Math.min(workers, wanted.length), work, () => figures.line());
  const isPart = [limits.faults, limits.actions, limits.without, commands].some((limit) => (limit ?? null) !== null);
  if (!isPart && figures.done >= SEEDS_FOR_ALL)
    for (const name of missing(figures.tally.counts)) run.broken(`no proof, for it never happened: ${name}`);
  run.conclude([...figures.tally.lines().sort(), figures.line()], 'everything holds');
}

const seedsFrom = (first: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => first + index);

/**
 * Runs one thread, which gets the next seed when it has finished the last. If the thread dies, its seed counts as
 * broken.
 */
function serve(take: () => number | undefined, options: RunOptions, told: (result: RunResult) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./seed-worker.ts', import.meta.url), { workerData: options });
    let seed: number | undefined;
    worker.on('message', (result: RunResult | null) => {
      if (result !== null) told(result);
      seed = take();
      if (seed !== undefined) return worker.postMessage(seed);
      void worker.terminate().then(() => resolve());
    });
    worker.on('error', (error) => {
      if (seed === undefined) return reject(error);
      // Nothing in the run has caught it, most likely a rejection that nothing awaits: a real process would have ended.
      const figures = { seed, traceHash: '', steps: 0, simulatedMs: 0, counts: {} };
      told({ ...figures, kind: 'broken', rule: 'end of a process', step: 0, message: wordsOfError(error) });
      resolve(serve(take, options, told));
    });
  });
}

class Figures {
  readonly tally = new Tally();
  done = 0;
  readonly #began = performance.now();
  #simulatedMs = 0;
  #steps = 0;

  add({ simulatedMs, steps, counts }: RunResult): void {
    this.done++;
    this.#simulatedMs += simulatedMs;
    this.#steps += steps;
    this.tally.addAll(Object.entries(counts));
  }

  line(): string {
    const seconds = (performance.now() - this.#began) / 1_000;
    const { user, system } = process.cpuUsage();
    const cpuSeconds = (user + system) / 1e6;
    const simulated = this.#simulatedMs / 1_000;
    const counts = [...this.tally.counts].filter(([name]) => name.startsWith('fault '));
    const faults = counts.reduce((sum, [, count]) => sum + count, 0);
    return (
      `${this.done} seeds · ${(this.done / seconds).toFixed(1)} seeds/s, ${(simulated / seconds).toFixed(0)} simulated s/s ` +
      `(of one core: ${(this.done / cpuSeconds).toFixed(1)} and ${(simulated / cpuSeconds).toFixed(0)}) · ` +
      `${(simulated / 3_600).toFixed(1)} simulated hours, ${faults} faults, ${this.#steps} steps`
    );
  }
}

/** Number of seeds from which full coverage is required. */
const SEEDS_FOR_ALL = 200;

const REQUIRED = [
  ...FAULT_KINDS.map((kind) => `fault ${kind}`),
  ...FEATURE_NAMES.flatMap((name) => [`run with ${name}`, `run without ${name}`]),
  'append failed',
  'append fenced',
  'append unknown_there',
  'append unknown_lost',
  'append sync_cancelled',
  'append sync_cancelled_lost',
  'unsynced record kept',
  'unsynced record lost',
  'crash while up',
  'crash while starting',
  'power lost while up',
  'start from a snapshot',
  'start from nothing',
  'start with closed orders stored',
  'old leader outlived',
  'old leader among the nodes',
  'node leads',
  'node follows',
  'node seeks',
  'ended before it could send batch to a node',
  'no snapshot left',
  'read store unwritable',
  'read store damaged',
  'several commands in a batch',
  'ended before it could send batch',
  'ended before it could save a snapshot',
  'ended before it could write rows',
  'refused storage_full',
  'command done twice at the gateway',
  'answer accepted',
  'answer duplicate',
  'answer reject',
  'answer unchanged',
  'answer not_done',
  'answer unknown',
  'refused unreachable',
  'refused no_leader',
  'house opened',
];

export const missing = (counts: ReadonlyMap<string, number>): readonly string[] =>
  REQUIRED.filter((name) => (counts.get(name) ?? 0) === 0);
