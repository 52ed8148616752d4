/**
 * Queries of comments. A page is read from an index in the order of the answer. The levels below are fetched one by
 * one, each with one statement per chunk of parents.
 */
import { sql } from 'kysely';
import type { ReadStore } from '../../database.ts';
import { inOrderOf } from '../../lookup.ts';
import { selectInChunks } from '../../select-in-chunks.ts';
import { type CommentRow, type EntityType, NO_PARENT, type ReactionRow, type TakenReactionRow } from '../tables.ts';

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

export interface EntityKey {
  readonly type: EntityType;
  /** Public catalog id. */
  readonly id: number;
}

export interface CommentListing extends Page {
  /** Entity to list; null for the whole venue. */
  readonly entity: EntityKey | null;
  readonly order: 'id' | 'reaction_count';
  readonly ascending: boolean;
  /** In order of ids: only comments after the one with this id. */
  readonly after?: number;
}

/** Comment with this id, unless it is gone; null if there is none. */
export async function findComment(database: ReadStore, id: number): Promise<CommentRow | null> {
  const row = await database
    .selectFrom('comments')
    .selectAll()
    .where('id', '=', id)
    .where('shown', '=', 1)
    .executeTakeFirst();
  return row ?? null;
}

/** Replies to a comment, oldest first. */
export function repliesPage(database: ReadStore, comment: number, { limit, offset }: Page) {
  return database
    .selectFrom('comments')
    .selectAll()
    .where('parent', '=', comment)
    .where('shown', '=', 1)
    .orderBy('id')
    .limit(limit)
    .offset(offset);
}

/** Comments of an account that are not removed, newest first. */
export function accountPage(database: ReadStore, account: number, { limit, offset }: Page) {
  return database
    .selectFrom('comments')
    .selectAll()
    .where('account', '=', account)
    .where('removed', '=', 0)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset);
}

/** Selection of comments for an operator. */
export interface ModerationListing extends Page {
  /** True to select only reported comments. */
  readonly reported: boolean;
  readonly order: 'id' | 'report_count';
}

/** Comments and replies of the venue that are not removed, newest or most reported first. */
export function moderationPage(database: ReadStore, { reported, order, limit, offset }: ModerationListing) {
  let query = database.selectFrom('comments').selectAll().where('removed', '=', 0);
  if (order === 'report_count') {
    if (reported) query = query.where('report_count', '>', 0);
    query = query.orderBy('report_count', 'desc');
  } else if (reported) {
    // Must match the expression of the index literally.
    query = query.where(sql<number>`(report_count > 0)`, '=', 1);
  }
  return query.orderBy('id', 'desc').limit(limit).offset(offset);
}

/** Top-level comments. Ids are assigned in order of time, so ordering by id is ordering by `createdAt`. */
export function topLevelPage(database: ReadStore, listing: CommentListing) {
  return topLevel(database, listing).selectAll('c');
}

export function topLevelAuthors(database: ReadStore, listing: CommentListing) {
  return topLevel(database, listing).select(['c.id', 'c.account']);
}

function topLevel(database: ReadStore, { entity, order, ascending, limit, offset, after }: CommentListing) {
  const direction = ascending ? 'asc' : 'desc';
  let query = database.selectFrom('comments as c').where('c.parent', '=', NO_PARENT).where('c.shown', '=', 1);
  if (entity !== null) {
    query = query.where('c.entity_type', '=', entity.type).where('c.entity_id', '=', entity.id);
  }
  if (after !== undefined) query = query.where('c.id', ascending ? '>' : '<', after);
  if (order === 'reaction_count') query = query.orderBy('c.reaction_count', direction);
  return query.orderBy('c.id', direction).limit(limit).offset(offset);
}

export async function commentsByIds(database: ReadStore, ids: readonly number[]): Promise<CommentRow[]> {
  const rows = await selectInChunks(ids, (chunk) =>
    database.selectFrom('comments').selectAll().where('id', 'in', chunk),
  );
  return inOrderOf(ids, rows, ({ id }) => id);
}

