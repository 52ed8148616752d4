/** The newest snapshot with its runs, as files for one who copies them while the venue goes on and removes old ones. */
import { closeSync, openSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { runName } from './run-file.ts';
import { runsOf, snapshotPaths } from './snapshot-file.ts';

/** A file that is open: it can be read to its end when it is removed meanwhile. The one who opened it closes it. */
export interface OpenedFile {
  readonly name: string;
  readonly descriptor: number;
}

/** How often a snapshot may be gone before all its files are open. */
const ATTEMPTS_MAX = 3;

/** The runs first; none when there is no snapshot. Throws what `open` says. */
export function openNewestSnapshot(dataDir: string): readonly OpenedFile[] {
  for (let attempt = 1; ; attempt++) {
    const [newest] = snapshotPaths(dataDir);
    if (newest === undefined) return [];
    const opened: OpenedFile[] = [];
    try {
      // Its own file last: what it names is there before it.
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
