/**
 * `npm run test:steady`: repeats the quick lane on a busy machine, each time with other generated cases, and prints how
 * often each test failed. Two processes spin on every core, and one writes and syncs a file without a pause. Options:
 * `--runs N`, number of runs (20); `--from S`, seed of the first (1); `--at-once M`, runs in parallel (1). Exit code 1
 * if anything failed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './test-files.ts';
import type { TestReport } from './test-summary.ts';

const SPINNERS_PER_CORE = 2;
/** Both scripts end with the process that started them, however it ends. */
const SPIN = 'const parent = process.ppid; while (process.ppid === parent);';
const SYNC = `const fs = require('node:fs'); const parent = process.ppid; const file = fs.openSync(process.argv[1], 'w');
  while (process.ppid === parent) { fs.writeSync(file, 'x', 0); fs.fsyncSync(file); }`;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    from: { type: 'string', default: '1' },
    'at-once': { type: 'string', default: '1' },
  },
});
const runs = numberOf('runs');
const from = numberOf('from');
const atOnce = numberOf('at-once');

const folder = mkdtempSync(join(tmpdir(), 'steady-'));
const load: ChildProcess[] = [
  ...Array.from({ length: SPINNERS_PER_CORE * availableParallelism() }, () => spawn(process.execPath, ['-e', SPIN])),
  spawn(process.execPath, ['-e', SYNC, join(folder, 'synced')]),
];
const failures = new Map<string, number>();
const failed = (name: string): void => void failures.set(name, (failures.get(name) ?? 0) + 1);
try {
  let begun = 0;
  const playSome = async (): Promise<void> => {
    while (begun < runs) await playOnce(from + begun++);
  };
  await Promise.all(Array.from({ length: atOnce }, playSome));
} finally {
  for (const process of load) process.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
for (const [name, times] of failures) process.stdout.write(`${times} of ${runs}  ${name}\n`);
process.stdout.write(`${failures.size === 0 ? 0 : Math.max(...failures.values())} of ${runs} runs failed at most\n`);
process.exitCode = failures.size === 0 ? 0 : 1;

function numberOf(option: 'runs' | 'from' | 'at-once'): number {
  const number = Number(values[option]);
  if (Number.isInteger(number) && number >= 1) return number;
  throw new Error(`--${option} is "${values[option]}"; it must be a whole number from 1.`);
}

/** Runs the lane once; `run` is the seed of its property tests. */
async function playOnce(run: number): Promise<void> {
  const report = join(folder, `${run}.json`);
  const begun = process.hrtime.bigint();
  const lane = spawn('npx', ['vitest', 'run', '--mode', 'quick'], {
    cwd: ROOT,
    env: { ...process.env, PROPERTY_SEED: String(run), TEST_REPORT: report },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [status] = (await once(lane, 'exit')) as [number | null];
  const seconds = Number((process.hrtime.bigint() - begun) / 1_000_000_000n);
  const names = failedTests(report);
  names.forEach(failed);
  if (status !== 0 && names.length === 0) failed('the run itself');
  process.stdout.write(`seed ${run}, of ${runs} runs: ${status === 0 ? 'green' : 'RED'}, ${seconds} s\n`);
}

function failedTests(report: string): readonly string[] {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as TestReport;
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const names = assertionResults
      .filter((each) => each.status === 'failed')
      .map((each) => `${name}: ${each.fullName}`);
    return status === 'failed' && names.length === 0 ? [name] : names;
  });
}
