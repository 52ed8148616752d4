/** `npm run sim`: runs many seeds with coverage figures, replays one seed, shrinks one, or plays the canaries. */
import { parseArguments, replayCommand, type SimArguments } from './arguments.ts';
import { runMany } from './many.ts';
import { runSeed } from './run-seed.ts';
import { shrink } from './shrink/shrink.ts';
import { COMMANDS } from './venue/sim-world.ts';
import type { RunResult } from './world.ts';

/** Maximum number of runs to shrink a seed, and of trace lines to print from the end, where the violation is. */
const SHRINKING_RUNS_MAX = 600;
const LINES_MAX = 200;

const words = process.argv.slice(2);
process.exitCode = words.includes('--canaries') ? await runCanaries() : await runSeeds();

function runSeeds(): Promise<number> {
  const options = parseArguments(words);
  if (options.shrink) return printSmallest(options);
  return options.trace || options.seed !== null ? replay(options) : runMany(options);
}

async function runCanaries(): Promise<number> {
  // The tests and their runner are loaded for canaries only.
  const { playCanaries } = await import('./canaries/command.testing.ts');
  return playCanaries(words);
}

/** Replays one seed and prints everything that happened. Returns the exit code: 1 if the seed breaks a rule. */
async function replay({ seed, from, trace, commands, limits }: SimArguments): Promise<number> {
  const lines: string[] = [];
  const result = await runSeed(seed ?? from, {
    ...limits,
    ...(commands !== null && { commands }),
    ...(trace && { trace: (line: string) => void lines.push(line) }),
  });
  if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`);
  for (const [name, count] of Object.entries(result.counts)) console.log(`${name.padEnd(36)} ${count}`);
  console.log(
    `steps ${result.steps}, simulated ${(result.simulatedMs / 1_000).toFixed(1)} s, trace ${result.traceHash}`,
  );
  console.log(result.kind === 'ok' ? `seed ${result.seed}: everything holds` : violationOf(result));
  return result.kind === 'ok' ? 0 : 1;
}

/** Prints the trace of the shrunk seed and the command that replays it. Returns the exit code as `replay` does. */
async function printSmallest({ seed, from, commands, limits }: SimArguments): Promise<number> {
  const number = seed ?? from;
  const given = commands ?? COMMANDS;
  const shrunk = await shrink(number, { limits, commands: given, runsMax: SHRINKING_RUNS_MAX, run: runSeed });
  if (shrunk === null) {
    console.log(`seed ${number}: everything holds, there is nothing to shrink`);
    return 0;
  }
  const lines: string[] = [];
  await runSeed(number, { ...shrunk.limits, commands: given, trace: (line) => void lines.push(line) });
  console.log(lines.slice(-LINES_MAX).join('\n'));
  console.log(`\n${violationOf(shrunk.result)}`);
  console.log(`smallest of ${shrunk.runs} runs; again with\n${replayCommand(number, shrunk.limits)}`);
  return 1;
}

const violationOf = ({ seed, step, rule, message }: RunResult & { readonly kind: 'broken' }): string =>
  `seed ${seed}, step ${step}: ${rule}\n${message}`;
