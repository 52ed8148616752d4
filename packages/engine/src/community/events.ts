/** Events of the community. */
import type { AccountId } from '../units/ids.ts';
import type { CommentEntity, CommentId, ProfileText, ReactionType } from './definition.ts';

export interface CommentAdded {
  readonly kind: 'CommentAdded';
  readonly comment: CommentId;
  readonly account: AccountId;
  readonly entity: CommentEntity;
  readonly parent: CommentId | null;
  readonly body: string;
}

export interface CommentRemoved {
  readonly kind: 'CommentRemoved';
  readonly comment: CommentId;
  /** Remover of the comment; null: the operator. */
  readonly by: AccountId | null;
}

export interface ReactionAdded {
  readonly kind: 'ReactionAdded';
  readonly comment: CommentId;
  readonly account: AccountId;
  readonly reaction: ReactionType;
}

export interface ReactionRemoved {
  readonly kind: 'ReactionRemoved';
  readonly comment: CommentId;
  readonly account: AccountId;
  readonly reaction: ReactionType;
}

export interface CommentReported {
  readonly kind: 'CommentReported';
  readonly comment: CommentId;
  readonly account: AccountId;
}

/** All reports of the comment were dismissed. */
export interface ReportsDismissed {
  readonly kind: 'ReportsDismissed';
  readonly comment: CommentId;
  /** Account that dismissed them; null: the operator. */
  readonly by: AccountId | null;
}

export interface ProfileUpdated {
  readonly kind: 'ProfileUpdated';
  readonly account: AccountId;
  /** At least one field. */
  readonly changes: Partial<ProfileText>;
}

export interface ModeratorSet {
  readonly kind: 'ModeratorSet';
  readonly account: AccountId;
  readonly moderator: boolean;
}

/** The account is no longer shown these notifications; only followers know which notifications exist. */
export interface NotificationsDropped {
  readonly kind: 'NotificationsDropped';
  readonly account: AccountId;
  /** null: everything before this entry. */
  readonly ids: readonly number[] | null;
}

export type CommunityEvent =
  | CommentAdded
  | CommentRemoved
  | ReactionAdded
  | ReactionRemoved
  | CommentReported
  | ReportsDismissed
  | ProfileUpdated
  | ModeratorSet
  | NotificationsDropped;
