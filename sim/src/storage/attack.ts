/** Damages every file of some folders, in several threads, and adds up the outcomes. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Sound, type Target, targetsOf } from './bench.ts';
import { everyDamage } from './damages.ts';
import type { DamageCounts, DamageTally } from './tally.ts';
import type { Share, WorkerData } from './worker.ts';

/** A sound folder, with a name that identifies its files. */
export interface Attacked {
  readonly name: string;
  readonly sound: Sound;
  readonly isAttacked: (target: Target) => boolean;
}

/** Damages that a worker does between two reports. */
const SHARE = 2_000;

/** Does shares in a thread of its own until there are none. `scratch`: private folder for copies. */
export async function attack(
  attacked: readonly Attacked[],
  scratch: string,
  take: () => Share | undefined,
  tally: DamageTally,
): Promise<void> {
  const workerData: WorkerData = { sounds: attacked.map(({ sound }) => sound), scratch };
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData });
  try {
    for (let share = take(); share !== undefined; share = take()) {
      const { promise, resolve, reject } = Promise.withResolvers<DamageCounts>();
      worker.once('message', resolve).once('error', reject);
      worker.postMessage(share);
      tally.merge(await promise.finally(() => worker.off('error', reject)));
    }
  } finally {
    await worker.terminate();
  }
}

/**
 * Splits the damages into shares of one kind each. For all files, damages to whole blocks come first, then truncations,
 * then damages to bytes. `stepOf`: every nth damage of a file; 1: all.
 */
export function sharesOf(
  attacked: readonly Attacked[],
  stepOf: (target: Target) => number,
  tally: DamageTally,
): readonly Share[] {
  const shares: { readonly kind: number; readonly share: Share }[] = [];
  for (const [at, { name, sound, isAttacked }] of attacked.entries()) {
    for (const target of targetsOf(sound.folder).filter(isAttacked)) {
      const { size } = statSync(join(sound.folder, target.file));
      const label = `${name} ${target.file}`;
      tally.open(label, size);
      const { counts } = everyDamage(size);
      const step = stepOf(target);
      let first = 0;
      for (const [kind, count] of counts.entries()) {
        const isOfBytes = kind < counts.length - 1;
        const begin = isOfBytes ? (sound.beforeLast?.at ?? 0) : 0;
        for (let from = first + begin; from < first + count; from += SHARE * step) {
          const to = Math.min(first + count, from + SHARE * step);
          shares.push({ kind: isOfBytes ? kind : -1, share: { sound: at, label, target, from, to, step } });
        }
        first += count;
      }
    }
  }
  return shares.sort((a, b) => a.kind - b.kind).map(({ share }) => share);
}
