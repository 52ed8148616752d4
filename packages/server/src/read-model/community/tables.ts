/** Tables of comments, reactions and profiles, shared by projections and queries. Flags are 0 or 1. */
import type { Flag } from '../catalog/tables.ts';

/** Values of `comments.entity_type`. */
export const ENTITY_EVENT = 0;
export const ENTITY_SERIES = 1;
export const ENTITY_MARKET = 2;
/** The same values by the names of the contract and of commands. */
export const ENTITY_TYPES = { Event: ENTITY_EVENT, Series: ENTITY_SERIES, market: ENTITY_MARKET } as const;
export type EntityType = typeof ENTITY_EVENT | typeof ENTITY_SERIES | typeof ENTITY_MARKET;

/** `comments.parent` of a comment at the top level. */
export const NO_PARENT = 0;

export interface CommentRow {
  /** Public id, from 1, in order of creation. */
  readonly id: number;
  readonly entity_type: EntityType;
  /** Public catalog id. */
  readonly entity_id: number;
  /** Comment that this one replies to, or NO_PARENT. */
  readonly parent: number;
  readonly account: number;
  /** Empty once removed. */
  readonly body: string;
  /** Unix milliseconds. */
  readonly created_ms: number;
  readonly updated_ms: number;
  readonly removed: Flag;
  /** 0 if removed and no visible reply needs its place. */
  readonly shown: Flag;
  /** Number of visible direct replies. */
  readonly reply_count: number;
  readonly reaction_count: number;
  /** Number of reports that were not dismissed. */
  readonly report_count: number;
}

/** An active reaction to a comment that was not removed. */
export interface ReactionRow {
  /** Sequence of the entry that added it. */
  readonly id: number;
  readonly comment: number;
  readonly account: number;
  readonly type: string;
  readonly created_ms: number;
}

/** A withdrawn reaction. */
export interface TakenReactionRow {
  /** Sequence of the entry that withdrew it. */
  readonly id: number;
  /** Sequence of the entry that had added it. */
  readonly reaction: number;
  readonly created_ms: number;
}

/** Number of changes to a discussion; no row before the first. */
export interface DiscussionRow {
  readonly entity_type: EntityType;
  readonly entity_id: number;
  /** Increases by 1 with each comment, removal, reaction, withdrawn reaction, report and dismissal of reports. */
  readonly sequence: number;
}

/** One row per account. */
export interface ProfileRow {
  readonly account: number;
  readonly created_ms: number;
  readonly updated_ms: number;
  readonly name: string;
  readonly bio: string;
  readonly profile_image: string;
  readonly display_username_public: Flag;
  readonly moderator: Flag;
}

/** Lower-case addresses and sites that created an event. */
export interface CreatorRow {
  readonly creator: string;
}

/** Maximum number of dropped notification ids kept for an account; the oldest are forgotten first. */
export const NOTIFICATION_DROPS_KEPT_MAX = 1_000;

/** Notifications that an account has dropped; no row if there are none. Ids are fill ids. */
export interface NotificationDropsRow {
  readonly account: number;
  /** Every id up to this one is dropped; -1 for none. */
  readonly up_to: number;
  /** Later ids: a JSON array in the order of dropping. */
  readonly ids: string;
}

export interface CommunityTables {
  readonly comments: CommentRow;
  readonly reactions: ReactionRow;
  readonly reactions_taken: TakenReactionRow;
  readonly discussions: DiscussionRow;
  readonly profiles: ProfileRow;
  readonly creators: CreatorRow;
  readonly notification_drops: NotificationDropsRow;
}
