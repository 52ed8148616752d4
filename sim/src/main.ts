/** `npm run sim`: runs many seeds with coverage figures, replays one seed, shrinks one, or plays the canaries. */
import { parseArguments } from './arguments.ts';
import { runMany } from './many.ts';
import { replay } from './replay.ts';
import { printSmallest } from './shrink/print.ts';

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
