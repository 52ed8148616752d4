/** Entry of a thread that does a share of the damages on its own copy of the folder given in `workerData`. */
import { parentPort, workerData } from 'node:worker_threads';
import { wordsOfError } from '../shared/harness.ts';
import { type DamageCounts, DamageTally, type Share, type WorkerData } from './attack.ts';
import { Bench } from './bench.ts';
import { everyDamage, wordsOf } from './damages.ts';

if (parentPort === null) throw new Error('worker.ts runs as a worker thread');
const port = parentPort;
const { sounds, scratch } = workerData as WorkerData;
const benches = sounds.map((sound, at) => new Bench(sound, `${scratch}-${at}`));

port.on('message', async (share: Share) => port.postMessage(await doShare(share)));

async function doShare({ sound, label, target, from, to, step }: Share): Promise<DamageCounts> {
  const bench = benches[sound] as Bench;
  const tally = new DamageTally();
  const plan = everyDamage(bench.copy.original(target.file).length);
  for (let index = from; index < to; index += step) {
    const damage = plan.at(index);
    try {
      const judged = await bench.judge(target, damage);
      if (judged !== null) tally.add(label, damage.kind, wordsOf(damage), judged);
    } catch (error) {
      tally.add(label, damage.kind, wordsOf(damage), { verdict: 'broken', words: wordsOfError(error) });
      bench.copy.restore();
    }
  }
  const { counts, words, broken } = tally;
  return { counts, words, broken };
}
