/**
 * Full-text search over events, tags and profiles. Its SQL is of SQLite's FTS5, and the only place that is: another
 * database needs a file like this. Users' text never becomes query syntax: it is cut into words here, each of which is
 * quoted. The cost of a search is bounded: so many matches are counted, and of these the newest are ranked.
 */
import { type Kysely, sql } from 'kysely';
import { tagScope } from '../ports/listing-classes.ts';
import { type SearchStatus, STATUS_WORDS } from '../ports/search-words.ts';
import type { Database } from './database.ts';

/** Matches that are ranked, the newest ones; the rest follows them, newest first. */
export const RANKED_MAX = 500;
/** Matches that are counted. */
export const COUNTED_MAX = 10_000;
/** Words of a text that count, and characters of each. */
const WORDS_MAX = 16;
const WORD_LENGTH_MAX = 64;

const WORD = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;
/** The index knows no word without one of these. */
const WORD_CHARACTER = /[\p{L}\p{N}\p{Co}]/u;

/** What a text is searched for in, with the columns of users' text and the weight of each column of the table. */
interface TextIndex {
  readonly table: 'event_text' | 'tag_text' | 'profile_text';
  readonly columns: string;
  readonly weights: readonly number[];
}

const EVENTS: TextIndex = {
  table: 'event_text',
  columns: 'title slug questions description tags',
  weights: [10, 5, 4, 1, 2, 0],
};
const TAGS: TextIndex = { table: 'tag_text', columns: 'label slug', weights: [2, 1] };
const PROFILES: TextIndex = { table: 'profile_text', columns: 'name pseudonym', weights: [2, 1] };

export interface Matches {
  /** Ids of one page, best first; of equal rank the newest first. */
  readonly ids: readonly number[];
  /** Matches there are, COUNTED_MAX + 1 at most. */
  readonly counted: number;
}

export interface SearchPage {
  readonly limit: number;
  readonly offset: number;
}

/** Events in whose texts, markets or tags all words occur. */
export function searchEvents(
  database: Kysely<Database>,
  text: string,
  status: SearchStatus | undefined,
  page: SearchPage,
): Promise<Matches> {
  return search(database, EVENTS, matchOf(EVENTS, text, status), page);
}

/** Tags in whose label or slug all words occur. */
export function searchTags(database: Kysely<Database>, text: string, page: SearchPage): Promise<Matches> {
  return search(database, TAGS, matchOf(TAGS, text, undefined), page);
}

/** Accounts in whose pseudonym or public name all words occur. */
export function searchProfiles(database: Kysely<Database>, text: string, page: SearchPage): Promise<Matches> {
  return search(database, PROFILES, matchOf(PROFILES, text, undefined), page);
}

/** The query in the index's own language; null when the text has no words. */
export function matchOf(
  { columns }: Pick<TextIndex, 'columns'>,
  text: string,
  status: SearchStatus | undefined,
): string | null {
  const words = searchWords(text);
  if (words.length === 0) return null;
  // A last word that is still being written: more may follow, unless something else has.
  const last = words.length - 1;
  const terms = words.map((word, index) => (index === last ? `"${word}" *` : `"${word}"`));
  const match = `{${columns}} : (${terms.join(' AND ')})`;
  return status === undefined ? match : `(status : "${STATUS_WORDS[status]}") AND ${match}`;
}

/** The words of a text: runs of letters and digits of any script. */
export function searchWords(text: string): string[] {
  const words = text.normalize('NFC').match(WORD) ?? [];
  return words
    .filter((word) => WORD_CHARACTER.test(word))
    .slice(0, WORDS_MAX)
    .map((word) => [...word].slice(0, WORD_LENGTH_MAX).join(''));
}

async function search(
  database: Kysely<Database>,
  { table, weights }: TextIndex,
  match: string | null,
  { limit, offset }: SearchPage,
): Promise<Matches> {
  if (match === null) return { ids: [], counted: 0 };
  const index = sql.table(table);
  const condition = sql`${sql.ref(table)} match ${match}`;
  const { rows: counts } = await sql<{ n: number }>`select count(*) as n from
    (select 1 from ${index} where ${condition} limit ${COUNTED_MAX + 1})`.execute(database);
  const counted = counts[0]?.n ?? 0;
  const ids: number[] = [];
  if (offset < Math.min(counted, RANKED_MAX)) {
    const rank = sql`bm25(${sql.ref(table)}, ${sql.join(weights.map((weight) => sql.lit(weight)))})`;
    const ranked = await sql<{ id: number }>`select id from (select rowid as id, ${rank} as grade from ${index}
      where ${condition} order by rowid desc limit ${RANKED_MAX}) order by grade, id desc limit ${limit} offset ${offset}`.execute(
      database,
    );
    for (const { id } of ranked.rows) ids.push(id);
  }
  const left = limit - ids.length;
  if (left > 0 && counted > Math.max(offset + ids.length, RANKED_MAX)) {
    const rest = await sql<{ id: number }>`select rowid as id from ${index} where ${condition}
      order by rowid desc limit ${left} offset ${Math.max(offset, RANKED_MAX)}`.execute(database);
    for (const { id } of rest.rows) ids.push(id);
  }
  return { ids, counted };
}

/** Events that carry each of these tags, by tag. */
export async function eventCounts(
  database: Kysely<Database>,
  tags: readonly { readonly id: number; readonly slug: string }[],
) {
  if (tags.length === 0) return new Map<number, number>();
  const byName = new Map(tags.map(({ id, slug }) => [tagScope(slug), id]));
  const rows = await database
    .selectFrom('scopes as s')
    .innerJoin('scope_counts as c', 'c.scope', 's.id')
    .select(['s.name', (eb) => eb.fn.sum<number>('c.events').as('events')])
    .where('s.name', 'in', [...byName.keys()])
    .groupBy('s.name')
    .execute();
  return new Map(rows.map(({ name, events }) => [byName.get(name) ?? -1, events]));
}
