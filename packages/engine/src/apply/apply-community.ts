/** Applies events of comments, reactions, reports, profiles and moderation. */
import type {
  CommentAdded,
  CommentRemoved,
  CommentReported,
  CommunityEvent,
  ModeratorSet,
  ProfileUpdated,
  ReactionAdded,
  ReactionRemoved,
  ReportsDismissed,
} from '../community/events.ts';
import { accountOf, type State } from '../state.ts';
import { assert, assertNever } from '../units/assert.ts';

export function applyCommunityEvent(state: State, event: CommunityEvent, timeMs: number): void {
  if (!state.community.isKept) return;
  switch (event.kind) {
    case 'CommentAdded':
      return applyCommentAdded(state, event, timeMs);
    case 'CommentRemoved':
      return applyCommentRemoved(state, event);
    case 'ReactionAdded':
      return applyReactionAdded(state, event);
    case 'ReactionRemoved':
      return applyReactionRemoved(state, event);
    case 'CommentReported':
      return applyCommentReported(state, event);
    case 'ReportsDismissed':
      return applyReportsDismissed(state, event);
    case 'ProfileUpdated':
      return applyProfileUpdated(state, event);
    case 'ModeratorSet':
      return applyModeratorSet(state, event);
    case 'NotificationsDropped':
      // Only followers keep these.
      accountOf(state, event.account);
      return;
    default:
      return assertNever(event);
  }
}

function applyCommentAdded(state: State, event: CommentAdded, timeMs: number): void {
  const { comment: id, account: author, entity, parent } = event;
  const { comments } = state.community;
  accountOf(state, author);
  const above = parent === null ? null : comments.get(parent);
  assert(parent === null || above !== null, 'a reply answers a comment');
  comments.add({ id, entity, depth: above === null ? 0 : above.depth + 1, author, timeMs });
}

function applyCommentRemoved(state: State, event: CommentRemoved): void {
  state.community.comments.remove(event.comment);
}

function applyReactionAdded(state: State, event: ReactionAdded): void {
  state.community.marks.add(event.comment, event.account, event.reaction);
}

function applyReactionRemoved(state: State, event: ReactionRemoved): void {
  state.community.marks.delete(event.comment, event.account, event.reaction);
}

function applyCommentReported(state: State, event: CommentReported): void {
  state.community.marks.add(event.comment, event.account, 'report');
  state.community.comments.setReported(event.comment, true);
}

/** Marks stay: an account that has reported a comment cannot report it again. */
function applyReportsDismissed(state: State, event: ReportsDismissed): void {
  state.community.comments.setReported(event.comment, false);
}

function applyProfileUpdated(state: State, { account, changes }: ProfileUpdated): void {
  const { names, nameIndex } = state.community;
  const { name } = changes;
  if (name === undefined) return;
  const before = names.get(account);
  if (before !== undefined) nameIndex.delete(account, before);
  names.delete(account);
  if (name === '') return;
  names.set(account, name);
  nameIndex.add(account, name);
}

function applyModeratorSet(state: State, { account, moderator }: ModeratorSet): void {
  if (moderator) state.community.moderators.add(account);
  else state.community.moderators.delete(account);
}
