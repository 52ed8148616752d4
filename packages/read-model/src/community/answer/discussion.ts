/**
 * Content of the comments feed for changed comments: the position of the discussion and the rows, new comments as `GET
 * /comments` shows them, and the variable parts of every affected comment. Only for the feed.
 */
import { type Comment, type CommentState, REACTIONS_SHOWN_MAX } from '@bellwether/contract';
import type { ReadStore } from '../../database.ts';
import type { Read } from '../../read.ts';
import {
  commentsByIds,
  discussionPlace,
  type EntityKey,
  selectReactions,
  takenReactions,
} from '../query/discussions.ts';
import { selectAuthors } from '../query/profiles.ts';
import { type CommentRow, NO_PARENT } from '../tables.ts';
import { commentState } from './comment-output.ts';
import { commentBodies } from './comment-threads.ts';

export interface DiscussionChange {
  readonly comment: number;
  /** True if it was added or removed: the whole comment is needed, and comments above it may have changed too. */
  readonly isMoved: boolean;
  /** Entry that withdrew a reaction to it; null for any other change. */
  readonly takenBy: number | null;
}

export type DiscussionQuery = { readonly entity: EntityKey; readonly changes: readonly DiscussionChange[] };

export interface DiscussionAnswer {
  /** Rows include every entry up to this one, and possibly later ones. */
  readonly position: number;
  /** Number of changes to the discussion up to `position`, exactly. */
  readonly sequence: number;
  /** One item for each requested change, in the same order. */
  readonly changes: readonly {
    readonly comment: Comment | null;
    readonly states: readonly CommentState[];
    /** The withdrawn reaction. */
    readonly taken: { readonly id: string; readonly createdAt: string } | null;
  }[];
}

export const discussionRead: Read<DiscussionQuery, DiscussionAnswer> = {
  name: 'discussion',
  async run(database, { entity, changes }) {
    // Read first: everything read later is at least as new.
    const place = await discussionPlace(database, entity);
    const touched = await touchedBy(database, changes);
    const moved = changes.filter(({ isMoved }) => isMoved).flatMap(({ comment }) => touched.get(comment)?.[0] ?? []);
    const comments = await commentBodies(database, moved);
    const bodies = new Map(comments.slice(0, comments.length).map((body) => [Number(body.id), body]));
    const taken = await takenBy(database, changes);
    const states = await statesOf(database, [...touched.values()].flat());
    return {
      value: {
        ...place,
        changes: changes.map(({ comment, isMoved, takenBy: entry }) => {
          const body = isMoved ? bodies.get(comment) : undefined;
          return {
            comment: body === undefined ? null : { ...body, replies: [] },
            states: (touched.get(comment) ?? []).flatMap(({ id }) => states.get(id) ?? []),
            taken: entry === null ? null : (taken.get(entry) ?? null),
          };
        }),
      },
    };
  },
  serialize: (value) => JSON.stringify(value),
};

/** Withdrawn reactions by entry. */
async function takenBy(database: ReadStore, changes: readonly DiscussionChange[]) {
  const entries = changes.flatMap(({ takenBy: entry }) => entry ?? []);
  const rows = await takenReactions(database, entries);
  return new Map(
    rows.map(({ id, reaction, created_ms }) => [
      id,
      { id: String(reaction), createdAt: new Date(created_ms).toISOString() },
    ]),
  );
}

/** Rows by changed comment: its own row and the rows of comments above it that may have changed. */
async function touchedBy(database: ReadStore, changes: readonly DiscussionChange[]) {
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
      // A reply counts in the comment above; a comment that disappears may make the one above disappear.
      if (!isMoved || row.parent === NO_PARENT || (own.length > 1 && row.shown === 1)) break;
      await load([row.parent]);
    }
    if (own.length > (touched.get(comment)?.length ?? 0)) touched.set(comment, own);
  }
  return touched;
}

/** Variable parts of the comments, read after everything else so that they are the newest. */
async function statesOf(database: ReadStore, touched: readonly CommentRow[]) {
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
