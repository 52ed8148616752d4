/** Commands of comments, reactions, reports, profiles, moderation, and dropped notifications. */
import type { AccountId } from '../units/units.ts';
import type { CommentEntity, CommentId, ProfileField, ProfileText, ReactionType } from './definition.ts';

/** Writes a comment on an entity, or a reply to a comment on the same entity. */
export interface AddComment {
  readonly kind: 'AddComment';
  readonly account: AccountId;
  readonly entity: CommentEntity;
  /** null: top level. */
  readonly parent: CommentId | null;
  /** Trimmed by the engine. Absent where texts can be erased. */
  readonly body?: string;
  /** Hex SHA-256 of a salt and the text, which are kept beside the log. Absent with `body`. */
  readonly text?: string;
}

/** Removes a comment. No effect if it is already removed. */
export interface RemoveComment {
  readonly kind: 'RemoveComment';
  readonly comment: CommentId;
  /** Author or moderator; null: the operator. */
  readonly account: AccountId | null;
}

/** Adds a reaction. No effect if the account has already reacted in this way. */
export interface AddReaction {
  readonly kind: 'AddReaction';
  readonly account: AccountId;
  readonly comment: CommentId;
  readonly reaction: ReactionType;
}

/** Removes a reaction. No effect if there is none. */
export interface RemoveReaction {
  readonly kind: 'RemoveReaction';
  readonly account: AccountId;
  readonly comment: CommentId;
  readonly reaction: ReactionType;
}

/** Reports a comment to the moderators; each account counts once. */
export interface ReportComment {
  readonly kind: 'ReportComment';
  readonly account: AccountId;
  readonly comment: CommentId;
}

/** Dismisses the reports of a comment; accounts that reported it cannot do so again. No effect if no report is open. */
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
  /** Hashes as in `AddComment.text`, in place of fields that can be erased. Names like these are compared beside the log. */
  readonly texts?: Partial<Readonly<Record<ProfileField, string>>>;
}

/** Grants or revokes the right to remove any comment and to dismiss reports. */
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
  | (AddComment | RemoveComment | AddReaction | RemoveReaction | ReportComment | DismissReports | UpdateProfile)
  | (SetModerator | DropNotifications);
