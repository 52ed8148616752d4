/**
 * `bellwether verify`: checks all data of a folder against each other. It writes nothing, locks nothing, needs no write
 * permission, and trusts only the journal's first entry. While a venue runs on the folder, it checks the content at the
 * time it began. (Damage of the log after a crash can only be detected while no venue runs.)
 */

import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { RULES_VERSION } from '@bellwether/engine';
import { isDataFolderInUse } from '@bellwether/ledger/adapters/data-folder/lock.ts';
import {
  checkJournalFiles,
  journalBytes,
  openJournalFiles,
} from '@bellwether/ledger/adapters/journal-sqlite/journal-files.ts';
import { openJournalReader } from '@bellwether/ledger/adapters/journal-sqlite/sqlite-journal.ts';
import { snapshotPaths, snapshotSequence } from '@bellwether/ledger/adapters/snapshot-file/snapshot-file.ts';
import { closing } from '@bellwether/ledger/files/closing.ts';
import { emptyStart, Follower } from '@bellwether/ledger/log/follower.ts';
import { checkRecordContinues } from '@bellwether/ledger/record/record-bytes.ts';
import { STORE_FILE } from '@bellwether/ports/data-folder.ts';
import type { ChainedEntry, JournalRecord } from '@bellwether/ports/journal.ts';
import { openRestingStore, openStoreReader } from '@bellwether/read-model/adapters/store-sqlite/open-store.ts';
import { checkStoreFile } from '@bellwether/read-model/adapters/store-sqlite/page-checksums.ts';
import { peoplePlace } from '../config/people-place.ts';
import { type JournalElsewhere, type JournalReader, openJournalElsewhere, withRemedy } from './open-journal.ts';
import { count, printKind } from './print-kind.ts';
import { foreignInStore } from './store-schema.ts';
import { VerifyFailure } from './verify-failure.ts';
import { HistoryCheck, type ListedSnapshot } from './verify-history.ts';
import { isOutdated, StoreCheck } from './verify-store.ts';
import { TablesCheck } from './verify-tables.ts';
import { TextsCheck } from './verify-texts.ts';

/** Checks the folder and prints what was checked, or the first failure. True if everything holds. */
export async function verifyDataFolder(
  dataDir: string,
  print: (line: string) => void,
  elsewhere: JournalElsewhere | null = null,
): Promise<boolean> {
  const open: { close(): void | Promise<void> }[] = [];
  const isRunning = isDataFolderInUse(dataDir);
  try {
    if (isRunning) print('a venue runs on this folder: checking what was there when this began');
    else checkJournalFiles(dataDir);
    if (elsewhere === null && journalBytes(dataDir) === 0) throw new VerifyFailure(`there is no journal in ${dataDir}`);
    // The store before the journal: everything in the store must already be in the journal.
    const store = openStoreCheck(dataDir, isRunning, print);
    if (store !== null) open.push(store);
    const reader = await openReader(dataDir, isRunning, elsewhere);
    open.push(reader);
    printKind(reader.kind, print);
    const texts = new TextsCheck(peoplePlace(dataDir, elsewhere?.database ?? null), isRunning);
    open.push(texts);
    await check(dataDir, reader, store, texts, print);
    if (store !== null && !isRunning) checkPages(dataDir, print);
    print('everything holds');
    return true;
  } catch (error) {
    const named = withRemedy(error, { dataDir, database: elsewhere?.database ?? null });
    print(`FAILED: ${named instanceof Error ? named.message : String(named)}`);
    if (!isRunning && isDataFolderInUse(dataDir)) {
      print('a venue has been started on this folder meanwhile and changed it: run this again');
    }
    return false;
  } finally {
    for (const one of open) await one.close();
  }
}

async function openReader(dataDir: string, isRunning: boolean, elsewhere: JournalElsewhere | null) {
  if (elsewhere !== null) return openJournalElsewhere(dataDir, elsewhere);
  const reader = isRunning ? openJournalReader(dataDir) : openJournalFiles(dataDir);
  if (reader === null) throw new VerifyFailure(`there is no journal in ${dataDir}`);
  return reader;
}

