/** What keeps the journal at a place that an operator names. */
import { resolve } from 'node:path';
import type { Runtime } from '../../ports/runtime.ts';
import type { CopySource, CopyTarget } from './ends.ts';
import { openFolderSource, openFolderTarget } from './folder-ends.ts';

/** `place` is a data folder. Throws `DataFolderInUse`, `JournalCorruption`, or that there is no journal. */
export function openSource(place: string): Promise<CopySource> {
  return Promise.resolve(openFolderSource(resolve(place)));
}

/** `place` is a data folder, there or not. Throws `DataFolderInUse`, `JournalMissing` or `JournalCorruption`. */
export function openTarget(place: string, { random }: Pick<Runtime, 'random'>): Promise<CopyTarget> {
  return Promise.resolve(openFolderTarget(resolve(place), random));
}

/** Whether both mean the same journal. */
export function isSamePlace(one: string, other: string): boolean {
  return resolve(one) === resolve(other);
}
