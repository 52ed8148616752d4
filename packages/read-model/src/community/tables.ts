/** Tables of comments, reactions and profiles, shared by projections and queries. Flags are 0 or 1. */
import { type Column, flag, integer, key, type Rows, rowId, text, textKey } from '../table.ts';

/** Values of `comments.entity_type`. */
export const ENTITY_EVENT = 0;
export const ENTITY_SERIES = 1;
export const ENTITY_MARKET = 2;
/** The same values by the names of the contract and of commands. */
export const ENTITY_TYPES = { Event: ENTITY_EVENT, Series: ENTITY_SERIES, market: ENTITY_MARKET } as const;
export type EntityType = typeof ENTITY_EVENT | typeof ENTITY_SERIES | typeof ENTITY_MARKET;

/** `comments.parent` of a comment at the top level. */
export const NO_PARENT = 0;

/** Maximum number of dropped notification ids kept for an account; the oldest are forgotten first. */
export const NOTIFICATION_DROPS_KEPT_MAX = 1_000;

export const COMMENT_TABLES = {
  comments: {
    /** Public id, from 1, in order of creation. */
    id: rowId,
    entity_type: integer as Column<EntityType>,
    /** Public catalog id. */
    entity_id: integer,
    /** Comment that this one replies to, or NO_PARENT. */
    parent: integer,
    account: integer,
    /** Empty once removed. */
    body: text,
    /** Unix milliseconds. */
    created_ms: integer,
    updated_ms: integer,
    removed: flag,
    /** 0 if removed and no visible reply needs its place. */
    shown: flag,
    /** Number of visible direct replies. */
    reply_count: integer,
    reaction_count: integer,
    /** Number of reports that were not dismissed. */
    report_count: integer,
  },
  /** Hashes of texts that are kept beside the log; also those of removed comments. */
  comment_texts: { hash: textKey, comment: key },
  /** An active reaction to a comment that was not removed. */
  reactions: {
    /** Sequence of the entry that added it. */
    id: rowId,
    comment: integer,
    account: integer,
    type: text,
    created_ms: integer,
  },
  reactions_taken: {
    /** Sequence of the entry that withdrew it. */
    id: rowId,
    /** Sequence of the entry that had added it. */
    reaction: integer,
    created_ms: integer,
  },
  /** Number of changes to a discussion; no row before the first. */
  discussions: {
    entity_type: key as Column<EntityType>,
    entity_id: key,
    /** Increases by 1 with each comment, removal, reaction, withdrawn reaction, report and dismissal of reports. */
    sequence: integer,
  },
};

export const PROFILE_TABLES = {
  /** One row per account. */
  profiles: {
    account: rowId,
    created_ms: integer,
    updated_ms: integer,
    name: text,
    bio: text,
    profile_image: text,
    display_username_public: flag,
    moderator: flag,
    /** Hashes of texts that are kept beside the log; '' for none. */
    name_text: text,
    bio_text: text,
    image_text: text,
  },
  /** Lower-case addresses and sites that created an event. */
  creators: { creator: textKey },
};

export const NOTIFICATION_TABLES = {
  /** Notifications that an account has dropped; no row if there are none. Ids are fill ids. */
  notification_drops: {
    account: rowId,
    /** Every id up to this one is dropped; -1 for none. */
    up_to: integer,
    /** Later ids: a JSON array in the order of dropping. */
    ids: text,
  },
};

export type CommunityTables = Rows<typeof COMMENT_TABLES & typeof PROFILE_TABLES & typeof NOTIFICATION_TABLES>;
export type CommentRow = CommunityTables['comments'];
export type ReactionRow = CommunityTables['reactions'];
export type TakenReactionRow = CommunityTables['reactions_taken'];
export type ProfileRow = CommunityTables['profiles'];
