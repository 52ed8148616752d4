/** The program `bellwether`: passes the command line to `runCommandLine` and sets the exit code. */
import { makeNewFilesPrivate } from '@bellwether/ledger/adapters/data-folder/private-files.ts';
import { MACHINE } from '@bellwether/venue/runtime/machine.ts';
import { runCommandLine } from './cli.ts';

makeNewFilesPrivate();
// A reader may close the output early (`| head`). That must not end a venue or a check.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
process.exitCode = await runCommandLine(process.argv.slice(2), process.env, MACHINE);
