/** A separate data folder for each test, and the contents of its journal. Call `useDataFolder` once in a test file. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { openJournalReader } from '../../adapters/journal-sqlite/sqlite-journal.ts';
import type { ChainedEntry } from '../../ports/journal.ts';
import { entriesOfRecord } from '../../record/journal-record.ts';

export interface DataFolder {
  /** Folder of the running test. */
  readonly dataDir: string;
  /** All entries of its journal. */
  journal(): ChainedEntry[];
}

export function useDataFolder(prefix: string): DataFolder {
  let dataDir = '';
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), prefix));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));
  return {
    get dataDir() {
      return dataDir;
    },
    journal() {
      const reader = openJournalReader(dataDir);
      const entries = [...reader.read(1)].flatMap((record) => entriesOfRecord(record, null));
      reader.close();
      return entries;
    },
  };
}
