/**
 * Full-text search over events, tags and profiles. Its SQL is of SQLite's FTS5, and the only place that is: another
 * database needs a file like this. Users' text never becomes query syntax: it is cut into words here, each of which is
 * quoted. The cost of a search is bounded: so many matches are counted, and of these the newest are ranked. Nothing here
 * may read all matches of a word, as `bm25` does: a word that everything holds would cost what the venue holds.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { tagScope } from '../../schema/listing-classes.ts';
import { EVENT_PREFIX_MAX, NAME_PREFIX_MAX, type SearchStatus, STATUS_WORDS } from '../../schema/search-words.ts';
import type { Database } from '../database.ts';
import { type EventOrder, eventKeys } from './catalog-event-lists.ts';

/** Matches that are ranked, the newest ones; the rest follows them, newest first. */
export const RANKED_MAX = 100;
/** Matches that are counted. */
export const COUNTED_MAX = 200;
/** Words of a text that count, and characters of each. */
const WORDS_MAX = 16;
const WORD_LENGTH_MAX = 64;

const WORD = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;
const WORD_LETTER = '[\\p{L}\\p{N}\\p{Co}]';
/** The index knows no word without one of these. */
const WORD_CHARACTER = new RegExp(WORD_LETTER, 'u');
/** Most texts: nothing to take off. */
const PLAIN = /^[ -~\n]*$/;
const MARKS = /\p{M}/gu;

/** What a text is searched for in: the columns of users' text, and what it counts that all words are in one of them. */
interface TextIndex {
  readonly table: 'event_text' | 'tag_text' | 'profile_text';
  readonly columns: string;
  /** Longest beginning of a word that is found like a word. */
  readonly prefixMax: number;
  readonly grades: Readonly<Record<string, number>>;
}

const EVENTS: TextIndex = {
  table: 'event_text',
  columns: 'title slug questions description tags',
  prefixMax: EVENT_PREFIX_MAX,
  grades: { title: 4, questions: 2, tags: 1 },
};
const TAGS: TextIndex = {
  table: 'tag_text',
  columns: 'label slug',
  prefixMax: NAME_PREFIX_MAX,
  grades: { label: 1 },
};
const PROFILES: TextIndex = {
  table: 'profile_text',
  columns: 'name pseudonym',
  prefixMax: NAME_PREFIX_MAX,
  grades: { name: 1 },
};

export interface Matches {
  /** Ids of one page, best first; of equal rank the newest first. */
  readonly ids: readonly number[];
  /** Matches there are, COUNTED_MAX + 1 at most. */
  readonly counted: number;
  /** Whether the page is not the last. */
  readonly hasMore: boolean;
}

export interface SearchOrder {
  readonly column: EventOrder;
  readonly ascending: boolean;
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
  return search(database, EVENTS, text, status, page);
}

/** A subquery of the ids of all events in whose texts, markets or tags all words occur; null for a text without words. */
export function eventsWith(text: string, status?: SearchStatus): RawBuilder<unknown> | null {
  const words = searchWords(text);
  if (words.length === 0) return null;
  const match = matchOf(EVENTS.columns, words, false, status);
  return sql`select rowid from ${sql.table(EVENTS.table)} where ${sql.ref(EVENTS.table)} match ${match}`;
}

/**
 * The same events in order of their figures instead. All of them are compared, since any may be the first: what that
 * takes is counted against who asks.
 */
export async function searchEventsSorted(
  database: Kysely<Database>,
  text: string,
  status: SearchStatus | undefined,
  sort: SearchOrder,
  { limit, offset }: SearchPage,
): Promise<Matches> {
  const match = eventsWith(text, status);
  if (match === null) return { ids: [], counted: 0, hasMore: false };
  const listing = { filter: { match }, order: [sort.column], ascending: sort.ascending, limit: limit + 1, offset };
  const ids = await eventKeys(database, listing);
  const { rows } = await sql<{ count: number }>`select count(*) as count
    from (${match} limit ${COUNTED_MAX + 1})`.execute(database);
  return { ids: ids.slice(0, limit), counted: rows[0]?.count ?? 0, hasMore: ids.length > limit };
}

/** Tags in whose label or slug all words occur. */
export function searchTags(database: Kysely<Database>, text: string, page: SearchPage): Promise<Matches> {
  return search(database, TAGS, text, undefined, page);
}

