/** `npm run sim`: many seeds with figures of what they met, or one seed again. */
import { parseArguments } from './arguments.ts';
import { runMany } from './many.ts';
import { replay } from './replay.ts';

const options = parseArguments(process.argv.slice(2));
process.exitCode = options.trace || options.seed !== null ? await replay(options) : await runMany(options);
