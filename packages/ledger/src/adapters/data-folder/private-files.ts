/**
 * Removes access for other users from the files of a data folder. The process's umask makes new files private; this
 * handles files that came from elsewhere, such as a backup or an older version.
 */
import { chmodSync, type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const OF_OTHERS = 0o077;
const FOLDERS = ['snapshots'];

/**
 * Makes all files that the process creates from now on private, however the shell is set. Call it before the first file.
 */
export function makeNewFilesPrivate(): void {
  process.umask(OF_OTHERS);
}

/**
 * Makes existing files private. The caller holds the folder's lock. A file that belongs to another user stays unchanged.
 */
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
    // The file is gone, or not ours.
  }
}
