/** What can have happened in the community. */
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
  /** Who removed it; null: the operator. */
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

/** No report of the comment counts any more. */
export interface ReportsDismissed {
  readonly kind: 'ReportsDismissed';
  readonly comment: CommentId;
  /** Who dismissed them; null: the operator. */
  readonly by: AccountId | null;
}

export interface ProfileUpdated {
  readonly kind: 'ProfileUpdated';
  readonly account: AccountId;
  /** At least one. */
  readonly changes: Partial<ProfileText>;
}

export interface ModeratorSet {
  readonly kind: 'ModeratorSet';
  readonly account: AccountId;
  readonly moderator: boolean;
}

/** The account is not shown these notifications again: what notifications there are is for readers to know. */
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
