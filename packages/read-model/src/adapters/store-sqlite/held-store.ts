/**
 * Holds one moment of the read store, so that its files can be copied while the projector goes on. A reader inside a
 * transaction keeps the log from restarting, and a checkpoint from moving later pages. So file, log and checksums
 * together stay what a process killed then, or shortly after, would have left, and are checked in the same way
 * (`page-checksums.ts`). The checksums are read first and the log before the file: a page that changes is in the log.
 */
import { closeSync, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { openIfThere } from '@bellwether/ledger/files/open-if-there.ts';
import { isSqliteDamage } from '@bellwether/ledger/files/storage-error.ts';
import { openStoreReader } from './open-store.ts';
import { CHECKSUMS_SUFFIX, isWhole, StoreDamaged } from './page-checksums.ts';

const LOG_SUFFIX = '-wal';
/** A log that is held up grows: beyond this size the moment is given up. */
const HELD_LOG_BYTES_MAX = 1_073_741_824;
/** Attempts to read the checksums whole; they are written only now and then, within microseconds. */
const ATTEMPTS_MAX = 1_000;

export class HeldStore {
  readonly #file: string;
  readonly #reader: DatabaseSync;
  /** Checksums, read before anything else. */
  readonly checksums: Buffer;
  readonly log: { readonly descriptor: number; readonly bytes: number } | null;
  readonly rows: { readonly descriptor: number; readonly bytes: number };

  /** Null if there is no store, it is still being built, or its schema is damaged. Throws other errors of opening it. */
  static hold(file: string): HeldStore | null {
    if (statSync(file + CHECKSUMS_SUFFIX, { throwIfNoEntry: false }) === undefined) return null;
    let reader: DatabaseSync | null = null;
    try {
      reader = openStoreReader(file);
      reader.exec('BEGIN');
      reader.prepare('SELECT count(*) FROM sqlite_schema').get();
      return new HeldStore(file, reader);
    } catch (error) {
      reader?.close();
      if (isSqliteDamage(error)) return null;
      throw error;
    }
  }

  private constructor(file: string, reader: DatabaseSync) {
    this.#file = file;
    this.#reader = reader;
    this.checksums = readChecksums(file + CHECKSUMS_SUFFIX);
    const log = openIfThere(file + LOG_SUFFIX);
    this.log = log === null ? null : { descriptor: log, bytes: fstatSync(log).size };
    const descriptor = openSync(file, 'r');
    this.rows = { descriptor, bytes: fstatSync(descriptor).size };
  }

  /** Throws when the log has grown beyond its limit meanwhile: the copy is too slow. */
  check(): void {
    const bytes = statSync(this.#file + LOG_SUFFIX, { throwIfNoEntry: false })?.size ?? 0;
    if (bytes > HELD_LOG_BYTES_MAX) throw new Error('the read store changes faster than it is taken');
  }

  release(): void {
    if (this.log !== null) closeSync(this.log.descriptor);
    closeSync(this.rows.descriptor);
    this.#reader.close();
  }
}

function readChecksums(path: string): Buffer {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const bytes = readFileSync(path);
    if (isWhole(bytes)) return bytes;
  }
  throw new StoreDamaged(`${path} is damaged`);
}
