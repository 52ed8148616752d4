/**
 * `bellwether restore FILE`: makes a backed-up journal the journal of the data folder. First the whole journal is
 * checked, beside the old one. Then everything that belonged to the old journal moves into a dated folder, and the new
 * one takes its place. Nothing but the read store is deleted: it may have texts that would outlive their removal, and can
 * be made again. Keys stay.
 *
 * After a kill at any step, the folder has either the whole old journal or none: then a start refuses, and running the
 * same command again completes the rest. The old journal is moved first, and the new one is put in place last.
 */

import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SECRET_FILES } from '@bellwether/ledger/adapters/data-folder/install-secrets.ts';
import { lockDataFolder } from '@bellwether/ledger/adapters/data-folder/lock.ts';
import { makeOwn } from '@bellwether/ledger/adapters/journal-sqlite/copy-journal.ts';
import { checkJournalFiles, journalKind } from '@bellwether/ledger/adapters/journal-sqlite/journal-files.ts';
import { openJournalReader } from '@bellwether/ledger/adapters/journal-sqlite/sqlite-journal.ts';
import { closing } from '@bellwether/ledger/files/closing.ts';
import { syncFile, syncFolder, writeFileDurably } from '@bellwether/ledger/files/durable-file.ts';
import { storageError } from '@bellwether/ledger/files/storage-error.ts';
import { entryAt } from '@bellwether/ledger/log/entry-at.ts';
import {
  JOURNAL_FILE,
  NEWS_FILE,
  PEOPLE_COUNT_FILE,
  PEOPLE_FILE,
  REPLACED_PREFIX,
  SNAPSHOTS_FOLDER,
  SQLITE_SUFFIXES,
  STAGING_FOLDER,
  STORE_FILE,
} from '@bellwether/ports/data-folder.ts';
import type { JournalHead } from '@bellwether/ports/journal.ts';
import type { JournalKind } from '@bellwether/ports/journal-kind.ts';
import type { Randomness, Runtime } from '@bellwether/ports/runtime.ts';
import { CONFIG_FILE } from '../config/venue-settings.ts';
import { type CheckedCopy, checkCopy } from './backup.ts';
import { count, printKind } from './print-kind.ts';

interface RestoreOptions {
  readonly dataDir: string;
  /** A journal file, or a folder with one: a backup, or a data folder copied with its log. */
  readonly source: string;
  readonly print: (line: string) => void;
  readonly runtime: Pick<Runtime, 'clock' | 'random'>;
  /** Called after each step that changes the data folder. */
  readonly onStep?: () => void;
}

/**
 * Restores a journal. Throws `DataFolderInUse`, `JournalCorruption`, `StorageError`, or why the source cannot be used.
 */
export async function runRestore(options: RestoreOptions): Promise<void> {
  const { dataDir, print, runtime, onStep = () => undefined } = options;
  const source = journalOf(options.source);
  const lock = lockDataFolder(dataDir);
  try {
    // Inside the data folder, so that putting the journal in place is one rename.
    const staging = join(dataDir, STAGING_FOLDER);
    const { kind, head } = await stage(source, staging, runtime.random, dataDir);
    onStep();
    await markOlder(options, head);
    const aside = setAside(dataDir, new Date(runtime.clock.wallMs()), onStep);
    const keys = takeMissingKeys(resolve(source, '..'), dataDir);
    onStep();
    putInPlace(dataDir, staging, onStep);
    print(`restored: ${count(head.sequence)} entries, hash chain whole up to ${head.hash}, from ${source}`);
    printKind(kind, print);
    print(aside === null ? 'there was no journal before' : `what was there before: ${aside}`);
    print(
      `keys: ${keys.length === 0 ? 'as they were' : `${keys.join(', ')} taken from the backup, the others as they were`}`,
    );
    print('snapshots and the read store are made again at the next start; "bellwether verify" checks every decision');
  } finally {
    lock.release();
  }
}

/** Path of the journal file for a file or folder. */
function journalOf(source: string): string {
  const path = resolve(source);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new Error(`${path} is not there`);
  if (!found.isDirectory()) return path;
  const inside = join(path, JOURNAL_FILE);
  if (!existsSync(inside)) throw new Error(`there is no ${JOURNAL_FILE} in ${path}`);
  return inside;
}

/** Checked copy of the source as a single file in a folder of its own. Leftovers of an earlier attempt are removed. */
async function stage(source: string, staging: string, random: Randomness, dataDir: string): Promise<CheckedCopy> {
  const path = join(staging, JOURNAL_FILE);
  try {
    rmSync(staging, { recursive: true, force: true });
    mkdirSync(staging, { mode: 0o700 });
    for (const suffix of ['', '-wal']) {
      if (existsSync(source + suffix)) copyFileSync(source + suffix, path + suffix);
    }
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    throw storageError('write', path, error);
  }
  try {
    checkJournalFiles(staging);
    const { kind, head } = await checkCopy(staging);
    if (head.sequence === 0) throw new Error('it holds no entries');
    checkReplaces(kind, dataDir);
    makeOwn(path, random);
    syncFile(path);
    return await checkCopy(staging);
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    const message = error instanceof Error ? error.message.replaceAll(staging, resolve(source, '..')) : String(error);
    throw new Error(`${source} cannot be restored: ${message}`, { cause: error });
  }
}

