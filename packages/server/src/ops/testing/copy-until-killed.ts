/**
 * Runs `journal copy` in its own process and kills itself with SIGKILL after the given number of steps: `FROM TO
 * STEPS`. A step is two records for a database, one record for a folder.
 */
import { MACHINE } from '../../runtime/machine.ts';
import { runJournalCopy } from '../journal-copy/journal-copy.ts';

const [from = '', to = '', steps = '0'] = process.argv.slice(2);
let left = Number(steps);
const onStep = (): void => {
  if (--left === 0) process.kill(process.pid, 'SIGKILL');
};
await runJournalCopy({ from, to, print: () => undefined, runtime: MACHINE, together: 2, onStep });
