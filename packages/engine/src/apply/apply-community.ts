/** Applies events of comments, reactions, reports, profiles and moderation. */
import type { CommentAdded, CommunityEvent, ProfileUpdated } from '../community/events.ts';
import { accountOf, type State } from '../state.ts';
import { assert, assertNever } from '../units/units.ts';

export function applyCommunityEvent(state: State, event: CommunityEvent, timeMs: number): void {
  if (!state.community.isKept) return;
  const { comments, marks, moderators } = state.community;
  switch (event.kind) {
    case 'CommentAdded':
      return applyCommentAdded(state, event, timeMs);
    case 'CommentRemoved':
      return comments.remove(event.comment);
    case 'ReactionAdded':
      return marks.add(event.comment, event.account, event.reaction);
    case 'ReactionRemoved':
      return marks.delete(event.comment, event.account, event.reaction);
    case 'CommentReported':
      marks.add(event.comment, event.account, 'report');
      return comments.setReported(event.comment, true);
    case 'ReportsDismissed':
      // Marks stay: an account that has reported a comment cannot report it again.
      return comments.setReported(event.comment, false);
    case 'ProfileUpdated':
      return applyProfileUpdated(state, event);
    case 'ModeratorSet':
      if (event.moderator) moderators.add(event.account);
      else moderators.delete(event.account);
      return;
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
