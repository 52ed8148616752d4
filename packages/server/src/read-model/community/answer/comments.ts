/** Reads of comments: a single one, the replies to one, a user's comments, and those on an entity. */
import { type AdminCommentsQuery, Comment, Comments, type CommentsQuery } from '@bellwether/contract';
import type { ReadStore } from '../../database.ts';
import { arraySerializers, type Items, type Read, serializerOf } from '../../read.ts';
import { holdersPage } from '../query/context.ts';
import {
  accountPage,
  type EntityKey,
  findComment,
  findEventId,
  moderationPage,
  type Page,
  repliesPage,
  topLevelPage,
} from '../query/discussions.ts';
import { findAccountOf } from '../query/profiles.ts';
import { entityKey } from './comment-output.ts';
import { commentBodies } from './comment-threads.ts';

/** One comment with its nested replies; null if it is gone. */
export const commentRead: Read<{ readonly id: number }, Comment> = {
  name: 'comment',
  async run(database, { id }) {
    const row = await findComment(database, id);
    if (row === null) return null;
    const [value] = (await commentBodies(database, [row])).slice(0, 1);
    return value === undefined ? null : { value };
  },
  serialize: serializerOf(Comment),
};

/** Read of `GET /comments/{id}`; null if the comment is gone. */
export const commentRepliesRead: Read<Page & { readonly id: number }, Items<Comment>> = {
  name: 'comment-replies',
  async run(database, { id, ...page }) {
    if ((await findComment(database, id)) === null) return null;
    return { value: await commentBodies(database, await repliesPage(database, id, page).execute()) };
  },
  ...arraySerializers(Comments),
};

/** Read of `GET /comments/user_address/{user_address}`; null if the address, in lower case, is unknown. */
export const userCommentsRead: Read<Page & { readonly address: string }, Items<Comment>> = {
  name: 'user-comments',
  async run(database, { address, ...page }) {
    const account = await findAccountOf(database, address);
    if (account === null) return null;
    return { value: await commentBodies(database, await accountPage(database, account, page).execute()) };
  },
  ...arraySerializers(Comments),
};

/** Read of `GET /comments`: top level; empty for an unknown entity. */
export const commentsRead: Read<CommentsQuery, Items<Comment>> = {
  name: 'comments',
  async run(database, query) {
    const entity = await entityOf(database, query);
    if (entity === 'unknown') return { value: [] };
    const { limit, offset, ascending, holders_only: holdersOnly } = query;
    const order = query.order === 'reactionCount' ? 'reaction_count' : 'id';
    const listing = { entity, order, ascending, limit, offset } as const;
    const rows =
      holdersOnly && entity !== null
        ? await holdersPage(database, entity, listing)
        : await topLevelPage(database, listing).execute();
    return { value: await commentBodies(database, rows) };
  },
  ...arraySerializers(Comments),
};

export const moderationRead: Read<AdminCommentsQuery, Items<Comment>> = {
  name: 'moderation',
  async run(database, { reported, order, limit, offset }) {
    const listing = { reported, order: order === 'reportCount' ? 'report_count' : 'id', limit, offset } as const;
    return { value: await commentBodies(database, await moderationPage(database, listing).execute()) };
  },
  ...arraySerializers(Comments),
};

async function entityOf(database: ReadStore, query: CommentsQuery): Promise<EntityKey | null | 'unknown'> {
  const { parent_entity_type: type, parent_entity_id: id, event_slug: slug } = query;
  if (type !== undefined && id !== undefined) return entityKey(type, id);
  if (slug === undefined) return null;
  const event = await findEventId(database, slug);
  return event === null ? 'unknown' : entityKey('Event', event);
}
