/**
 * Progress of the read store, read from its files without opening them as a database, which would change them. For a
 * store that has no writer meanwhile.
 */

import { statSync } from 'node:fs';
import { closing } from '@bellwether/ledger/files/closing.ts';
import { SqliteFile, SqliteFileDamaged } from '@bellwether/ledger/files/sqlite-file.ts';

type StoredCursor = { readonly projection: string; readonly sequence: number; readonly hash: string };

/** Cursors of all projections; empty if there is no store, or it is damaged and will be rebuilt. */
export function readStoreCursors(storeFile: string): StoredCursor[] {
  if ((statSync(storeFile, { throwIfNoEntry: false })?.size ?? 0) === 0) return [];
  try {
    using file = closing(SqliteFile.open(storeFile, 'with'));
    return file.has('projection_cursors') ? [...file.rows('projection_cursors')].flatMap(cursorOf) : [];
  } catch (error) {
    if (error instanceof SqliteFileDamaged) return [];
    throw error;
  }
}

function cursorOf({ values }: { readonly values: readonly unknown[] }): StoredCursor[] {
  const [projection, , sequence, hash] = values;
  if (typeof projection !== 'string' || typeof sequence !== 'number' || typeof hash !== 'string') return [];
  return [{ projection, sequence, hash }];
}
