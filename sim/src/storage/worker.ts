/** Entry of a thread that does a share of the damages on its own copy of the folder given in `workerData`. */
import { parentPort, workerData } from 'node:worker_threads';
import { everyDamage, wordsOf } from './damages.ts';
import { add, emptyTally, type Tally, tallyOf } from './tally.ts';
import { Bench, type Sound, type Target } from './targets.ts';

export interface WorkerData {
  readonly sounds: readonly Sound[];
  /** Private folder for copies. */
  readonly scratch: string;
}

/** Damages `from`, `from + step` … below `to` of a file. */
export interface Share {
  readonly sound: number;
  readonly label: string;
  readonly target: Target;
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

if (parentPort === null) throw new Error('worker.ts runs as a worker thread');
const port = parentPort;
const { sounds, scratch } = workerData as WorkerData;
const benches = sounds.map((sound, at) => new Bench(sound, `${scratch}-${at}`));

port.on('message', (share: Share) => {
  void doShare(share).then((tally) => port.postMessage(tally));
});

async function doShare({ sound, label, target, from, to, step }: Share): Promise<Tally> {
  const bench = benches[sound] as Bench;
  const tally = emptyTally();
  const original = bench.original(target.file);
  const plan = everyDamage(original.length);
  tallyOf(tally, label).bytes = original.length;
  for (let index = from; index < to; index += step) {
    const damage = plan.at(index);
    try {
      const judged = await bench.judge(target, damage);
      if (judged !== null) add(tally, label, damage.kind, wordsOf(damage), judged);
    } catch (error) {
      const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
      add(tally, label, damage.kind, wordsOf(damage), { verdict: 'broken', words });
      bench.reset();
    }
  }
  return tally;
}
