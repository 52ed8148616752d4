/** A recorded venue and the locked folder of its journal, once a file, whose own `afterEach` ends what it starts. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { lockDataFolder } from '@bellwether/ledger/adapters/data-folder/lock.ts';
import { openJournal, type SqliteJournal } from '@bellwether/ledger/adapters/journal-sqlite/sqlite-journal.ts';
import { newFolder } from '@bellwether/ledger/files/testing/new-folder.ts';
import { type DataFolderLock, JOURNAL_FILE } from '@bellwether/ports/data-folder.ts';
import type { JournalRecord } from '@bellwether/ports/journal.ts';
import { RecordedVenue } from '@bellwether/read-model/testing/recorded-venue.ts';
import { afterEach, beforeEach } from 'vitest';
import { MACHINE } from '../../runtime/machine.ts';

export class RecordedFolder {
  readonly dataDir = newFolder();
  readonly venue = new RecordedVenue();
  readonly #lock: DataFolderLock;
  #journal: SqliteJournal;
  #published = 0;

  constructor() {
    this.#lock = lockDataFolder(this.dataDir);
    this.#journal = openJournal(this.#lock, MACHINE.random);
    this.venue.openAccounts(2);
    this.venue.addMarkets(1);
  }

  /** Records of the venue that are in the journal. */
  get published(): number {
    return this.#published;
  }

  trade(count: number): void {
    for (let index = 0; index < count; index += 1) {
      this.venue.place({ trader: 0, side: 'BUY', price: 4_000, shares: 5 });
      this.venue.place({ trader: 1, outcome: 1, side: 'BUY', price: 6_000, shares: 5 });
    }
  }

  /** Makes the remaining records durable, and calls `tell` for each. */
  async publish(tell: (record: JournalRecord) => void = () => undefined): Promise<void> {
    for (const record of this.venue.records.slice(this.#published)) {
      await this.#journal.append(record);
      tell(record);
    }
    this.#published = this.venue.records.length;
  }

  async loseJournal(): Promise<void> {
    await this.#journal.close();
    rmSync(join(this.dataDir, JOURNAL_FILE));
    this.#journal = openJournal(this.#lock, MACHINE.random);
    this.#published = 0;
  }

  async close(): Promise<void> {
    await this.#journal.close();
    this.#lock.release();
  }
}

export function useRecordedFolder(): { readonly now: RecordedFolder } {
  let folder: RecordedFolder | null = null;
  beforeEach(() => {
    folder = new RecordedFolder();
  });
  afterEach(() => folder?.close());
  return {
    get now() {
      if (folder === null) throw new Error('no test runs');
      return folder;
    },
  };
}
