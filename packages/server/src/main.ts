/** The program `bellwether`: hands the command line to `runCommandLine` and sets the exit code it answers. */
import { makeNewFilesPrivate } from './adapters/data-folder/private-files.ts';
import { runCommandLine } from './cli.ts';
import { MACHINE } from './runtime/machine.ts';

makeNewFilesPrivate();
process.exitCode = await runCommandLine(process.argv.slice(2), process.env, MACHINE);
