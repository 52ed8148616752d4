/**
 * Full-text search over events, tags and profiles. This is the only file with SQL for SQLite's FTS5; another database
 * needs a file like it. Users' text never becomes query syntax: it is split into words here, and each word is quoted.
 * The cost of a search is bounded: a limited number of matches is counted, and the newest of them are ranked. Nothing
 * here may read all matches of a word, as `bm25` does: for a word in every text that would cost as much as the venue is
 * large.
 */
import { type RawBuilder, sql } from 'kysely';
import type { ReadStore } from '../../database.ts';
import { tagScope } from '../listing-classes.ts';
import { EVENT_PREFIX_MAX, NAME_PREFIX_MAX, type SearchStatus, STATUS_WORDS } from '../search-tables.ts';
import { type EventFilter, type EventOrder, eventKeys } from './catalog-event-lists.ts';

/** Number of ranked matches, the newest ones; the rest follow, newest first. */
export const RANKED_MAX = 100;
/** Maximum number of counted matches. */
export const COUNTED_MAX = 200;
/** Maximum number of words used from a text, and characters of each. */
const WORDS_MAX = 16;
const WORD_LENGTH_MAX = 64;

const WORD = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;
const WORD_LETTER = '[\\p{L}\\p{N}\\p{Co}]';
/** Words without one of these characters are not in the index. */
const WORD_CHARACTER = new RegExp(WORD_LETTER, 'u');
/** Most texts are plain ASCII, with no marks to remove. */
const PLAIN = /^[ -~\n]*$/;
const MARKS = /\p{M}/gu;

/** A text index: its columns of users' text, and the grade of each field that contains all words. */
interface TextIndex {
  readonly table: 'event_text' | 'tag_text' | 'profile_text';
  readonly columns: string;
  /** Longest word prefix that has an index of its own. */
  readonly prefixMax: number;
  readonly grades: Readonly<Record<string, number>>;
}

const EVENTS: TextIndex = {
  table: 'event_text',
  columns: 'title slug questions description tags',
  prefixMax: EVENT_PREFIX_MAX,
  grades: { title: 4, questions: 2, tags: 1 },
};
const TAGS: TextIndex = { table: 'tag_text', columns: 'label slug', prefixMax: NAME_PREFIX_MAX, grades: { label: 1 } };
const PROFILES: TextIndex = {
  table: 'profile_text',
  columns: 'name pseudonym',
  prefixMax: NAME_PREFIX_MAX,
  grades: { name: 1 },
};

export interface Matches {
  /** Ids of one page, best first; ties newest first. */
  readonly ids: readonly number[];
  /** Number of matches, at most COUNTED_MAX + 1. */
  readonly counted: number;
  /** True if further pages follow. */
  readonly hasMore: boolean;
}

export type SearchOrder = { readonly column: EventOrder; readonly ascending: boolean };

export type SearchPage = { readonly limit: number; readonly offset: number };

/** Events whose texts, markets or tags contain all words. */
export function searchEvents(
  database: ReadStore,
  text: string,
  status: SearchStatus | undefined,
  page: SearchPage,
): Promise<Matches> {
  return search(database, EVENTS, text, status, page);
}

/** Subquery of the ids of all events whose texts, markets or tags contain all words; null for a text without words. */
export function eventsWith(text: string, status?: SearchStatus): RawBuilder<unknown> | null {
  const words = searchWords(text);
  if (words.length === 0) return null;
  const match = matchOf(EVENTS.columns, words, false, status);
  return sql`select rowid from ${sql.table(EVENTS.table)} where ${sql.ref(EVENTS.table)} match ${match}`;
}

/** Subquery of the ids of all events whose title contains all words; of none for a text without words. */
export function eventsTitled(text: string): RawBuilder<unknown> {
  const words = searchWords(text);
  if (words.length === 0) return sql`select id from events where false`;
  const match = matchOf('title', words, false, undefined);
  return sql`select rowid from ${sql.table(EVENTS.table)} where ${sql.ref(EVENTS.table)} match ${match}`;
}

