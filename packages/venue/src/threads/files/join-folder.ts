/**
 * Folder for the files that a joining node fetches: inside the data folder and with the same layout, so that the files
 * can be checked as if they were in place. Each file is on the disk before it counts, and takes its place when
 * everything is checked.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { OWNER_ONLY, syncFolder } from '@bellwether/ledger/files/durable-file.ts';
import type { FetchedFiles } from '@bellwether/nodes/fetch-files.ts';
import { JOIN_FOLDER, SNAPSHOTS_FOLDER, STORE_FILE } from '@bellwether/ports/data-folder.ts';
import type { FilePart } from '@bellwether/ports/node-files.ts';
import { removeStore } from '@bellwether/read-model/adapters/store-sqlite/open-store.ts';
import { CHECKSUMS_SUFFIX } from '@bellwether/read-model/adapters/store-sqlite/page-checksums.ts';

const OF_SNAPSHOT = /^(?:\d{16}\.snapshot|orders-\d{8}-\d{8}\.run)$/;
/** In the order of installation: without the last file there is no store. */
const OF_STORE: readonly string[] = [STORE_FILE + CHECKSUMS_SUFFIX, `${STORE_FILE}-wal`, STORE_FILE];

export class JoinFolder implements FetchedFiles {
  readonly path: string;
  readonly #dataDir: string;
  #file: number | null = null;

  /** Starts empty, whatever an earlier start has left there. The caller holds the data folder's lock. */
  constructor(dataDir: string) {
    this.#dataDir = dataDir;
    this.path = join(dataDir, JOIN_FOLDER);
    this.remove();
    mkdirSync(join(this.path, SNAPSHOTS_FOLDER), { recursive: true, mode: 0o700 });
  }

  begin(name: string): void {
    this.#file = openSync(join(this.path, placeOf(name)), 'wx', OWNER_ONLY);
  }

  write(bytes: Uint8Array): void {
    if (this.#file === null) throw new Error('no file was begun');
    for (let written = 0; written < bytes.length; ) written += writeSync(this.#file, bytes, written);
  }

  end(): void {
    if (this.#file === null) return;
    fsyncSync(this.#file);
    closeSync(this.#file);
    this.#file = null;
  }

  has(part: FilePart): boolean {
    if (part === 'store') return existsSync(join(this.path, STORE_FILE));
    return readdirSync(join(this.path, SNAPSHOTS_FOLDER)).length > 0;
  }

  /** Moves a part to its place. */
  install(part: FilePart): void {
    if (part === 'store') {
      removeStore(join(this.#dataDir, STORE_FILE));
      for (const name of OF_STORE) if (existsSync(join(this.path, name))) this.#move(name);
    } else {
      mkdirSync(join(this.#dataDir, SNAPSHOTS_FOLDER), { recursive: true, mode: 0o700 });
      // Runs come before the snapshot that names them.
      const names = readdirSync(join(this.path, SNAPSHOTS_FOLDER)).sort().reverse();
      for (const name of names) this.#move(join(SNAPSHOTS_FOLDER, name));
      syncFolder(join(this.#dataDir, SNAPSHOTS_FOLDER));
    }
    syncFolder(this.#dataDir);
  }

  remove(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
    rmSync(this.path, { recursive: true, force: true });
  }

  #move(name: string): void {
    renameSync(join(this.path, name), join(this.#dataDir, name));
  }
}

/** Throws for any file name that was not requested. */
function placeOf(name: string): string {
  if (OF_SNAPSHOT.test(name)) return join(SNAPSHOTS_FOLDER, name);
  if (OF_STORE.includes(name)) return name;
  throw new Error(`it sends a file that was not asked for: ${JSON.stringify(name)}`);
}
