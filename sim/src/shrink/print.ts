/** `npm run sim -- --seed S --shrink`: prints the trace of the shrunk seed and the command that replays it. */
import { replayCommand, type SimArguments } from '../arguments.ts';
import { runSeed } from '../run-seed.ts';
import { COMMANDS } from '../venue/sim-world.ts';
import { shrink } from './shrink.ts';

const RUNS_MAX = 600;
/** Maximum number of trace lines to print, from the end, where the violation is. */
const LINES_MAX = 200;

/** Returns the exit code of the process: 1 if the seed breaks a rule. */
export async function printSmallest({ seed, from, commands, limits }: SimArguments): Promise<number> {
  const number = seed ?? from;
  const given = commands ?? COMMANDS;
  const shrunk = await shrink(number, { limits, commands: given, runsMax: RUNS_MAX, run: runSeed });
  if (shrunk === null) {
    console.log(`seed ${number}: everything holds, there is nothing to shrink`);
    return 0;
  }
  const lines: string[] = [];
  await runSeed(number, { ...shrunk.limits, commands: given, trace: (line) => void lines.push(line) });
  console.log(lines.slice(-LINES_MAX).join('\n'));
  const { result, runs } = shrunk;
  console.log(`\nseed ${number}, step ${result.step}: ${result.rule}\n${result.message}`);
  console.log(`smallest of ${runs} runs; again with\n${replayCommand(number, shrunk.limits)}`);
  return 1;
}
