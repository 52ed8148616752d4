/** `npm run sim`: many seeds with figures of what they met, one seed again, or what is left of one. */
import { parseArguments } from './arguments.ts';
import { runMany } from './many.ts';
import { replay } from './replay.ts';
import { printSmallest } from './shrink/print.ts';

const options = parseArguments(process.argv.slice(2));

if (options.shrink) process.exitCode = await printSmallest(options);
else process.exitCode = options.trace || options.seed !== null ? await replay(options) : await runMany(options);
