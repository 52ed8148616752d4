/**
 * What the comments feed says of changed comments: how far the discussion and the rows have come, new comments as
 * `GET /comments` shows them, and what may change in every comment that a change touches. For the feed alone.
 */
import { type Comment, type CommentState, REACTIONS_SHOWN_MAX } from '@bellwether/contract';
import type { Kysely } from 'kysely';
import { type CommentRow, NO_PARENT } from '../../ports/community-tables.ts';
import { commentsByIds, discussionPlace, type EntityKey, selectReactions } from '../../queries/comments.ts';
import type { Database } from '../../queries/database.ts';
import { selectAuthors } from '../../queries/profiles.ts';
import { commentState } from '../mapping/comments.ts';
import { commentBodies } from './comment-threads.ts';
import type { Read } from './read.ts';

export interface DiscussionChange {
  readonly comment: number;
  /** The comment is wanted as a whole. */
  readonly isNew: boolean;
  /** It has come or gone: comments above it may have changed too. */
  readonly isMoved: boolean;
}

export interface DiscussionQuery {
  readonly entity: EntityKey;
  readonly changes: readonly DiscussionChange[];
}

export interface DiscussionAnswer {
  /** Rows show every entry up to this one, and perhaps more. */
  readonly position: number;
  /** Changes of the discussion up to `position`, exactly. */
  readonly sequence: number;
  /** One for each change asked for, in their order. */
  readonly changes: readonly { readonly comment: Comment | null; readonly states: readonly CommentState[] }[];
}

export function discussionRead(): Read<DiscussionQuery, DiscussionAnswer> {
  return {
    name: 'discussion',
    async run(database, { entity, changes }) {
      // First: whatever is read later is at least as new.
      const place = await discussionPlace(database, entity);
      const touched = await touchedBy(database, changes);
      const news = changes.filter(({ isNew }) => isNew).flatMap(({ comment }) => touched.get(comment)?.[0] ?? []);
      const bodies = new Map((await commentBodies(database, news)).map((body) => [Number(body.id), body]));
      const states = await statesOf(database, [...touched.values()].flat());
      return {
        value: {
          ...place,
          changes: changes.map(({ comment, isNew }) => {
            const body = isNew ? bodies.get(comment) : undefined;
            return {
              comment: body === undefined ? null : { ...body, replies: [] },
              states: (touched.get(comment) ?? []).flatMap(({ id }) => states.get(id) ?? []),
            };
          }),
        },
      };
    },
    serialize: (value) => JSON.stringify(value),
  };
}

/** By changed comment: its row, and those of the comments above it that may have changed with it. */
async function touchedBy(
  database: Kysely<Database>,
  changes: readonly DiscussionChange[],
): Promise<Map<number, readonly CommentRow[]>> {
  const rows = new Map<number, CommentRow>();
  const load = async (ids: Iterable<number>): Promise<void> => {
    const missing = [...new Set(ids)].filter((id) => !rows.has(id));
    for (const row of await commentsByIds(database, missing)) rows.set(row.id, row);
  };
  await load(changes.map(({ comment }) => comment));
  const touched = new Map<number, readonly CommentRow[]>();
  for (const { comment, isMoved } of changes) {
    const own: CommentRow[] = [];
    for (let row = rows.get(comment); row !== undefined; row = rows.get(row.parent)) {
      own.push(row);
      // A reply counts in the comment above; one that is gone may have taken that with it.
      if (!isMoved || row.parent === NO_PARENT || (own.length > 1 && row.shown === 1)) break;
      await load([row.parent]);
    }
    if (own.length > (touched.get(comment)?.length ?? 0)) touched.set(comment, own);
  }
  return touched;
}

/** Read again after everything else, so that they are the newest. */
async function statesOf(
  database: Kysely<Database>,
  touched: readonly CommentRow[],
): Promise<ReadonlyMap<number, CommentState>> {
  const rows = await commentsByIds(database, [...new Set(touched.map(({ id }) => id))]);
  const liked = rows.filter(({ reaction_count: count }) => count > 0).map(({ id }) => id);
  const reactions = await selectReactions(database, liked, REACTIONS_SHOWN_MAX);
  const authors = await selectAuthors(
    database,
    reactions.map(({ account }) => account),
  );
  const addresses = new Map(authors.map(({ account, address }) => [account, address]));
  const shown = Map.groupBy(
    reactions.map((reaction) => ({ ...reaction, address: addresses.get(reaction.account) ?? '' })),
    ({ comment }) => comment,
  );
  return new Map(rows.map((row) => [row.id, commentState(row, shown.get(row.id) ?? [])]));
}
