/**
 * Kills real venues, or disturbs clusters of them, and compares the result with what their clients were told.
 * Usage: npm run crash -- [--cluster] [--rounds N] [--lanes N] [--seed S]
 */
import { POSTGRES_MISSING, postgresBinaries } from '@bellwether/postgres-process/binaries';
import { canTrace, conclude, optionsOf, print, seconds, stopSignal } from '../shared/harness.ts';
import { runClusterLane } from './cluster-lane.ts';
import { runLane } from './lane.ts';
import { Violation } from './lives.ts';
import { ClusterReport, CrashReport } from './reports.ts';

/** A longer journal would slow down every start. */
const ROUNDS_PER_LIFE = 25;
const PROGRESS_EVERY = 50;

const { cluster, rounds, seed, ...given } = optionsOf({
  cluster: false,
  rounds: 20,
  lanes: 0,
  seed: Date.now() % 1_000_000,
});
const lanes = given.lanes || (cluster ? 1 : 2);
if (cluster && postgresBinaries() === null) {
  print(`crash --cluster is left out: ${POSTGRES_MISSING}`);
  process.exit(process.env['CI'] === 'true' ? 1 : 0);
}
const stop = stopSignal();
let left = rounds;
let hasFailed = false;

print(`crash: ${rounds} rounds${cluster ? ' on a cluster' : ''} in ${lanes} lanes, seed ${seed}`);

const takeRound = (): boolean => {
  if (left === 0 || hasFailed || stop.aborted) return false;
  const done = rounds - left;
  if (done > 0 && done % PROGRESS_EVERY === 0) print(`  ${done} rounds, ${seconds()} s`);
  left--;
  return true;
};
const roundsPerLife = Math.min(ROUNDS_PER_LIFE, Math.ceil(rounds / lanes));
for (const line of await (cluster ? runOnClusters() : runOnOneMachine())) print(line);
print(`  took                          ${seconds()} s`);
conclude(!hasFailed, hasFailed ? 'crash: a promise was broken' : 'crash: every promise was kept');

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
