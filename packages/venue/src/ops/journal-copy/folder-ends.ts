/**
 * A data folder as an end of a copy. A new journal is built in a subfolder and moved into place when complete: a venue
 * started before that finds an unfinished copy.
 */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkJournalTraces } from '@bellwether/ledger/adapters/data-folder/has-journal.ts';
import { hasLock, lockDataFolder } from '@bellwether/ledger/adapters/data-folder/lock.ts';
import {
  checkJournalFiles,
  journalBytes,
  journalKind,
  NO_JOURNAL,
  openJournalFiles,
} from '@bellwether/ledger/adapters/journal-sqlite/journal-files.ts';
import { openJournal } from '@bellwether/ledger/adapters/journal-sqlite/sqlite-journal.ts';
import { closing } from '@bellwether/ledger/files/closing.ts';
import { syncFile, syncFolder } from '@bellwether/ledger/files/durable-file.ts';
import { makeFolder } from '@bellwether/ledger/files/make-folder.ts';
import { storageError } from '@bellwether/ledger/files/storage-error.ts';
import { COPY_FOLDER, type DataFolderLock, JOURNAL_FILE } from '@bellwether/ports/data-folder.ts';
import type { JournalHead } from '@bellwether/ports/journal.ts';
import type { JournalKind } from '@bellwether/ports/journal-kind.ts';
import type { Log } from '@bellwether/ports/log.ts';
import type { Randomness } from '@bellwether/ports/runtime.ts';
import type { CopySource, CopyTarget } from './ends.ts';

export function openFolderSource(dataDir: string): CopySource {
  const none = new Error(`there is no journal in ${dataDir}`);
  if (journalBytes(dataDir) === 0) throw none;
  const lock = lockChecked(dataDir);
  try {
    const files = openJournalFiles(dataDir);
    if (files === null) throw none;
    return {
      name: dataDir,
      kind: files.kind,
      read: (from) => files.read(from),
      head: async () => files.head(),
      close: async () => {
        files.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

export function openFolderTarget(dataDir: string, random: Randomness): CopyTarget {
  const isNew = journalBytes(dataDir) === 0;
  if (isNew) checkJournalTraces(dataDir);
  const lock = lockChecked(dataDir);
  // An existing journal is complete, and stays complete with every appended record.
  return isNew ? new StagedJournal(lock, random) : new OwnJournal(lock, random);
}

/** Checks the files and that no venue runs: a refused folder is left unchanged. */
export function lockChecked(dataDir: string): DataFolderLock {
  if (!hasLock(dataDir)) checkJournalFiles(dataDir);
  const lock = lockDataFolder(dataDir);
  try {
    checkJournalFiles(dataDir);
    return lock;
  } catch (error) {
    lock.release();
    throw error;
  }
}

class OwnJournal implements CopyTarget {
  readonly name: string;
  readonly #lock: DataFolderLock;
  readonly #random: Randomness;

  constructor(lock: DataFolderLock, random: Randomness) {
    this.name = lock.dataDir;
    this.#lock = lock;
    this.#random = random;
  }

  async kind(): Promise<JournalKind | null> {
    return journalKind(this.name);
  }

  async head(): Promise<JournalHead> {
    return headOf(this.name);
  }

  async open(kind: JournalKind): Promise<Log> {
    return openJournal(this.#lock, this.#random, { kind });
  }

  /** Removes a staging folder that a kill after the rename left behind. */
  async finish(): Promise<void> {
    rmSync(join(this.name, COPY_FOLDER), { recursive: true, force: true });
  }

  async close(): Promise<void> {
    this.#lock.release();
  }
}

class StagedJournal implements CopyTarget {
  readonly name: string;
  readonly #staging: string;
  readonly #lock: DataFolderLock;
  readonly #random: Randomness;

  constructor(lock: DataFolderLock, random: Randomness) {
    this.name = lock.dataDir;
    this.#staging = join(lock.dataDir, COPY_FOLDER);
    this.#lock = lock;
    this.#random = random;
  }

  async kind(): Promise<JournalKind | null> {
    checkJournalFiles(this.#staging);
    return journalKind(this.#staging);
  }

  async head(): Promise<JournalHead> {
    checkJournalFiles(this.#staging);
    return headOf(this.#staging);
  }

  async open(kind: JournalKind): Promise<Log> {
    makeFolder(this.#staging);
    try {
      syncFolder(this.name);
    } catch (error) {
      throw storageError('write', this.#staging, error);
    }
    return openJournal({ dataDir: this.#staging, release: () => undefined }, this.#random, { kind });
  }

  async finish(): Promise<void> {
    const staged = join(this.#staging, JOURNAL_FILE);
    try {
      // After closing, this one file holds everything.
      if (existsSync(`${staged}-wal`)) throw new Error('the copy is open in another process');
      syncFile(staged);
      renameSync(staged, join(this.name, JOURNAL_FILE));
      syncFolder(this.name);
      rmSync(this.#staging, { recursive: true });
    } catch (error) {
      throw storageError('write', staged, error);
    }
  }

  async close(): Promise<void> {
    this.#lock.release();
  }
}

function headOf(dataDir: string): JournalHead {
  using files = closing(openJournalFiles(dataDir) ?? NO_JOURNAL);
  return files.head();
}