/** Accounts in whose pseudonym or public name all words occur. */
export function searchProfiles(database: Kysely<Database>, text: string, page: SearchPage): Promise<Matches> {
  return search(database, PROFILES, text, undefined, page);
}

/** The query in the index's own language. `isWhole`: the last word is no beginning. */
function matchOf(
  columns: string,
  words: readonly string[],
  isWhole: boolean,
  status: SearchStatus | undefined,
): string {
  // A last word that is still being written: more may follow, unless something else has.
  const last = isWhole ? words.length : words.length - 1;
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
  { table, columns, prefixMax, grades }: TextIndex,
  text: string,
  status: SearchStatus | undefined,
  { limit, offset }: SearchPage,
): Promise<Matches> {
  const words = searchWords(text);
  if (words.length === 0) return { ids: [], counted: 0, hasMore: false };
  const newest = (isWhole: boolean) => {
    const match = matchOf(columns, words, isWhole, status);
    return matchIds(database, table, match, COUNTED_MAX + 1, 0);
  };
  // Beginnings longer than the index knows are gathered whole: only where the word itself does not suffice.
  let isWhole = [...(words.at(-1) ?? '')].length > prefixMax;
  let counted = isWhole ? await newest(true) : [];
  if (counted.length <= COUNTED_MAX) {
    isWhole = false;
    counted = await newest(false);
  }
  const ranked = counted.slice(0, RANKED_MAX);
  if (offset < RANKED_MAX && ranked.length > 1) {
    const gradeOf = await gradesOf(database, table, ranked, grades, fieldTest(words, isWhole));
    ranked.sort((a, b) => (gradeOf.get(b) ?? 0) - (gradeOf.get(a) ?? 0) || b - a);
  }
  const ids = [...ranked, ...counted.slice(RANKED_MAX, COUNTED_MAX)].slice(offset, offset + limit);
  const left = limit - ids.length;
  if (left === 0 || counted.length <= COUNTED_MAX) {
    return { ids, counted: counted.length, hasMore: offset + ids.length < counted.length };
  }
  const match = matchOf(columns, words, isWhole, status);
  const rest = await matchIds(database, table, match, left + 1, Math.max(offset, COUNTED_MAX));
  return { ids: [...ids, ...rest.slice(0, left)], counted: counted.length, hasMore: rest.length > left };
}

/** Ids of matches, newest first: as many are read as are asked for. */
async function matchIds(
  database: Kysely<Database>,
  table: TextIndex['table'],
  match: string,
  limit: number,
  offset: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select rowid as id from ${sql.table(table)}
    where ${sql.ref(table)} match ${match} order by rowid desc limit ${limit} offset ${offset}`.execute(database);
  return rows.map(({ id }) => id);
}

/**
 * What each of the matches `ids` counts: the sum over the fields that hold all words. The texts are read, since asking the
 * index once for each field costs several times as much.
 */
async function gradesOf(
  database: Kysely<Database>,
  table: TextIndex['table'],
  ids: readonly number[],
  grades: TextIndex['grades'],
  isHit: (field: string) => boolean,
): Promise<Map<number, number>> {
  const fields = Object.entries(grades);
  const columns = sql.join(fields.map(([field]) => sql.ref(field)));
  const { rows } = await sql<{ id: number } & Record<string, string | null>>`select rowid as id, ${columns}
    from ${sql.table(table)} where rowid in (${sql.join(ids)})`.execute(database);
  const gradeOf = (row: Readonly<Record<string, unknown>>): number =>
    fields.reduce((sum, [field, grade]) => (isHit(String(row[field] ?? '')) ? sum + grade : sum), 0);
  return new Map(rows.map((row) => [row.id, gradeOf(row)]));
}

/** Tells whether all words are in a text, the last one as the beginning of a word unless `isWhole`: as the index reads it. */
function fieldTest(words: readonly string[], isWhole: boolean): (field: string) => boolean {
  const patterns = words.map((word, index) => {
    const isBeginning = !isWhole && index === words.length - 1;
    return new RegExp(`(?<!${WORD_LETTER})${fold(word)}${isBeginning ? '' : `(?!${WORD_LETTER})`}`, 'u');
  });
  return (field) => {
    const folded = fold(field);
    return patterns.every((pattern) => pattern.test(folded));
  };
}

/** Without case and accents, as the index keeps words. */
function fold(text: string): string {
  const lower = text.toLowerCase();
  return PLAIN.test(lower) ? lower : lower.normalize('NFD').replace(MARKS, '');
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