/** Refuses a sandbox's journal for a venue's folder: the venue would no longer start. */
function checkReplaces(kind: JournalKind, dataDir: string): void {
  if (kind === 'venue' || kindOfWhole(dataDir) !== 'venue') return;
  throw new Error(
    `it is a sandbox's journal, and ${dataDir} is the folder of a venue. Name an empty one with BELLWETHER_DATA_DIR`,
  );
}

/** Kind of the folder's journal; null also for a damaged one, which may be the reason for the restore. */
function kindOfWhole(dataDir: string): JournalKind | null {
  try {
    return journalKind(dataDir);
  } catch {
    return null;
  }
}

/** Moves what belongs to the old journal into a dated folder, but for the read store; null if there is nothing. */
function setAside(dataDir: string, now: Date, onStep: () => void): string | null {
  const sqlite = (file: string): string[] => [file, ...SQLITE_SUFFIXES.map((suffix) => file + suffix)];
  // The journal first: while it exists it is complete with its log, and once it is gone no start creates another.
  const names = [...sqlite(JOURNAL_FILE), SNAPSHOTS_FOLDER];
  for (const name of sqlite(STORE_FILE)) rmSync(join(dataDir, name), { force: true });
  onStep();
  const old = names.filter((name) => existsSync(join(dataDir, name)));
  if (old.length === 0) return null;
  const aside = freeName(join(dataDir, REPLACED_PREFIX + now.toISOString().slice(0, 19).replaceAll(':', '-')));
  try {
    mkdirSync(aside, { mode: 0o700 });
    syncFolder(dataDir);
    onStep();
    for (const name of old) {
      renameSync(join(dataDir, name), join(aside, name));
      // Synced one by one to keep this order on disk after a crash.
      syncFolder(aside);
      syncFolder(dataDir);
      onStep();
    }
  } catch (error) {
    throw storageError('write', aside, error);
  }
  return aside;
}

function freeName(name: string): string {
  if (!existsSync(name)) return name;
  for (let next = 2; ; next++) if (!existsSync(`${name}-${next}`)) return `${name}-${next}`;
}

/** Takes keys, settings, people and hooks from the backup that the data folder lacks; existing ones stay. */
function takeMissingKeys(from: string, dataDir: string): string[] {
  const files = [...SECRET_FILES, CONFIG_FILE, PEOPLE_FILE, NEWS_FILE];
  const missing = files.filter((file) => !existsSync(join(dataDir, file)) && existsSync(join(from, file)));
  // The journal is as old as this store: nobody has to sign in again.
  if (missing.includes(PEOPLE_FILE)) rmSync(join(dataDir, PEOPLE_COUNT_FILE), { force: true });
  for (const file of missing) writeFileDurably(join(dataDir, file), [readFileSync(join(from, file))]);
  return missing;
}

/**
 * Marks people who stay and may be older than the restored journal: the next start ends their sessions and links. They are
 * not if the journal is a part of the one before. Without one to compare with, the last use of the store says it.
 */
async function markOlder({ dataDir, print }: RestoreOptions, { sequence, hash }: JournalHead): Promise<void> {
  if (!existsSync(join(dataDir, PEOPLE_FILE))) return;
  const last = await hashAt(dataDir, sequence);
  if (last === hash || (last === undefined && existsSync(join(dataDir, PEOPLE_COUNT_FILE)))) return;
  writeFileDurably(join(dataDir, PEOPLE_COUNT_FILE), [Buffer.from('older than the journal')]);
  print(`${PEOPLE_FILE} may be older than this journal: at the next start people have to sign in again`);
}

/** Chain value of an entry of the folder's journal; null if it has no such entry, undefined if it cannot be read. */
async function hashAt(dataDir: string, sequence: number): Promise<string | null | undefined> {
  try {
    await using journal = closing(openJournalReader(dataDir));
    return (await entryAt(journal, sequence))?.hash ?? null;
  } catch {
    return undefined;
  }
}

function putInPlace(dataDir: string, staging: string, onStep: () => void): void {
  const path = join(dataDir, JOURNAL_FILE);
  try {
    renameSync(join(staging, JOURNAL_FILE), path);
    syncFolder(dataDir);
    onStep();
    rmSync(staging, { recursive: true, force: true });
  } catch (error) {
    throw storageError('write', path, error);
  }
}
