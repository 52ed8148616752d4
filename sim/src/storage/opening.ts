/**
 * Opens a data folder in this process, with the parts and the order of a start: secrets, the journal's files, recovery
 * with its snapshots, the journal for writing, the read store. A start that is refused throws what its operator reads.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { hashState } from '@bellwether/engine';
import { checkJournalIsThere } from '@bellwether/server/adapters/data-folder/has-journal.ts';
import { checkSecrets, installSecrets } from '@bellwether/server/adapters/data-folder/install-secrets.ts';
import { checkJournalFiles } from '@bellwether/server/adapters/journal-sqlite/journal-files.ts';
import { checkStoreFile, StoreDamaged } from '@bellwether/server/adapters/store-sqlite/page-checksums.ts';
import { STORE_FILE } from '@bellwether/server/ports/data-folder.ts';
import { ROOM_FOR_STORE } from '@bellwether/server/ports/storage.ts';
import { MACHINE } from '@bellwether/server/runtime/machine.ts';
import { openExchange } from '@bellwether/server/threads/exchange/open-exchange.ts';
import { EarlyJournal } from '@bellwether/server/threads/projector/early-journal.ts';
import { KeptStore } from '@bellwether/server/threads/projector/kept-store.ts';
import { storeFilePlace } from '@bellwether/server/threads/projector/store-place.ts';
import { messageOf } from '../shared/harness.ts';

/** What a start shows. */
export interface Opened {
  readonly sequence: number;
  readonly hash: string;
  readonly stateHash: string;
  readonly secrets: string;
  /** Reasons why snapshots were skipped. */
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
export async function openStoreAsStart(dataDir: string, sound: string): Promise<string | null> {
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
export class WrongStore extends Error {}

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
