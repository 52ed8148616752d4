/**
 * Opens a data folder in this process, with the parts and the order of a start: secrets, the journal's files, recovery
 * with its snapshots, the journal for writing, the read store. Messages that a start prints before it ends are returned
 * as words.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { hashState } from '@bellwether/engine';
import { checkJournalIsThere } from '@bellwether/server/adapters/data-folder/has-journal.ts';
import { checkSecrets, installSecrets } from '@bellwether/server/adapters/data-folder/install-secrets.ts';
import { checkJournalFiles, openJournalFiles } from '@bellwether/server/adapters/journal-sqlite/journal-files.ts';
import { loadSnapshots } from '@bellwether/server/adapters/snapshot-file/snapshot-file.ts';
import { checkStoreFile, StoreDamaged } from '@bellwether/server/adapters/store-sqlite/page-checksums.ts';
import { recover } from '@bellwether/server/log/recovery.ts';
import { STORE_FILE } from '@bellwether/server/ports/data-folder.ts';
import { ROOM_FOR_STORE } from '@bellwether/server/ports/storage.ts';
import { MACHINE } from '@bellwether/server/runtime/machine.ts';
import { openExchange } from '@bellwether/server/threads/exchange/open-exchange.ts';
import { EarlyJournal } from '@bellwether/server/threads/projector/early-journal.ts';
import { KeptStore } from '@bellwether/server/threads/projector/kept-store.ts';
import { checkStoreFits } from '@bellwether/server/threads/projector/store-mismatch.ts';
import { storeFilePlace } from '@bellwether/server/threads/projector/store-place.ts';

export type Opening =
  | { readonly kind: 'refused'; readonly name: string; readonly words: string }
  | {
      readonly kind: 'open';
      readonly sequence: number;
      readonly hash: string;
      readonly stateHash: string;
      /** Reasons why snapshots were skipped. */
      readonly passedOver: readonly string[];
    };

/**
 * Opens the exchange as a start does, which writes to the folder unless it refuses. As in a start, the whole journal is
 * read first, and problems found there are refused at once.
 */
export async function openAsStart(dataDir: string): Promise<Opening> {
  try {
    checkSecrets(dataDir);
    checkJournalIsThere(dataDir);
    checkJournalFiles(dataDir);
    const { state, head, close } = await openExchange({ dataDir, database: null }, MACHINE);
    try {
      installSecrets(dataDir, MACHINE.random);
      return { kind: 'open', ...head, stateHash: hashState(state), passedOver: [] };
    } finally {
      await close();
    }
  } catch (error) {
    return refusal(error);
  }
}

/**
 * Recovers the state as each part of a start does, up to the record that holds entry `until`, and reports problems with
 * snapshots. Writes nothing.
 */
export async function recoverAsStart(dataDir: string, until?: number): Promise<Opening> {
  try {
    const files = openJournalFiles(dataDir);
    if (files === null) throw new Error('there is no journal');
    try {
      const loaded = (): ReturnType<typeof loadSnapshots> => loadSnapshots(dataDir);
      const { state, head, passedOver, archive } = await recover(files, until === undefined ? loaded : () => [], until);
      archive.close();
      return { kind: 'open', ...head, stateHash: hashState(state), passedOver };
    } finally {
      files.close();
    }
  } catch (error) {
    return refusal(error);
  }
}

export type StoreOpening = { readonly kind: 'refused' | 'made again' | 'kept'; readonly words: string };

/**
 * Treats the read store beside a sound journal as a start does: refused if it holds more than the journal, rebuilt if
 * it is damaged, otherwise kept.
 */
export async function openStoreAsStart(dataDir: string): Promise<StoreOpening> {
  const files = openJournalFiles(dataDir);
  if (files === null) throw new Error('there is no journal');
  try {
    await checkStoreFits(dataDir, files, files.head());
  } catch (error) {
    return { kind: 'refused', words: refusal(error).words };
  } finally {
    files.close();
  }
  // The first step of opening the store. Rebuilding a damaged store takes time, so only a share of the cases does it.
  try {
    checkStoreFile(join(dataDir, STORE_FILE));
    return { kind: 'kept', words: '' };
  } catch (error) {
    if (error instanceof StoreDamaged) return { kind: 'made again', words: error.message };
    return { kind: 'refused', words: refusal(error).words };
  }
}

/**
 * Keeps the read store as the projector does: opens or rebuilds it, brings it to the end of the journal, and closes it.
 */
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

/**
 * Brings a read store that a start has accepted to the end of the journal, closes it, and compares it with the sound
 * one. Describes the problem; null if there is none.
 */
export async function settleStore(folder: string, sound: string): Promise<string | null> {
  const file = join(folder, STORE_FILE);
  const expected = await soundRows(sound);
  try {
    await keepStore(folder);
    checkStoreFile(file);
  } catch (error) {
    return `after a stop it is damaged: ${error instanceof Error ? error.message : String(error)}`;
  }
  return rowsOf(file) === expected ? null : 'it has other rows than the journal makes';
}

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

export function refusal(error: unknown): { readonly kind: 'refused'; readonly name: string; readonly words: string } {
  if (!(error instanceof Error)) return { kind: 'refused', name: typeof error, words: String(error) };
  return { kind: 'refused', name: error.name, words: error.message };
}
