/**
 * Kills real venues, and holds what is there against what their clients were told.
 * Usage: npm run crash -- [--rounds N] [--lanes N] [--seed S]
 */
import { parseArgs } from 'node:util';
import { runLane } from './lane.ts';
import { canTrace } from './points.ts';
import { CrashReport } from './report.ts';
import { Violation } from './violation.ts';

/** A longer journal makes every start longer. */
const ROUNDS_PER_LIFE = 25;
const PROGRESS_EVERY = 50;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    lanes: { type: 'string', default: '2' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const [rounds, lanes, seed] = [Number(values.rounds), Number(values.lanes), Number(values.seed)];
const traces = canTrace();
const report = new CrashReport();
const began = performance.now();
let left = rounds;
let hasFailed = false;

print(`crash: ${rounds} rounds in ${lanes} lanes, seed ${seed}`);
if (!traces) print('  there is no strace here, or it may not trace: kills are at random times only, at no named point');

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
const running = Array.from({ length: lanes }, (_, lane) =>
  runLane({ seed: seed + lane, canTrace: traces, roundsPerLife, report, takeRound }).catch((error: unknown) => {
    hasFailed = true;
    print(`FAILED: ${error instanceof Violation ? error.message : String((error as Error).stack ?? error)}`);
  }),
);
await Promise.all(running);
for (const line of report.lines()) print(line);
print(`  took                          ${seconds()} s`);
print(hasFailed ? 'crash: a promise was broken' : 'crash: every promise was kept');
process.exitCode = hasFailed ? 1 : 0;

function seconds(): number {
  return Math.round((performance.now() - began) / 1000);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
