/**
 * `bellwether verify`: checks everything a data folder says against everything else it says. It writes nothing and takes
 * nothing for granted but the journal's first entry. It may run while a venue runs on the folder: then it checks what
 * was there when it began. (Whether the log was damaged after a crash can only be seen while no venue runs.)
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { RULES_VERSION } from '@bellwether/engine';
import { lockDataFolder } from '../adapters/data-folder/lock.ts';
import { checkJournalFiles } from '../adapters/journal-sqlite/journal-files.ts';
import { type JournalFileReader, openJournalReader } from '../adapters/journal-sqlite/sqlite-journal.ts';
import { snapshotPaths, snapshotSequence } from '../adapters/snapshot-file/snapshot-file.ts';
import { openStoreReader } from '../adapters/store-sqlite/open-store.ts';
import { DataFolderInUse, STORE_FILE } from '../ports/data-folder.ts';
import { GENESIS_HASH, type JournalHead } from '../ports/journal.ts';
import { entriesOfRecord } from '../ports/journal-record.ts';
import { HistoryCheck } from './verify-history.ts';
import { StoreCheck } from './verify-store.ts';

/** Checks the folder and prints what was checked, or the first thing that does not hold. True when all is well. */
export async function verifyDataFolder(dataDir: string, print: (line: string) => void): Promise<boolean> {
  const open: { close(): void }[] = [];
  try {
    // A folder without a journal is refused before anything could be created in it.
    openJournalReader(dataDir).close();
    if (isRunning(dataDir)) print('a venue runs on this folder: checking what was there when this began');
    const store = openStoreCheck(dataDir);
    if (store !== null) open.push(store);
    const reader = openJournalReader(dataDir);
    open.push(reader);
    await check(dataDir, reader, store, print);
    print('everything holds');
    return true;
  } catch (error) {
    print(`FAILED: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  } finally {
    for (const one of open) one.close();
  }
}

async function check(
  dataDir: string,
  reader: JournalFileReader,
  store: StoreCheck | null,
  print: (line: string) => void,
): Promise<void> {
  // Snapshots before the journal's end: whatever stands in one must be in the journal already.
  const snapshots = snapshotPaths(dataDir).map((path) => ({ path, sequence: snapshotSequence(path) }));
  const end = reader.head();
  const history = new HistoryCheck(snapshots);
  let records = 0;
  let head: JournalHead = { sequence: 0, hash: GENESIS_HASH };
  for (const record of reader.read(1)) {
    if (record.firstSequence > end.sequence) break;
    for (const entry of entriesOfRecord(record, head)) {
      history.observe(entry);
      store?.observe(entry);
    }
    head = { sequence: record.lastSequence, hash: record.hash };
    records++;
  }
  print(`journal: ${count(records)} records, ${count(head.sequence)} entries, hash chain whole up to ${head.hash}`);
  history.finish();
  const older = head.sequence - history.decisions;
  print(
    `decisions: ${count(history.decisions)} commands decided again, all events the same` +
      (older === 0 ? '' : `; ${count(older)} from before rules ${RULES_VERSION} folded and checked, not decided again`),
  );
  print(
    `conservation: after every entry; ${count(history.recounts)} full recounts; ${count(history.state.wallets.length)} wallets as their events add up`,
  );
  print(
    `snapshots: ${count(history.snapshots)} of ${count(snapshots.length)} restored and equal to the state at their entry`,
  );
  if (store === null) return print('read store: there is none yet');
  store.finish(head.sequence);
  const rows = [...store.counts].map(([table, found]) => `${table} ${count(found)}`).join(', ');
  print(
    `read store: at entry ${count(store.sequence)} of ${count(head.sequence)}, rows as a naive fold makes them: ${rows}`,
  );
}

/** Tries the lock; when it is free the log is checked under it, while nobody writes. */
function isRunning(dataDir: string): boolean {
  try {
    const lock = lockDataFolder(dataDir);
    try {
      checkJournalFiles(dataDir);
    } finally {
      lock.release();
    }
    return false;
  } catch (error) {
    if (error instanceof DataFolderInUse) return true;
    throw error;
  }
}

function openStoreCheck(dataDir: string): StoreCheck | null {
  const file = join(dataDir, STORE_FILE);
  return existsSync(file) ? new StoreCheck(openStoreReader(file)) : null;
}

const count = (value: number): string => value.toLocaleString('en-US');
