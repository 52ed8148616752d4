/** Makes the demo's past in a process of its own, which a SIGKILL ends after the nth step of a name: `FOLDER NOW_MS STEP N`. Else it prints the head. */
import { MACHINE } from '../../runtime/machine.ts';
import { makePast } from '../past/make-past.ts';

const [dataDir = '', nowMs = '0', last = '', count = '1'] = process.argv.slice(2);
let left = Number(count);
const head = await makePast({
  dataDir,
  runtime: { ...MACHINE, clock: { ...MACHINE.clock, wallMs: () => Number(nowMs) } },
  onStep: (step) => {
    if (step === last && --left === 0) process.kill(process.pid, 'SIGKILL');
  },
});
process.stdout.write(`${JSON.stringify(head)}\n`);
