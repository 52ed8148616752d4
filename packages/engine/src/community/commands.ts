/**
 * What accounts and the operator may ask of the community: comments, reactions, reports, profiles, moderation, and what
 * an account no longer wants to be shown.
 */
import type { AccountId } from '../units/ids.ts';
import type { CommentEntity, CommentId, ProfileText, ReactionType } from './definition.ts';

/** Writes a comment under an entity, or a reply to a comment under the same entity. */
export interface AddComment {
  readonly kind: 'AddComment';
  readonly account: AccountId;
  readonly entity: CommentEntity;
  /** null: top level. */
  readonly parent: CommentId | null;
  /** Trimmed by the engine. */
  readonly body: string;
}

/** Takes a comment away. No effect if it is gone. */
export interface RemoveComment {
  readonly kind: 'RemoveComment';
  readonly comment: CommentId;
  /** Author or moderator; null: the operator. */
  readonly account: AccountId | null;
}

/** No effect if the account has reacted in this way already. */
export interface AddReaction {
  readonly kind: 'AddReaction';
  readonly account: AccountId;
  readonly comment: CommentId;
  readonly reaction: ReactionType;
}

/** No effect if there is no such reaction. */
export interface RemoveReaction {
  readonly kind: 'RemoveReaction';
  readonly account: AccountId;
  readonly comment: CommentId;
  readonly reaction: ReactionType;
}

/** Tells moderators of a comment; an account counts once. */
export interface ReportComment {
  readonly kind: 'ReportComment';
  readonly account: AccountId;
  readonly comment: CommentId;
}

/** Settles what a comment was reported for; who reported it cannot do so again. No effect if nothing is open. */
export interface DismissReports {
  readonly kind: 'DismissReports';
  readonly comment: CommentId;
  /** Moderator; null: the operator. */
  readonly account: AccountId | null;
}

export interface UpdateProfile {
  readonly kind: 'UpdateProfile';
  readonly account: AccountId;
  /** Names and bios are trimmed by the engine. */
  readonly changes: Partial<ProfileText>;
}

/** Gives or takes the right to remove anyone's comments and to dismiss reports. */
export interface SetModerator {
  readonly kind: 'SetModerator';
  readonly account: AccountId;
  readonly moderator: boolean;
}

/** Stops showing an account notifications of its fills. No effect if it names none. */
export interface DropNotifications {
  readonly kind: 'DropNotifications';
  readonly account: AccountId;
  /** At most NOTIFICATIONS_PER_DROP_MAX; null: everything before this entry. */
  readonly ids: readonly number[] | null;
}

export type CommunityCommand =
  | AddComment
  | RemoveComment
  | AddReaction
  | RemoveReaction
  | ReportComment
  | DismissReports
  | UpdateProfile
  | SetModerator
  | DropNotifications;
