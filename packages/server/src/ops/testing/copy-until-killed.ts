/**
 * `journal copy` in a process of its own, which a SIGKILL ends after so many steps: `FROM TO STEPS`. A database takes two
 * records in a step, a folder one.
 */
import { MACHINE } from '../../runtime/machine.ts';
import { runJournalCopy } from '../journal-copy/journal-copy.ts';

const [from = '', to = '', steps = '0'] = process.argv.slice(2);
let left = Number(steps);
const onStep = (): void => {
  if (--left === 0) process.kill(process.pid, 'SIGKILL');
};
await runJournalCopy({ from, to, print: () => undefined, runtime: MACHINE, together: 2, onStep });
