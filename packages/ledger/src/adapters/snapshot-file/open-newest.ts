/** The newest snapshot with its runs, as open files: they can be copied while the venue goes on and removes old ones. */
import { closeSync, openSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { runName } from './run-file.ts';
import { runsOf, snapshotPaths } from './snapshot-file.ts';

/** An open file: it can be read to its end even if it is removed meanwhile. The caller closes it. */
type OpenedFile = { readonly name: string; readonly descriptor: number };

/** Attempts to open all files of a snapshot before it is removed. */
const ATTEMPTS_MAX = 3;

/** Files of the newest snapshot, its runs first; empty if there is no snapshot. Throws the errors of `open`. */
export function openNewestSnapshot(dataDir: string): readonly OpenedFile[] {
  for (let attempt = 1; ; attempt++) {
    const [newest] = snapshotPaths(dataDir);
    if (newest === undefined) return [];
    const opened: OpenedFile[] = [];
    try {
      // The snapshot file comes last: the runs that it names exist before it.
      for (const name of [...runsOf(newest).map(runName), basename(newest)]) {
        opened.push({ name, descriptor: openSync(join(dirname(newest), name), 'r') });
      }
      return opened;
    } catch (error) {
      for (const { descriptor } of opened) closeSync(descriptor);
      if (attempt === ATTEMPTS_MAX) throw error;
    }
  }
}
