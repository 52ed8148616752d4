/** Applies events of comments, reactions, reports, profiles and moderation. */
import { type Applied, accountOf } from '../state.ts';
import { assert } from '../units/units.ts';

/** Not called for a state that keeps no community. */
export const COMMUNITY_EVENTS = {
  CommentAdded(state, { comment: id, account: author, entity, parent }, { timeMs }) {
    const { comments } = state.community;
    accountOf(state, author);
    const above = parent === null ? null : comments.get(parent);
    assert(parent === null || above !== null, 'a reply answers a comment');
    comments.add({ id, entity, depth: above === null ? 0 : above.depth + 1, author, timeMs });
  },
  CommentRemoved: ({ community: { comments } }, { comment }) => comments.remove(comment),
  ReactionAdded: ({ community: { marks } }, { comment, account, reaction }) => marks.add(comment, account, reaction),
  ReactionRemoved: ({ community: { marks } }, { comment, account, reaction }) =>
    marks.delete(comment, account, reaction),
  CommentReported({ community: { comments, marks } }, { comment, account }) {
    marks.add(comment, account, 'report');
    comments.setReported(comment, true);
  },
  // Marks stay: an account that has reported a comment cannot report it again.
  ReportsDismissed: ({ community: { comments } }, { comment }) => comments.setReported(comment, false),
  ProfileUpdated({ community: { names, nameIndex } }, { account, changes, texts }) {
    // A name that only its hash is known of is compared beside the log.
    const name = texts?.name === undefined ? changes.name : '';
    if (name === undefined) return;
    const before = names.get(account);
    if (before !== undefined) nameIndex.delete(account, before);
    names.delete(account);
    if (name === '') return;
    names.set(account, name);
    nameIndex.add(account, name);
  },
  ModeratorSet({ community: { moderators } }, { account, moderator }) {
    if (moderator) moderators.add(account);
    else moderators.delete(account);
  },
  // Only followers keep these.
  NotificationsDropped: (state, { account }) => void accountOf(state, account),
} satisfies Partial<Applied>;