/** The first `perParent` replies to each of the given comments, oldest first within each. */
export async function nestedReplies(
  database: ReadStore,
  parents: readonly number[],
  perParent: number,
): Promise<CommentRow[]> {
  const rows = await selectInChunks(parents, (chunk) => nestedRepliesOf(database, chunk, perParent));
  return rows.toSorted((a, b) => a.id - b.id);
}

/** Replies for one chunk of parents. Exported so that a test can check its plan. */
export function nestedRepliesOf(database: ReadStore, parents: readonly number[], perParent: number) {
  return database
    .selectFrom('comments as p')
    .crossJoin('comments as r')
    .selectAll('r')
    .where('p.id', 'in', parents)
    .where('r.id', 'in', (eb) =>
      eb
        .selectFrom('comments as x')
        .select('x.id')
        .whereRef('x.parent', '=', 'p.id')
        .where('x.shown', '=', 1)
        .orderBy('x.id')
        .limit(perParent),
    );
}

/** Reactions to the given comments, at most `perComment` for each, newest first. */
export async function selectReactions(
  database: ReadStore,
  comments: readonly number[],
  perComment: number,
): Promise<ReactionRow[]> {
  const rows = await selectInChunks(comments, (chunk) => reactionsOf(database, chunk, perComment));
  return rows.toSorted((a, b) => b.id - a.id);
}

export function reactionsOf(database: ReadStore, comments: readonly number[], perComment: number) {
  return database
    .selectFrom('comments as c')
    .crossJoin('reactions as r')
    .selectAll('r')
    .where('c.id', 'in', comments)
    .where('r.id', 'in', (eb) =>
      eb
        .selectFrom('reactions as x')
        .select('x.id')
        .whereRef('x.comment', '=', 'c.id')
        .orderBy('x.id', 'desc')
        .limit(perComment),
    );
}

/** Reactions withdrawn by these entries, in no particular order. */
export function takenReactions(database: ReadStore, entries: readonly number[]): Promise<TakenReactionRow[]> {
  return selectInChunks(entries, (chunk) =>
    database.selectFrom('reactions_taken').selectAll().where('id', 'in', chunk),
  );
}

export async function authorsOf(database: ReadStore, comments: readonly number[]): Promise<Map<number, number>> {
  const rows = await selectInChunks(comments, (chunk) =>
    database.selectFrom('comments').select(['id', 'account']).where('id', 'in', chunk),
  );
  return new Map(rows.map(({ id, account }) => [id, account]));
}

/** Comments of the texts with these hashes. */
export function commentsOfTexts(database: ReadStore, hashes: readonly string[]) {
  return database
    .selectFrom('comment_texts')
    .innerJoin('comments', 'comments.id', 'comment_texts.comment')
    .select(['comment_texts.hash', 'comments.id', 'comments.removed'])
    .where('comment_texts.hash', 'in', hashes);
}

/** The hashes among these whose texts a profile has in this column. */
export function textsOfProfiles(
  database: ReadStore,
  column: 'name_text' | 'bio_text' | 'image_text',
  hashes: readonly string[],
) {
  return database.selectFrom('profiles').select(`${column} as hash`).where(column, 'in', hashes);
}

/**
 * Position of the rows in the journal, and the number of changes to a discussion up to there. A single statement, so
 * both are consistent.
 */
export async function discussionPlace(
  database: ReadStore,
  { type, id }: EntityKey,
): Promise<{ readonly position: number; readonly sequence: number }> {
  const row = await discussionPlaceOf(database, { type, id }).executeTakeFirstOrThrow();
  return { position: row.position, sequence: row.sequence ?? 0 };
}

export function discussionPlaceOf(database: ReadStore, { type, id }: EntityKey) {
  return database
    .selectFrom('projection_cursors as p')
    .leftJoin('discussions as d', (join) => join.on('d.entity_type', '=', type).on('d.entity_id', '=', id))
    .select(['p.sequence as position', 'd.sequence as sequence'])
    .where('p.name', '=', 'comments');
}
