/** Reads of comments: a single one, the replies to one, a user's comments, and those on an entity. */
import type { AdminCommentsQuery, Comment, CommentsKeysetQuery, CommentsQuery } from '@bellwether/contract';
import type { RowPlace } from '@bellwether/wire/forms/cursors.ts';
import { idOfSlug } from '../../catalog/query/catalog-events.ts';
import type { ReadStore } from '../../database.ts';
import { keysetPage, pageSerializers } from '../../keyset-page.ts';
import { ARRAY_JSON, createRead, type Items, type Read } from '../../read.ts';
import { selectInChunks } from '../../select-in-chunks.ts';
import { holdersPage } from '../query/context.ts';
import {
  accountPage,
  commentsOfTexts,
  type EntityKey,
  findComment,
  moderationPage,
  type Page,
  repliesPage,
  textsOfProfiles,
  topLevelPage,
} from '../query/discussions.ts';
import { findAccountOf } from '../query/profiles.ts';
import type { CommentRow } from '../tables.ts';
import { entityKey } from './comment-output.ts';
import { commentBodies } from './comment-threads.ts';

/** One comment with its nested replies; null if it is gone. */
export const commentRead = createRead<{ readonly id: number }, Comment>('comment', async (database, { id }) => {
  const row = await findComment(database, id);
  if (row === null) return null;
  const [value] = (await commentBodies(database, [row])).slice(0, 1);
  return value === undefined ? null : { value };
});

/** Read of `GET /comments/{id}`; null if the comment is gone. */
export const commentRepliesRead: Read<Page & { readonly id: number }, Items<Comment>> = {
  name: 'comment-replies',
  async run(database, { id, ...page }) {
    if ((await findComment(database, id)) === null) return null;
    return { value: await commentBodies(database, await repliesPage(database, id, page).execute()) };
  },
  ...ARRAY_JSON,
};

/** Read of `GET /comments/user_address/{user_address}`; null if the address, in lower case, is unknown. */
export const userCommentsRead: Read<Page & { readonly address: string }, Items<Comment>> = {
  name: 'user-comments',
  async run(database, { address, ...page }) {
    const account = await findAccountOf(database, address);
    if (account === null) return null;
    return { value: await commentBodies(database, await accountPage(database, account, page).execute()) };
  },
  ...ARRAY_JSON,
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
  ...ARRAY_JSON,
};

/** The checked query, with the place from its cursor. */
type CommentsKeyset = Omit<CommentsKeysetQuery, 'after_cursor'> & { readonly after?: RowPlace };

/** Page of `GET /comments/keyset`. */
type CommentsPage = { readonly comments: Items<Comment>; readonly next_cursor?: string };

/** Columns that decide the order of `GET /comments/keyset`. */
export const COMMENTS_KEYSET_ORDER = ['id'] as const;

/** Read of `GET /comments/keyset`: top level; empty for an unknown entity. */
export const commentsKeysetRead: Read<CommentsKeyset, CommentsPage> = {
  name: 'comments-keyset',
  async run(database, { parent_entity_type: type, parent_entity_id: id, limit, ascending, after }) {
    const entity = type === undefined || id === undefined ? null : entityKey(type, id);
    const place = after !== undefined && { after: after.id };
    const listing = { entity, order: 'id', ascending, limit: limit + 1, offset: 0, ...place } as const;
    const rows = await topLevelPage(database, listing).execute();
    const order = { list: 'comments', order: COMMENTS_KEYSET_ORDER, ascending } as const;
    const { shown, next } = keysetPage(
      rows.map((row) => ({ ...row, values: [] })),
      limit,
      order,
    );
    return { value: { comments: await commentBodies(database, shown), ...next } };
  },
  ...pageSerializers<'comments', Comment>('comments'),
};

export const moderationRead: Read<AdminCommentsQuery, Items<Comment>> = {
  name: 'moderation',
  async run(database, { reported, order, limit, offset }) {
    const listing = { reported, order: order === 'reportCount' ? 'report_count' : 'id', limit, offset } as const;
    return { value: await commentBodies(database, await moderationPage(database, listing).execute()) };
  },
  ...ARRAY_JSON,
};

/** Comments and profiles that texts kept beside the log belong to, for the gateway alone; unknown hashes are skipped. */
export const usesOfTextsRead = createRead<{ readonly hashes: readonly string[] }, readonly UseOfText[]>(
  'uses-of-texts',
  async (database, { hashes }) => {
    const comments = await selectInChunks(hashes, (chunk) => commentsOfTexts(database, chunk));
    const fields = [];
    for (const column of ['name_text', 'bio_text', 'image_text'] as const)
      fields.push(...(await selectInChunks(hashes, (chunk) => textsOfProfiles(database, column, chunk))));
    return { value: [...comments, ...fields.map(({ hash }) => ({ hash, id: 0, removed: 0 as const }))] };
  },
);

/** `id`: of the comment; 0 for a field of a profile. */
export type UseOfText = Pick<CommentRow, 'id' | 'removed'> & { readonly hash: string };

async function entityOf(database: ReadStore, query: CommentsQuery): Promise<EntityKey | null | 'unknown'> {
  const { parent_entity_type: type, parent_entity_id: id, event_slug: slug } = query;
  if (type !== undefined && id !== undefined) return entityKey(type, id);
  if (slug === undefined) return null;
  const event = await idOfSlug(database, slug);
  return event === null ? 'unknown' : entityKey('Event', event);
}
