/**
 * Takes everyone else's rights away from the files of a data folder. New files are made private by the process's umask;
 * this is for those that came from elsewhere, a backup or an older version for instance.
 */
import { chmodSync, type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const OF_OTHERS = 0o077;
const FOLDERS = ['snapshots'];

/** For a process, before it makes its first file: what it makes is its owner's alone, however the shell is set. */
export function makeNewFilesPrivate(): void {
  process.umask(OF_OTHERS);
}

/** The caller holds the folder's lock. A file that belongs to another user stays as it is. */
export function makeFilesPrivate(dataDir: string): void {
  for (const folder of [dataDir, ...FOLDERS.map((name) => join(dataDir, name))]) {
    for (const entry of entriesOf(folder)) if (entry.isFile()) makePrivate(join(folder, entry.name));
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function makePrivate(path: string): void {
  try {
    const { mode } = lstatSync(path);
    if ((mode & OF_OTHERS) !== 0) chmodSync(path, mode & 0o700);
  } catch {
    // It is gone, or not ours.
  }
}
