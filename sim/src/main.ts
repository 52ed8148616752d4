/** `npm run sim`: runs many seeds with coverage figures, replays one seed, shrinks one, or plays the canaries. */
import { parseArguments, replayCommand, type SimArguments } from './arguments.ts';
import { COMMANDS, type RunResult } from './limits.ts';
import { runMany } from './many.ts';
import { runSeed } from './run-seed.ts';
import { shrink } from './shrink/shrink.ts';

/** Maximum number of runs to shrink a seed, and of trace lines to print from the end, where the violation is. */
const SHRINKING_RUNS_MAX = 600;
const LINES_MAX = 200;

const options = parseArguments();
if (options.canaries) {
  // The tests and their runner are loaded for canaries only.
  const { playCanaries } = await import('./canaries/command.testing.ts');
  process.exitCode = await playCanaries(options.only);
} else if (options.shrink) await printSmallest(options);
else if (options.trace || options.seed !== null) await replay(options);
else await runMany(options);

async function replay({ seed, from, trace, commands, limits }: SimArguments): Promise<void> {
  const lines: string[] = [];
  const result = await runSeed(seed ?? from, {
    ...limits,
    ...(commands !== null && { commands }),
    ...(trace && { trace: (line: string) => void lines.push(line) }),
  });
  if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`);
  for (const [name, count] of Object.entries(result.counts)) console.log(`${name.padEnd(48)} ${count}`);
  const { steps, simulatedMs, traceHash } = result;
  console.log(`steps ${steps}, simulated ${(simulatedMs / 1_000).toFixed(1)} s, trace ${traceHash}`);
  tell(result);
}

async function printSmallest({ seed, from, commands, limits }: SimArguments): Promise<void> {
  const number = seed ?? from;
  const given = commands ?? COMMANDS;
  const shrunk = await shrink(number, { limits, commands: given, runsMax: SHRINKING_RUNS_MAX, run: runSeed });
  if (shrunk === null) return console.log(`seed ${number}: everything holds, there is nothing to shrink`);
  const lines: string[] = [];
  await runSeed(number, { ...shrunk.limits, commands: given, trace: (line) => void lines.push(line) });
  console.log(lines.slice(-LINES_MAX).join('\n'));
  tell(shrunk.result);
  console.log(`smallest of ${shrunk.runs} runs; again with\n${replayCommand(number, shrunk.limits)}`);
}

function tell(result: RunResult): void {
  const { seed, kind } = result;
  if (kind === 'ok') return console.log(`seed ${seed}: everything holds`);
  console.log(`seed ${seed}, step ${result.step}: ${result.rule}\n${result.message}`);
  process.exitCode = 1;
}
