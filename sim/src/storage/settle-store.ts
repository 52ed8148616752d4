/**
 * Brings a read store that a start has accepted to the end of the journal, closes it, and compares it with the sound
 * one.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { checkStoreFile } from '@bellwether/server/adapters/store-sqlite/page-checksums.ts';
import { STORE_FILE } from '@bellwether/server/ports/data-folder.ts';
import { keepStore } from './opening.ts';

const rowsOfSound = new Map<string, string>();

/** Describes the problem; null if there is none. */
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
