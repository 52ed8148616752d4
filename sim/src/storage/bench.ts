/** A copy of a sound folder in which one file at a time is damaged, opened and judged. */
import { cpSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { hashState, type OrderRow } from '@bellwether/engine';
import { checkJournalIsThere } from '@bellwether/ledger/adapters/data-folder/has-journal.ts';
import { checkSecrets, installSecrets } from '@bellwether/ledger/adapters/data-folder/install-secrets.ts';
import { checkJournalFiles } from '@bellwether/ledger/adapters/journal-sqlite/journal-files.ts';
import { RECORD_BYTES } from '@bellwether/ledger/adapters/snapshot-file/order-record.ts';
import { openOrderRuns, readOrderRun } from '@bellwether/ledger/adapters/snapshot-file/order-runs.ts';
import { readSnapshot, snapshotPaths } from '@bellwether/ledger/adapters/snapshot-file/snapshot-file.ts';
import { isMissing } from '@bellwether/ledger/files/open-if-there.ts';
import { readLog } from '@bellwether/ledger/files/sqlite-log.ts';
import { STORE_FILE } from '@bellwether/ports/data-folder.ts';
import type { OrderRun } from '@bellwether/ports/order-archive.ts';
import { ROOM_FOR_STORE } from '@bellwether/ports/storage.ts';
import { checkStoreFile, StoreDamaged } from '@bellwether/read-model/adapters/store-sqlite/page-checksums.ts';
import { MACHINE } from '@bellwether/venue/runtime/machine.ts';
import { openExchange, recoverUnchanged } from '@bellwether/venue/threads/exchange/open-exchange.ts';
import { EarlyJournal } from '@bellwether/venue/threads/projector/early-journal.ts';
import { KeptStore } from '@bellwether/venue/threads/projector/kept-store.ts';
import { storeFilePlace } from '@bellwether/venue/threads/projector/store-place.ts';
import { messageOf } from '../shared/harness.ts';
import { type Damage, endOf } from './damages.ts';
import { FolderCopy } from './folder-copy.ts';
import { type Judged, judgeRefusal } from './judge.ts';

export interface Opened {
  readonly sequence: number;
  readonly hash: string;
  readonly stateHash: string;
  readonly secrets: string;
  readonly passedOver: readonly string[];
}

/** Opens the exchange as a start does, which writes to the folder unless it refuses. */
export async function openAsStart(dataDir: string): Promise<Opened> {
  checkSecrets(dataDir);
  checkJournalIsThere(dataDir);
  checkJournalFiles(dataDir);
  const { state, head, start, close } = await openExchange({ dataDir, database: null }, MACHINE);
  try {
    const secrets = JSON.stringify(installSecrets(dataDir, MACHINE.random));
    return { ...head, stateHash: hashState(state), secrets, passedOver: start?.passedOver ?? [] };
  } finally {
    await close();
  }
}

/**
 * Opens the read store beside a sound journal. Returns the message with which a start makes a damaged store again; null
 * if it keeps the store. Making it takes time, so only a store that is kept is brought to the end of the journal: then
 * it must be whole and have the rows of the sound one. Throws if it has not.
 */
async function openStoreAsStart(dataDir: string, sound: string): Promise<string | null> {
  const file = join(dataDir, STORE_FILE);
  try {
    checkStoreFile(file);
  } catch (error) {
    if (error instanceof StoreDamaged) return error.message;
    throw error;
  }
  const expected = await soundRows(sound);
  try {
    await keepStore(dataDir);
    checkStoreFile(file);
  } catch (error) {
    throw new WrongStore(`after a stop it is damaged: ${messageOf(error)}`);
  }
  if (rowsOf(file) !== expected) throw new WrongStore('it has other rows than the journal makes');
  return null;
}

/** A read store that a start accepts and must not. */
class WrongStore extends Error {}

/** Keeps the read store as the projector does: opens it, brings it to the end of the journal, and closes it. */
async function keepStore(dataDir: string): Promise<void> {
  const log = new EarlyJournal({ dataDir, database: null }, MACHINE);
  log.recovered();
  const failed = Promise.withResolvers<never>();
  const store = new KeptStore({
    place: storeFilePlace(dataDir, join(dataDir, STORE_FILE), ROOM_FOR_STORE),
    log,
    runtime: MACHINE,
    send: () => undefined,
    onFailure: failed.reject,
  });
  try {
    await Promise.race([store.open(), failed.promise]);
    await store.stop();
  } finally {
    log.close();
  }
}

const rowsOfSound = new Map<string, string>();

async function soundRows(sound: string): Promise<string> {
  const known = rowsOfSound.get(sound);
  if (known !== undefined) return known;
  const copy = mkdtempSync(join(tmpdir(), 'bellwether-sound-'));
  cpSync(sound, copy, { recursive: true });
  await keepStore(copy);
  const rows = rowsOf(join(copy, STORE_FILE));
  rmSync(copy, { recursive: true });
  rowsOfSound.set(sound, rows);
  return rows;
}

function rowsOf(file: string): string {
  const database = new DatabaseSync(file);
  try {
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").all();
    return JSON.stringify(
      tables.map(({ name }) => database.prepare(`SELECT * FROM "${String(name)}"`).all()),
      (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
    );
  } finally {
    database.close();
  }
}

/** A folder in its original state, with the data that it must show. */
export interface Sound extends Omit<Opened, 'passedOver'> {
  readonly folder: string;
  /**
   * The only other end that is acceptable: the one of the commits before the last, which begins `at` this byte of the
   * log. Null if all commits were acknowledged.
   */
  readonly beforeLast: { readonly sequence: number; readonly hash: string; readonly at: number } | null;
}

/** A file and its role for a start. */
export interface Target {
  readonly file: string;
  readonly way: 'journal' | 'snapshot' | 'run' | 'store' | 'secret';
}

/** Damages to a file of closed orders are numerous; after every nth of them the whole folder is opened too. */
const RUN_STARTS_EVERY = 9_973;
/** Number of neighbours looked up before and after damaged closed orders. */
const BESIDE = 2;

const UNAFFECTED: Judged = { verdict: 'unaffected', words: '' };
const broken = (words: string): Judged => ({ verdict: 'broken', words });

export function targetsOf(folder: string): Target[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.sort().flatMap((file) => {
    const way = wayOf(basename(file));
    return way === null ? [] : [{ file, way }];
  });
}

function wayOf(name: string): Target['way'] | null {
  if (name === 'journal.sqlite' || name === 'journal.sqlite-wal') return 'journal';
  if (name.endsWith('.snapshot')) return 'snapshot';
  if (name.endsWith('.run')) return 'run';
  if (['store.sqlite', 'store.sqlite-wal', 'store.sqlite-checksums'].includes(name)) return 'store';
  if (['master.key', 'verifying-contract', 'admin-token'].includes(name)) return 'secret';
  // The other files are not read back or are recreated: the index of a log, the lock, and the owner of the folder.
  return null;
}

/** Data that a sound folder shows. `before`: last entry of the last commit but one, if the last was under way. */
export async function soundOf(folder: string, scratch: string, before: number | null): Promise<Sound> {
  cpSync(folder, scratch, { recursive: true });
  const end = before === null ? null : await recoverUnchanged({ dataDir: scratch, database: null }, MACHINE, before);
  end?.archive.close();
  const shown = await openAsStart(scratch);
  rmSync(scratch, { recursive: true });
  const beforeLast = end === null ? null : { ...end.head, at: lastCommitOf(folder) };
  return { ...shown, folder, beforeLast };
}

/** Byte at which the last commit of the journal's log begins. */
function lastCommitOf(folder: string): number {
  const log = readLog(join(folder, 'journal.sqlite-wal'));
  if (log === null || log === 'damaged') throw new Error(`${folder} has no log`);
  const ends = Array.from({ length: log.frames }, (_, frame) => frame).filter((frame) => log.pagesAfter(frame) > 0);
  return log.at((ends.at(-2) ?? -1) + 1);
}

export class Bench {
  readonly sound: Sound;
  readonly copy: FolderCopy;
  readonly #runs: RunBench;
  #runDamages = 0;

  constructor(sound: Sound, folder: string) {
    this.sound = sound;
    this.copy = new FolderCopy(sound.folder, folder);
    this.#runs = new RunBench(this.copy);
  }

  /**
   * Opens the folder with the file damaged, judges the outcome and restores everything. Null if the damage has no
   * effect.
   */
  async judge({ file, way }: Target, damage: Damage): Promise<Judged | null> {
    if (way !== 'run') return this.copy.damage(file, damage) ? this.#judgeStart(file, way) : null;
    const judged = this.#runs.judge(file, damage);
    if (judged === null || judged.verdict === 'broken' || this.#runDamages++ % RUN_STARTS_EVERY > 0) return judged;
    this.copy.damage(file, damage);
    const start = await this.#judgeStart(file, way);
    return start.verdict === 'broken' ? start : judged;
  }

  /** A start that is refused must leave every byte as it was. */
  async #judgeStart(file: string, way: Target['way']): Promise<Judged> {
    const path = join(this.copy.folder, file);
    let judged: Judged;
    let isRefused = false;
    try {
      // An older snapshot is read only if all newer ones are skipped. Damaged, it must then be skipped too.
      const isOlder = way === 'snapshot' && path !== snapshotPaths(this.copy.folder)[0];
      judged = isOlder ? judgeOlderSnapshot(path) : await this.#open(way);
    } catch (error) {
      const { name, message } = error instanceof Error ? error : { name: typeof error, message: String(error) };
      isRefused = !(error instanceof WrongStore);
      judged = isRefused ? judgeRefusal(basename(file), name, message) : broken(message);
    }
    const changed = this.copy.restore().filter((name) => wayOf(basename(name)) !== null);
    return isRefused && changed.length > 0 ? broken(`${changed.join(', ')} was changed`) : judged;
  }

  async #open(way: Target['way']): Promise<Judged> {
    const { sequence, hash, stateHash, secrets, passedOver } = await openAsStart(this.copy.folder);
    const made = way === 'store' ? await openStoreAsStart(this.copy.folder, this.sound.folder) : null;
    const { sound } = this;
    if (secrets !== sound.secrets) return broken('another secret is taken without a word');
    const isBefore = sequence === sound.beforeLast?.sequence && hash === sound.beforeLast.hash;
    if (isBefore) return { verdict: 'exact prefix', words: '' };
    if (sequence !== sound.sequence || hash !== sound.hash || stateHash !== sound.stateHash)
      return broken(`it opens with entry ${sequence}, ${hash}, state ${stateHash}`);
    const words = [...passedOver, ...(made === null ? [] : [made])].join('; ');
    return words === '' ? UNAFFECTED : { verdict: 'mended', words };
  }
}

function judgeOlderSnapshot(path: string): Judged {
  if (readSnapshot(path) !== null) return broken('it is taken for sound');
  return { verdict: 'mended', words: 'an older snapshot is damaged, and would be passed over' };
}

/** Damages files of closed orders in place, and looks up the orders whose bytes were damaged, with some neighbours. */
export class RunBench {
  readonly #copy: FolderCopy;
  /** Rows of each file, in file order, read before it is damaged. */
  readonly #rows = new Map<string, readonly OrderRow[]>();

  constructor(copy: FolderCopy) {
    this.#copy = copy;
  }

  /** Null if the damage has no effect. The file is as it was afterwards. */
  judge(file: string, damage: Damage): Judged | null {
    const path = join(this.#copy.folder, file);
    // The reader reuses a row for the next one.
    const read = (): readonly OrderRow[] =>
      Array.from(readOrderRun(dirname(path), runOf(path)), (row) => ({ ...row, key: row.key.slice() }));
    const rows = this.#rows.get(path) ?? read();
    this.#rows.set(path, rows);
    if (!this.#copy.damage(file, damage)) return null;
    const judged = lookUp(path, rowsIn(damage, rows));
    return this.#copy.undo() ? judged : broken(`${this.#copy.restore().join(', ')} was changed`);
  }
}

/**
 * Opens a file of closed orders. A start reads and checks the part behind the records; a record is read, with its whole
 * bucket, when an order of that bucket is looked up: intact orders are found, damaged ones are refused.
 */
function lookUp(path: string, wanted: readonly OrderRow[]): Judged {
  let judged = UNAFFECTED;
  const attempt = <T>(work: () => T): T | null => {
    try {
      return work();
    } catch (error) {
      const { name, message } = error instanceof Error ? error : { name: typeof error, message: String(error) };
      if (judged.verdict !== 'broken') judged = judgeRefusal(basename(path), name, message);
      return null;
    }
  };
  const stored = attempt(() => openOrderRuns(dirname(path), [runOf(path)]));
  for (const row of stored === null ? [] : wanted) {
    const isRight = attempt(() => isSame(stored?.find(row.key) ?? null, row));
    if (isRight === false) judged = broken('an order is told otherwise');
    if (judged.verdict === 'broken') break;
  }
  stored?.close();
  nameBack(path);
  return judged;
}

/** Damaged orders and their neighbours; all orders if the damage is outside the records. */
function rowsIn(damage: Damage, rows: readonly OrderRow[]): readonly OrderRow[] {
  const { kind, at } = damage;
  const end = endOf(damage, Number.MAX_SAFE_INTEGER);
  if (kind === 'truncated' || end > rows.length * RECORD_BYTES) return rows;
  const [first, last] = [Math.floor(at / RECORD_BYTES), Math.floor((end - 1) / RECORD_BYTES)];
  return rows.slice(Math.max(0, first - BESIDE), last + 1 + BESIDE);
}

/** Undoes the renaming of a file with a damaged bucket, which would make the next start rebuild the file. */
function nameBack(path: string): void {
  try {
    renameSync(`${path}.damaged`, path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

function runOf(path: string): OrderRun {
  const [, from, to] = /^orders-(\d+)-(\d+)\.run$/.exec(basename(path)) ?? [];
  return { from: Number(from), to: Number(to) };
}

function isSame(a: OrderRow | null, b: OrderRow): boolean {
  if (a === null) return false;
  const { key, ...rest } = a;
  const { key: otherKey, ...otherRest } = b;
  return key.every((word, at) => word === otherKey[at]) && JSON.stringify(rest) === JSON.stringify(otherRest);
}
