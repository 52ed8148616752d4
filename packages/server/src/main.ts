/** The program `bellwether`: hands the command line to `runCommandLine` and sets the exit code it answers. */
import { runCommandLine } from './cli.ts';

process.exitCode = await runCommandLine(process.argv.slice(2), process.env);
