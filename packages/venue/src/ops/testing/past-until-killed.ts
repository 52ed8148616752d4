/**
 * Makes the demo's past in its own process: `FOLDER NOW_MS STEP N [COPIES]`. SIGKILL ends it after the nth step of that
 * name; without such a step it prints the head. With COPIES, the folder is copied there after the first step of each
 * name and after every 500th record, as a kill would leave it.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { MACHINE } from '../../runtime/machine.ts';
import { makePast } from '../past/make-past.ts';

const [dataDir = '', nowMs = '0', last = '', count = '0', copies] = process.argv.slice(2);
const times = new Map<string, number>();
const head = await makePast({
  dataDir,
  runtime: { ...MACHINE, clock: { ...MACHINE.clock, wallMs: () => Number(nowMs) } },
  onStep: (step) => {
    const time = (times.get(step) ?? 0) + 1;
    times.set(step, time);
    if (step === last && time === Number(count)) process.kill(process.pid, 'SIGKILL');
    if (copies !== undefined && (time === 1 || time % 500 === 0))
      cpSync(dataDir, join(copies, `${step}-${time}`), { recursive: true });
  },
});
process.stdout.write(`${JSON.stringify(head)}\n`);
