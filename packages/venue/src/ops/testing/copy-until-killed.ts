/** `FROM TO STEPS [true]`: copies a journal, killed after so many steps (two records to a database, else one). */
import { MACHINE } from '../../runtime/machine.ts';
import { runJournalCopy } from '../journal-copy/journal-copy.ts';

const [from = '', to = '', steps = '0', movesTexts = ''] = process.argv.slice(2);
let left = Number(steps);
const onStep = (): void => {
  if (--left === 0) process.kill(process.pid, 'SIGKILL');
};
await runJournalCopy({
  from,
  to,
  print: () => undefined,
  runtime: MACHINE,
  movesTexts: movesTexts === 'true',
  together: 2,
  onStep,
});
