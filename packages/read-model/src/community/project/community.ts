/**
 * Projections of the community: comments and reactions with their counts, profiles with moderators and creators, and
 * dropped notifications. A removed comment loses its text and its reactions. It keeps its place while replies to it are
 * visible, and disappears with the last one.
 */
import {
  type CommentAdded,
  type CommentRemoved,
  type NotificationsDropped,
  PROFILE_FIELDS,
  type ProfileUpdated,
} from '@bellwether/engine';
import type { SqlValue } from '@bellwether/ports/store.ts';
import { FILLS_PER_TRADE_MAX } from '../../ledger/tables.ts';
import { byEvent, type Projection } from '../../projection.ts';
import { createTables, insertInto } from '../../table.ts';
import {
  COMMENT_TABLES,
  ENTITY_TYPES,
  NO_PARENT,
  NOTIFICATION_DROPS_KEPT_MAX,
  NOTIFICATION_TABLES,
  PROFILE_TABLES,
} from '../tables.ts';

const COMMENT_SCHEMA = `
  ${createTables(COMMENT_TABLES)}
  CREATE INDEX comments_by_parent ON comments (parent, shown, id);
  CREATE INDEX comments_by_parent_reactions ON comments (parent, shown, reaction_count, id);
  CREATE INDEX comments_by_entity ON comments (entity_type, entity_id, parent, shown, id);
  CREATE INDEX comments_by_entity_reactions ON comments (entity_type, entity_id, parent, shown, reaction_count, id);
  CREATE INDEX comments_by_account ON comments (account, removed, id);
  CREATE INDEX comments_by_removed ON comments (removed, id);
  CREATE INDEX comments_by_reports ON comments (removed, report_count, id);
  CREATE INDEX comments_by_reported ON comments (removed, report_count > 0, id);
  CREATE INDEX reactions_by_comment ON reactions (comment, id);
  CREATE UNIQUE INDEX reactions_by_account ON reactions (comment, account, type);
`;

const COUNT_CHANGE = `
  INSERT INTO discussions (entity_type, entity_id, sequence) SELECT entity_type, entity_id, 1 FROM comments WHERE id = ?
  ON CONFLICT DO UPDATE SET sequence = sequence + 1
`;

const TAKE_REACTION = `
  INSERT INTO reactions_taken (id, reaction, created_ms)
  SELECT ?, id, created_ms FROM reactions WHERE comment = ? AND account = ? AND type = ?
`;

const REMOVE_COMMENT = `
  UPDATE comments SET removed = 1, shown = reply_count > 0, body = '', reaction_count = 0, updated_ms = ? WHERE id = ?
`;

/**
 * Tables `comments`, `comment_texts`, `reactions`, `reactions_taken` and `discussions`, with the number of changes to each discussion.
 */
export const commentsProjection: Projection = {
  name: 'comments',
  version: 5,
  tables: Object.keys(COMMENT_TABLES),
  ignoresTrading: true,
  erases: true,
  schema: COMMENT_SCHEMA,

  open(store) {
    const insert = store.prepare(insertInto(COMMENT_TABLES, 'comments'));
    const insertText = store.prepare(insertInto(COMMENT_TABLES, 'comment_texts'));
    const addReply = store.prepare('UPDATE comments SET reply_count = reply_count + 1 WHERE id = ?');
    const remove = store.prepare(REMOVE_COMMENT);
    const placeOf = store.prepare('SELECT parent, shown FROM comments WHERE id = ?');
    const loseReply = store.prepare(
      'UPDATE comments SET reply_count = reply_count - 1, shown = removed = 0 OR reply_count > 1 WHERE id = ?',
    );
    const dropReactions = store.prepare('DELETE FROM reactions WHERE comment = ?');
    const insertReaction = store.prepare(insertInto(COMMENT_TABLES, 'reactions'));
    const takeReaction = store.prepare(TAKE_REACTION);
    const deleteReaction = store.prepare('DELETE FROM reactions WHERE comment = ? AND account = ? AND type = ?');
    const countReaction = store.prepare('UPDATE comments SET reaction_count = reaction_count + ? WHERE id = ?');
    const countChange = store.prepare(COUNT_CHANGE);
    const countReport = store.prepare('UPDATE comments SET report_count = report_count + 1 WHERE id = ?');
    const dropReports = store.prepare('UPDATE comments SET report_count = 0 WHERE id = ?');

    function addComment({ comment, account, entity, parent, body = '', text }: CommentAdded, timeMs: number): void {
      const type = ENTITY_TYPES[entity.type];
      insert.run(comment, type, entity.id, parent ?? NO_PARENT, account, body, timeMs, timeMs, 0, 1, 0, 0, 0);
      if (text !== undefined) insertText.run(text, comment);
      if (parent !== null) addReply.run(parent);
    }

    function removeComment({ comment }: CommentRemoved, timeMs: number): void {
      remove.run(timeMs, comment);
      store.forget?.();
      dropReactions.run(comment);
      // A removed comment no longer counts as a reply; the engine bounds the depth.
      let place = placeOf.get(comment);
      while (place !== undefined && place['shown'] === 0 && place['parent'] !== NO_PARENT) {
        const above = Number(place['parent']);
        loseReply.run(above);
        place = placeOf.get(above);
      }
    }

    return byEvent((event, { sequence, timeMs }) => {
      switch (event.kind) {
        case 'CommentAdded':
          addComment(event, timeMs);
          break;
        case 'CommentRemoved':
          removeComment(event, timeMs);
          break;
        case 'ReactionAdded':
          insertReaction.run(sequence, event.comment, event.account, event.reaction, timeMs);
          countReaction.run(1, event.comment);
          break;
        case 'ReactionRemoved':
          takeReaction.run(sequence, event.comment, event.account, event.reaction);
          deleteReaction.run(event.comment, event.account, event.reaction);
          countReaction.run(-1, event.comment);
          break;
        case 'CommentReported':
          countReport.run(event.comment);
          break;
        case 'ReportsDismissed':
          dropReports.run(event.comment);
          break;
        default:
          return;
      }
      countChange.run(event.comment);
    });
  },
};

