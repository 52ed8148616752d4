/** Tables of comments, reactions and profiles as projections write and queries read them. Flags are 0 or 1. */
import type { Flag } from './catalog-tables.ts';

/** What `comments.entity_type` stands for, by number. */
export const ENTITY_EVENT = 0;
export const ENTITY_SERIES = 1;
export const ENTITY_MARKET = 2;
/** The same by the words of the contract and of commands. */
export const ENTITY_TYPES = { Event: ENTITY_EVENT, Series: ENTITY_SERIES, market: ENTITY_MARKET } as const;
export type EntityType = typeof ENTITY_EVENT | typeof ENTITY_SERIES | typeof ENTITY_MARKET;

/** `comments.parent` of a comment at the top level. */
export const NO_PARENT = 0;

export interface CommentRow {
  /** Public id, from 1, in order of writing. */
  readonly id: number;
  readonly entity_type: EntityType;
  /** Public catalog id. */
  readonly entity_id: number;
  /** Comment that is answered, or NO_PARENT. */
  readonly parent: number;
  readonly account: number;
  /** '' once it is removed. */
  readonly body: string;
  /** Unix milliseconds. */
  readonly created_ms: number;
  readonly updated_ms: number;
  readonly removed: Flag;
  /** 0 when it is removed and no shown reply needs its place. */
  readonly shown: Flag;
  /** Direct replies that are shown. */
  readonly reply_count: number;
  readonly reaction_count: number;
  /** Those that were not dismissed. */
  readonly report_count: number;
}

/** A reaction that stands, to a comment that stands. */
export interface ReactionRow {
  /** Sequence of the entry that added it. */
  readonly id: number;
  readonly comment: number;
  readonly account: number;
  readonly type: string;
  readonly created_ms: number;
}

/** A reaction that was taken back. */
export interface TakenReactionRow {
  /** Sequence of the entry that took it back. */
  readonly id: number;
  /** Sequence of the entry that had added it. */
  readonly reaction: number;
  readonly created_ms: number;
}

/** How often a discussion has changed; none for one that never has. */
export interface DiscussionRow {
  readonly entity_type: EntityType;
  readonly entity_id: number;
  /** Rises by 1 with each comment, removal, reaction, reaction taken back, report and dismissal of reports. */
  readonly sequence: number;
}

/** One for each account. */
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

/** Addresses and sites that created an event, lower-case. */
export interface CreatorRow {
  readonly creator: string;
}

/** Ids of dropped notifications that are kept for an account; the earliest are forgotten first. */
export const NOTIFICATION_DROPS_KEPT_MAX = 1_000;

/** What an account has dropped; none for one that has dropped nothing. Ids are those of fills. */
export interface NotificationDropsRow {
  readonly account: number;
  /** Every id up to this one; -1 for none. */
  readonly up_to: number;
  /** Later ids: a JSON array, in the order in which they were dropped. */
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