async function check(
  dataDir: string,
  reader: JournalReader,
  store: StoreCheck | null,
  texts: TextsCheck,
  print: (line: string) => void,
) {
  // Snapshots before the journal's end: everything in a snapshot must already be in the journal.
  const snapshots = snapshotPaths(dataDir).map((path) => ({ path, sequence: snapshotSequence(path) }));
  using tables = closing(store?.isEven ? new TablesCheck(store.reader, store.sequence, texts) : null);
  await checkHistory(reader, snapshots, { store, tables, texts }, print);
}

async function checkHistory(
  reader: JournalReader,
  snapshots: readonly ListedSnapshot[],
  {
    store,
    tables,
    texts,
  }: { readonly store: StoreCheck | null; readonly tables: TablesCheck | null; readonly texts: TextsCheck },
  print: (line: string) => void,
): Promise<void> {
  const end = await reader.head();
  const follower = new Follower(emptyStart());
  if (tables !== null) follower.observe(tables.prices);
  const history = new HistoryCheck(follower, snapshots);
  if (store !== null) follower.observe({ after: (entry) => store.observe(entry) });
  let records = 0;
  for await (const record of reader.read(1)) {
    if (record.firstSequence > end.sequence) break;
    checkRecordContinues(record, follower.head);
    const entries = await texts.filled(foldNamed(follower, record, history));
    tables?.write(entries, record.previousHash, follower.state);
    records++;
  }
  const { head } = follower;
  print(`journal: ${count(records)} records, ${count(head.sequence)} entries, hash chain whole up to ${head.hash}`);
  history.finish();
  const older = head.sequence - history.decisions;
  print(
    `decisions: ${count(history.decisions)} commands decided again, all events the same` +
      (older === 0 ? '' : `; ${count(older)} from before rules ${RULES_VERSION} folded and checked, not decided again`),
  );
  print(`conservation: after every entry; ${count(history.recounts)} full recounts`);
  const { otherSnapshots: others } = history;
  print(
    `snapshots: ${count(history.snapshots)} of ${count(snapshots.length)} restored and equal to the state at their entry` +
      (others === 0 ? '' : `; ${count(others)} of another version of the program, which a start does not use`),
  );
  if (history.runs.files > 0) {
    const { files, orders } = history.runs;
    print(`closed orders: ${count(orders)} as the journal leads to them; files read: ${count(files)}`);
  }
  await texts.finish(follower.state, print);
  if (store === null) return;
  store.finish(head.sequence);
  print(`read store: at entry ${count(store.sequence)} of ${count(head.sequence)}`);
  if (tables === null) return print('read store: a part of it is being written again; its tables were not compared');
  tables.finish();
  print(`read store: ${count(tables.rows)} rows of ${tables.tables} tables as the journal makes them`);
}

function foldNamed(follower: Follower, record: JournalRecord, history: HistoryCheck): readonly ChainedEntry[] {
  try {
    return follower.foldRecord(record);
  } catch (error) {
    throw history.named(error);
  }
}

/** Opens the check of the store; prints why and returns null if there is nothing to compare. */
function openStoreCheck(dataDir: string, isRunning: boolean, print: (line: string) => void): StoreCheck | null {
  const file = join(dataDir, STORE_FILE);
  // A process that ended while it created the store has left it empty.
  if (!existsSync(file) || statSync(file).size === 0) {
    print('read store: there is none yet');
    return null;
  }
  const store = isRunning ? openStoreReader(file) : openRestingStore(file);
  if (!isOutdated(store)) {
    const foreign = foreignInStore(store);
    if (foreign === null) return new StoreCheck(store);
    store.close();
    throw new VerifyFailure(`read store: ${file} ${foreign}. The next start of a venue makes it again`);
  }
  store.close();
  print('read store: another version of the program wrote it and the next start makes it again; not compared');
  return null;
}

/**
 * Checks the store's pages, after its rows, whose errors are more specific. A start would rebuild a store with a
 * changed page.
 */
function checkPages(dataDir: string, print: (line: string) => void): void {
  const { sums } = checkStoreFile(join(dataDir, STORE_FILE));
  print(`read store: ${count(sums.length)} pages as they were written`);
}