const PROFILE_SCHEMA = `
  ${createTables(PROFILE_TABLES)}
  CREATE INDEX profiles_by_moderator ON profiles (moderator, account) WHERE moderator = 1;
`;

const UPDATE_PROFILE = `
  UPDATE profiles SET updated_ms = ?, name = coalesce(?, name), bio = coalesce(?, bio),
    profile_image = coalesce(?, profile_image), display_username_public = coalesce(?, display_username_public),
    name_text = coalesce(?, name_text), bio_text = coalesce(?, bio_text), image_text = coalesce(?, image_text)
  WHERE account = ?
`;

/** Tables `profiles`, with a row per account, and `creators`. */
export const profilesProjection: Projection = {
  name: 'profiles',
  version: 3,
  tables: Object.keys(PROFILE_TABLES),
  ignoresTrading: true,
  erases: true,
  schema: PROFILE_SCHEMA,

  open(store) {
    const insert = store.prepare(`INSERT INTO profiles VALUES (?, ?, ?, '', '', '', 1, 0, '', '', '')`);
    const update = store.prepare(UPDATE_PROFILE);
    const setModerator = store.prepare('UPDATE profiles SET moderator = ? WHERE account = ?');
    const insertCreator = store.prepare('INSERT OR IGNORE INTO creators VALUES (?)');

    return byEvent((event, { timeMs }) => {
      switch (event.kind) {
        case 'AccountOpened':
          insert.run(event.account, timeMs, timeMs);
          break;
        case 'ProfileUpdated':
          update.run(timeMs, ...changed(event), event.account);
          store.forget?.();
          break;
        case 'ModeratorSet':
          setModerator.run(event.moderator ? 1 : 0, event.account);
          break;
        case 'CatalogEventAdded':
          if (event.event.creator !== '') insertCreator.run(event.event.creator.toLowerCase());
          break;
      }
    });
  },
};

/** New values in the order of the columns; null leaves a column unchanged. */
function changed({ changes, texts = {} }: ProfileUpdated): SqlValue[] {
  const { name, bio, profileImage, displayUsernamePublic } = changes;
  const flag = displayUsernamePublic === undefined ? null : Number(displayUsernamePublic);
  const hashes = PROFILE_FIELDS.map((field) => texts[field] ?? (changes[field] === undefined ? null : ''));
  return [name ?? null, bio ?? null, profileImage ?? null, flag, ...hashes];
}

/** Table `notification_drops`, with a row for each account that has dropped any. */
export const notificationDropsProjection: Projection = {
  name: 'notification_drops',
  version: 1,
  tables: Object.keys(NOTIFICATION_TABLES),
  ignoresTrading: true,
  schema: createTables(NOTIFICATION_TABLES),

  open(store) {
    const select = store.prepare('SELECT up_to, ids FROM notification_drops WHERE account = ?');
    const write = store.prepare('INSERT OR REPLACE INTO notification_drops VALUES (?, ?, ?)');

    function drop({ account, ids }: NotificationsDropped, sequence: number): void {
      if (ids === null) {
        write.run(account, sequence * FILLS_PER_TRADE_MAX - 1, '[]');
        return;
      }
      const row = select.get(account);
      const upTo = row === undefined ? -1 : Number(row['up_to']);
      const before = row === undefined ? [] : (JSON.parse(String(row['ids'])) as number[]);
      const kept = [...new Set([...before, ...ids.filter((id) => id > upTo)])].slice(-NOTIFICATION_DROPS_KEPT_MAX);
      write.run(account, upTo, JSON.stringify(kept));
    }

    return byEvent((event, { sequence }) => {
      if (event.kind === 'NotificationsDropped') drop(event, sequence);
    });
  },
};
