/** Looks at a store of people without opening it for use: nothing is changed, and the sign-in library is not loaded. */
import { askFile, type Rows } from '@bellwether/stores/ask-file.ts';
import { openStoreSchema } from '@bellwether/stores/open-schema.ts';
import type { StorePlace } from '@bellwether/stores/side-store.ts';
import { checkFormat } from '@bellwether/stores/tables.ts';
import { sql } from 'kysely';
import { PEOPLE } from './database.ts';

const QUERIES = ['SELECT format FROM people_format', 'SELECT account FROM "user"'];
/** No lock is taken. */
const NO_LOCK = 0;
const NO_TABLE = '42P01';

/** Accounts of the people in the store, null for those without; null: there is no store. Throws what is wrong with it. */
export async function inspectPeople(place: StorePlace): Promise<readonly (string | null)[] | null> {
  const found = 'file' in place ? askFile(place.file, QUERIES) : await askSchema(place.database);
  const [formats = [], people = []] = found ?? [];
  checkFormat(PEOPLE, Number(formats[0]?.['format'] ?? 0));
  return found && people.map(({ account }) => (account === null ? null : String(account)));
}

async function askSchema(url: string): Promise<Rows[] | null> {
  const { close, db } = openStoreSchema<object>(url, 'people', NO_LOCK);
  try {
    const answers: Rows[] = [];
    for (const query of QUERIES) answers.push((await sql.raw<Rows[number]>(query).execute(db)).rows);
    return answers;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === NO_TABLE) return null;
    throw error;
  } finally {
    await close();
  }
}
