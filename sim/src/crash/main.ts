/**
 * Kills real venues, or disturbs clusters of them, and holds what is there against what their clients were told.
 * Usage: npm run crash -- [--cluster] [--rounds N] [--lanes N] [--seed S]
 */
import { parseArgs } from 'node:util';
import { POSTGRES_MISSING, postgresBinaries } from '@bellwether/postgres-process/binaries';
import { runClusterLane } from './cluster-lane.ts';
import { ClusterReport } from './cluster-report.ts';
import { runLane } from './lane.ts';
import { canTrace } from './points.ts';
import { CrashReport } from './report.ts';
import { Violation } from './violation.ts';

/** A longer journal makes every start longer. */
const ROUNDS_PER_LIFE = 25;
const PROGRESS_EVERY = 50;

const { values } = parseArgs({
  options: {
    cluster: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '20' },
    lanes: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const [rounds, lanes, seed] = [
  Number(values.rounds),
  Number(values.lanes ?? (values.cluster ? 1 : 2)),
  Number(values.seed),
];
if (values.cluster && postgresBinaries() === null) {
  print(`crash --cluster is left out: ${POSTGRES_MISSING}`);
  process.exit(process.env['CI'] === 'true' ? 1 : 0);
}
const began = performance.now();
let left = rounds;
let hasFailed = false;

print(`crash: ${rounds} rounds${values.cluster ? ' on a cluster' : ''} in ${lanes} lanes, seed ${seed}`);

const takeRound = (): boolean => {
  if (left === 0 || hasFailed) return false;
  const done = rounds - left;
  if (done > 0 && done % PROGRESS_EVERY === 0) print(`  ${done} rounds, ${seconds()} s`);
  left--;
  return true;
};
// The rounds under way are finished, and what was counted is printed.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stopSoon);

function stopSoon(): void {
  left = 0;
}

const roundsPerLife = Math.min(ROUNDS_PER_LIFE, Math.ceil(rounds / lanes));
for (const line of await (values.cluster ? runOnClusters() : runOnOneMachine())) print(line);
print(`  took                          ${seconds()} s`);
print(hasFailed ? 'crash: a promise was broken' : 'crash: every promise was kept');
process.exitCode = hasFailed ? 1 : 0;

async function runOnOneMachine(): Promise<string[]> {
  const traces = canTrace();
  if (!traces)
    print('  there is no strace here, or it may not trace: kills are at random times only, at no named point');
  const report = new CrashReport();
  await runLanes((each) => runLane({ seed: each, canTrace: traces, roundsPerLife, report, takeRound }));
  return report.lines();
}

async function runOnClusters(): Promise<string[]> {
  const report = new ClusterReport();
  await runLanes((each) => runClusterLane({ seed: each, roundsPerLife, report, takeRound }));
  return report.lines();
}

async function runLanes(run: (seed: number) => Promise<void>): Promise<void> {
  const running = Array.from({ length: lanes }, (_, lane) =>
    run(seed + lane).catch((error: unknown) => {
      hasFailed = true;
      print(`FAILED: ${error instanceof Violation ? error.message : String((error as Error).stack ?? error)}`);
    }),
  );
  await Promise.all(running);
}

function seconds(): number {
  return Math.round((performance.now() - began) / 1000);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
