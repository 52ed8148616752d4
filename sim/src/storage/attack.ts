/** Damages every file of the folders, in several threads, and adds up the outcomes. */

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { everyDamage } from './damages.ts';
import { emptyTally, merge, type Tally } from './tally.ts';
import { type Sound, type Target, targetsOf } from './targets.ts';
import type { Share, WorkerData } from './worker.ts';

export interface AttackOptions {
  /** Sound folders, each with a name that identifies its files. */
  readonly sounds: readonly {
    readonly name: string;
    readonly sound: Sound;
    readonly isAttacked: (target: Target) => boolean;
  }[];
  readonly scratch: string;
  readonly workers: number;
  /** Every nth damage of a file; 1: all. */
  readonly stepOf: (target: Target) => number;
  readonly progress: (line: string) => void;
  /** Ends the run after the current shares. */
  readonly signal: AbortSignal;
}

/** Damages that a worker does between two reports. */
const SHARE = 2_000;

export async function attack(options: AttackOptions): Promise<Tally> {
  const { sounds, scratch, workers, progress, signal } = options;
  const shares = sharesOf(options);
  const total = shares.length;
  const tally = emptyTally();
  const run = async (number: number): Promise<void> => {
    const data: WorkerData = { sounds: sounds.map(({ sound }) => sound), scratch: join(scratch, `worker-${number}`) };
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: data });
    try {
      for (let share = shares.shift(); share !== undefined && !signal.aborted; share = shares.shift()) {
        merge(tally, await ask(worker, share));
        if (shares.length % 10 === 0) progress(`${total - shares.length} of ${total} shares`);
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, number) => run(number)));
  return tally;
}

function ask(worker: Worker, share: Share): Promise<Tally> {
  return new Promise((resolve, reject) => {
    const failed = (error: unknown): void => reject(error);
    worker.once('error', failed);
    worker.once('message', (tally: Tally) => {
      worker.off('error', failed);
      resolve(tally);
    });
    worker.postMessage(share);
  });
}

/**
 * Splits the damages into shares of one kind each. For all files, damages to whole blocks come first, then truncations,
 * then damages to bytes.
 */
function sharesOf({ sounds, stepOf }: AttackOptions): Share[] {
  const shares: { readonly kind: number; readonly share: Share }[] = [];
  for (const [at, { name, sound, isAttacked }] of sounds.entries()) {
    for (const target of targetsOf(sound.folder).filter(isAttacked)) {
      const { counts } = everyDamage(statSync(join(sound.folder, target.file)).size);
      const step = stepOf(target);
      let first = 0;
      for (const [kind, count] of counts.entries()) {
        const isOfBytes = kind < counts.length - 1;
        const begin = isOfBytes ? (sound.beforeLast?.at ?? 0) : 0;
        for (let from = first + begin; from < first + count; from += SHARE * step) {
          const to = Math.min(first + count, from + SHARE * step);
          const share = { sound: at, label: `${name} ${target.file}`, target, from, to, step };
          shares.push({ kind: isOfBytes ? kind : -1, share });
        }
        first += count;
      }
    }
  }
  return shares.sort((a, b) => a.kind - b.kind).map(({ share }) => share);
}