/**
 * The same events, ordered by their figures and filtered. All matches are compared, since any may be the first; the cost is charged
 * to the caller.
 */
export async function searchEventsSorted(
  database: ReadStore,
  text: string,
  status: SearchStatus | undefined,
  sort: SearchOrder,
  { limit, offset }: SearchPage,
  filter: EventFilter = {},
): Promise<Matches> {
  const match = eventsWith(text, status);
  if (match === null) return { ids: [], counted: 0, hasMore: false };
  const wanted = { filter: { ...filter, match }, order: [sort.column], ascending: sort.ascending };
  if (Object.keys(filter).length > 0) {
    const ids = await eventKeys(database, { ...wanted, limit: Math.max(offset + limit, COUNTED_MAX) + 1, offset: 0 });
    return { ids: ids.slice(offset, offset + limit), counted: ids.length, hasMore: ids.length > offset + limit };
  }
  const ids = await eventKeys(database, { ...wanted, limit: limit + 1, offset });
  const { rows } = await sql<{ count: number }>`select count(*) as count
    from (${match} limit ${COUNTED_MAX + 1})`.execute(database);
  return { ids: ids.slice(0, limit), counted: rows[0]?.count ?? 0, hasMore: ids.length > limit };
}

/** Tags whose label or slug contains all words. */
export function searchTags(database: ReadStore, text: string, page: SearchPage): Promise<Matches> {
  return search(database, TAGS, text, undefined, page);
}

/** Accounts whose pseudonym or public name contains all words. */
export function searchProfiles(database: ReadStore, text: string, page: SearchPage): Promise<Matches> {
  return search(database, PROFILES, text, undefined, page);
}

/** Query in FTS5 syntax. `isWhole`: the last word is not treated as a prefix. */
function matchOf(columns: string, words: readonly string[], isWhole: boolean, status: SearchStatus | undefined) {
  // The last word may be incomplete, so it matches as a prefix unless `isWhole`.
  const last = isWhole ? words.length : words.length - 1;
  const terms = words.map((word, index) => (index === last ? `"${word}" *` : `"${word}"`));
  const match = `{${columns}} : (${terms.join(' AND ')})`;
  return status === undefined ? match : `(status : "${STATUS_WORDS[status]}") AND ${match}`;
}

/** Words of a text: runs of letters and digits of any script. */
export function searchWords(text: string): string[] {
  const words = text.normalize('NFC').match(WORD) ?? [];
  return words
    .filter((word) => WORD_CHARACTER.test(word))
    .slice(0, WORDS_MAX)
    .map((word) => [...word].slice(0, WORD_LENGTH_MAX).join(''));
}

async function search(
  database: ReadStore,
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
  // Prefixes without an index of their own are expensive to expand: only if the word itself gives too few matches.
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

/** Ids of matches, newest first; reads no more than requested. */
async function matchIds(database: ReadStore, table: TextIndex['table'], match: string, limit: number, offset: number) {
  const { rows } = await sql<{ id: number }>`select rowid as id from ${sql.table(table)}
    where ${sql.ref(table)} match ${match} order by rowid desc limit ${limit} offset ${offset}`.execute(database);
  return rows.map(({ id }) => id);
}

/**
 * Grades of the matches `ids`: the sum over the fields that contain all words. Reads the texts, because one index query
 * per field costs several times as much.
 */
async function gradesOf(
  database: ReadStore,
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

/**
 * Returns a test for texts that contain all words, with the last word as a prefix unless `isWhole`, as the index
 * matches them.
 */
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

/** Removes case and accents, as the index does. */
function fold(text: string): string {
  const lower = text.toLowerCase();
  return PLAIN.test(lower) ? lower : lower.normalize('NFD').replace(MARKS, '');
}

/** Number of events that carry each of these tags, by tag. */
export async function eventCounts(
  database: ReadStore,
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
