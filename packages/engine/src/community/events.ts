/** Events of the community. */
import type { AccountId } from '../units/units.ts';
import type {
  AddComment,
  AddReaction,
  RemoveReaction,
  ReportComment,
  SetModerator,
  UpdateProfile,
} from './commands.ts';
import type { CommentId } from './definition.ts';

export interface CommentAdded extends Omit<AddComment, 'kind'> {
  readonly kind: 'CommentAdded';
  readonly comment: CommentId;
}

export interface CommentRemoved {
  readonly kind: 'CommentRemoved';
  readonly comment: CommentId;
  /** Remover of the comment; null: the operator. */
  readonly by: AccountId | null;
}

export interface ReactionAdded extends Omit<AddReaction, 'kind'> {
  readonly kind: 'ReactionAdded';
}

export interface ReactionRemoved extends Omit<RemoveReaction, 'kind'> {
  readonly kind: 'ReactionRemoved';
}

export interface CommentReported extends Omit<ReportComment, 'kind'> {
  readonly kind: 'CommentReported';
}

export interface ReportsDismissed {
  readonly kind: 'ReportsDismissed';
  readonly comment: CommentId;
  /** Account that dismissed them; null: the operator. */
  readonly by: AccountId | null;
}

/** At least one field, in `changes` or in `texts`. */
export interface ProfileUpdated extends Omit<UpdateProfile, 'kind'> {
  readonly kind: 'ProfileUpdated';
}

export interface ModeratorSet extends Omit<SetModerator, 'kind'> {
  readonly kind: 'ModeratorSet';
}

/** The account is no longer shown these notifications; only followers know which notifications exist. */
export interface NotificationsDropped {
  readonly kind: 'NotificationsDropped';
  readonly account: AccountId;
  /** null: everything before this entry. */
  readonly ids: readonly number[] | null;
}

export type CommunityEvent =
  | (CommentAdded | CommentRemoved | ReactionAdded | ReactionRemoved | CommentReported | ReportsDismissed)
  | (ProfileUpdated | ModeratorSet | NotificationsDropped);
