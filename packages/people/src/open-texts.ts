/** Opens the texts of comments and profiles alone: for a thread that shows them, and for commands of the operator. */
import { existsSync } from 'node:fs';
import type { Texts } from '@bellwether/ports/people.ts';
import { readStoreFile } from '@bellwether/stores/open-file.ts';
import type { StorePlace } from '@bellwether/stores/side-store.ts';
import { guarded, openDatabase, type Tables, type TextRow, textTables } from './database.ts';
import { addTexts, hashOfText, textPages, textsOf } from './texts.ts';

export type { TextRow } from './database.ts';

export interface OpenTexts extends Texts {
  hashOf(row: Pick<TextRow, 'salt' | 'text'>): string;
  pages(): AsyncIterable<readonly TextRow[]>;
  /** Adds texts durably, with the looks of names among them; those that are there stay. */
  add(rows: readonly TextRow[], looksOf: (name: string) => Iterable<string>): Promise<void>;
  drop(hash: string): Promise<void>;
  close(): Promise<void>;
}

/** Errors of both databases for a table that is missing, as in the store of an older version. */
const NO_TABLE = /no such table|does not exist/;

/**
 * Null if there are no texts, unless they are opened for writing. `resting`: no venue runs, and no file is written. Throws
 * `PeopleUnavailable`.
 */
export function openTexts(place: StorePlace, use: 'writing'): Promise<OpenTexts>;
export function openTexts(place: StorePlace, use: 'reading' | 'resting'): Promise<OpenTexts | null>;
export async function openTexts(place: StorePlace, use: 'reading' | 'resting' | 'writing'): Promise<OpenTexts | null> {
  const isWriting = use === 'writing';
  if ('file' in place && !isWriting && !existsSync(place.file)) return null;
  const isFile = 'file' in place && !isWriting;
  const database = isFile ? readStoreFile<Tables>(place.file, use === 'resting') : openDatabase(place);
  const { db } = database;
  try {
    await guarded(database, async () => {
      if (isWriting) await database.exclusively(() => textTables(db));
      else await db.selectFrom('people_text').select('hash').limit(1).execute();
    });
  } catch (error) {
    await database.close();
    if (!isWriting && error instanceof Error && NO_TABLE.test(error.message)) return null;
    throw error;
  }
  return {
    textsOf: (hashes) => guarded(database, () => textsOf(db, hashes)),
    hashOf: ({ salt, text }) => hashOfText(salt, text),
    pages: () => textPages(db),
    add: (rows, looksOf) => guarded(database, () => addTexts(db, rows, looksOf)),
    drop: async (hash) => {
      await guarded(database, () => db.deleteFrom('people_text').where('hash', '=', hash).execute());
      await database.scrub();
    },
    close: () => database.close(),
  };
}

/** Texts that are seldom asked for: nothing stays open in between. */
export function textsBeside(place: StorePlace, use: 'reading' | 'resting'): Texts {
  return {
    textsOf: async (hashes) => {
      const texts = await openTexts(place, use);
      try {
        return (await texts?.textsOf(hashes)) ?? new Map();
      } finally {
        await texts?.close();
      }
    },
  };
}
