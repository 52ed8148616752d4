/**
 * `bellwether backup DIR`: a consistent snapshot of the journal, with the keys of the install, in a new folder. It
 * works beside a venue under load: the copy is a single read transaction, so commits neither delay it nor make it start
 * over. The journal is put in place last, after its whole chain has been checked: a folder that contains it is a
 * complete backup.
 */

import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { SECRET_FILES } from '@bellwether/ledger/adapters/data-folder/install-secrets.ts';
import { copyJournal } from '@bellwether/ledger/adapters/journal-sqlite/copy-journal.ts';
import { openJournalFiles } from '@bellwether/ledger/adapters/journal-sqlite/journal-files.ts';
import { closing } from '@bellwether/ledger/files/closing.ts';
import { syncFile, syncFolder, writeFileDurably } from '@bellwether/ledger/files/durable-file.ts';
import { makeFolder } from '@bellwether/ledger/files/make-folder.ts';
import { storageError } from '@bellwether/ledger/files/storage-error.ts';
import { checkWholeJournal } from '@bellwether/ledger/log/recovery.ts';
import {
  DataFolderInUse,
  type DataFolderLock,
  JOURNAL_FILE,
  NEWS_FILE,
  PEOPLE_FILE,
} from '@bellwether/ports/data-folder.ts';
import { JournalCorruption, type JournalHead } from '@bellwether/ports/journal.ts';
import type { JournalKind } from '@bellwether/ports/journal-kind.ts';
import type { Randomness, Runtime } from '@bellwether/ports/runtime.ts';
import { CONFIG_FILE } from '../config/venue-settings.ts';
import { lockChecked } from './journal-copy/folder-ends.ts';
import { count, printKind } from './print-kind.ts';

interface BackupOptions {
  readonly dataDir: string;
  /** Target folder; it is created, and must be missing or empty. */
  readonly target: string;
  readonly withKeys: boolean;
  readonly print: (line: string) => void;
  readonly runtime: Pick<Runtime, 'clock' | 'random'>;
}

/** Makes a backup. On an error removes everything it wrote, and throws. */
export async function runBackup({ dataDir, target, withKeys, print, runtime }: BackupOptions): Promise<void> {
  if (!existsSync(join(dataDir, JOURNAL_FILE))) throw new Error(`there is no journal in ${dataDir}`);
  const folder = resolve(target);
  const isNew = takeFolder(folder);
  const startedMs = runtime.clock.monotonicMs();
  const lock = lockIfStopped(dataDir);
  try {
    const hasNews = withKeys && (await copyStore(dataDir, folder, NEWS_FILE));
    const { kind, hasPeople, head } = await writeBackup(dataDir, folder, withKeys, runtime.random);
    const bytes = statSync(join(folder, JOURNAL_FILE)).size;
    const tookMs = Math.round(runtime.clock.monotonicMs() - startedMs);
    print(`backup: ${folder}`);
    printKind(kind, print);
    print(
      `journal: ${count(head.sequence)} entries, hash chain whole up to ${head.hash}; ${count(bytes)} bytes in ${count(tookMs)} ms`,
    );
    print(describeKeys(folder, withKeys));
    if (hasPeople) print(`people: ${PEOPLE_FILE}, with names and addresses`);
    if (hasNews) print(`news: ${NEWS_FILE}, with hooks and their secrets`);
  } catch (error) {
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
    if (isNew) rmSync(folder, { recursive: true, force: true });
    throw error;
  } finally {
    lock?.release();
  }
}

/** Copies a store beside a running venue; false if there is none. */
async function copyStore(dataDir: string, folder: string, name: string): Promise<boolean> {
  const from = join(dataDir, name);
  if (!existsSync(from)) return false;
  const { copyStoreFile } = await import('@bellwether/stores/copy-file.ts');
  await copyStoreFile(from, join(folder, name));
  syncFile(join(folder, name));
  return true;
}

async function writeBackup(dataDir: string, folder: string, withKeys: boolean, random: Randomness) {
  const path = join(folder, JOURNAL_FILE);
  // Without its settings, a venue for listed addresses would be restored as one for everyone.
  const files = [CONFIG_FILE, ...(withKeys ? SECRET_FILES : [])];
  for (const file of files.filter((name) => existsSync(join(dataDir, name)))) {
    writeFileDurably(join(folder, file), [readFileSync(join(dataDir, file))]);
  }
  // Under another name until verified: the check reads it from a folder of its own.
  const unchecked = join(folder, 'unchecked');
  makeFolder(unchecked);
  copyJournal(join(dataDir, JOURNAL_FILE), join(unchecked, JOURNAL_FILE), random);
  // Later than the journal, because a text is kept before the journal has its hash.
  const hasPeople = withKeys && (await copyStore(dataDir, folder, PEOPLE_FILE));
  const checked = await checkCopy(unchecked);
  try {
    syncFile(join(unchecked, JOURNAL_FILE));
    renameSync(join(unchecked, JOURNAL_FILE), path);
    rmSync(unchecked, { recursive: true });
    syncFolder(folder);
    syncFolder(dirname(folder));
  } catch (error) {
    throw storageError('write', path, error);
  }
  return { ...checked, hasPeople };
}

export interface CheckedCopy {
  readonly kind: JournalKind;
  /** Last entry of the journal. */
  readonly head: JournalHead;
}

/** Kind and head of the journal in `folder`, after checking its whole chain. Throws `JournalCorruption`. */
export async function checkCopy(folder: string): Promise<CheckedCopy> {
  using files = closing(openJournalFiles(folder));
  if (files === null) throw new JournalCorruption(`${join(folder, JOURNAL_FILE)} holds no journal`);
  const head = await checkWholeJournal(files);
  const said = files.head();
  if (said.sequence !== head.sequence) throw new JournalCorruption(`the journal must end with entry ${said.sequence}`);
  return { kind: files.kind, head };
}

/** Creates the folder if missing; returns true if it did. Throws if the folder is not empty. */
function takeFolder(folder: string): boolean {
  if (!existsSync(folder)) {
    makeFolder(folder);
    return true;
  }
  if (!statSync(folder).isDirectory()) throw new Error(`${folder} is a file; a backup needs a folder of its own`);
  if (readdirSync(folder).length > 0) {
    throw new Error(`${folder} is not empty; nothing is overwritten. Name a folder that does not exist yet`);
  }
  return false;
}

/** If no venue runs, checks the log and locks the folder, so that none starts meanwhile. Null if a venue runs. */
function lockIfStopped(dataDir: string): DataFolderLock | null {
  try {
    return lockChecked(dataDir);
  } catch (error) {
    if (error instanceof DataFolderInUse) return null;
    throw error;
  }
}

function describeKeys(folder: string, withKeys: boolean): string {
  if (!withKeys) return 'keys: left out; without master.key and verifying-contract a restored venue makes new ones';
  const copied = SECRET_FILES.filter((file) => existsSync(join(folder, file)));
  return `keys: ${copied.length === 0 ? 'the data folder has none' : `${copied.join(', ')} (readable by you alone; keep them secret)`}`;
}
