/** Decides comments, reports, profiles and dropped notifications. They are independent of the trading mode. */
import type {
  AddComment,
  AddReaction,
  DismissReports,
  DropNotifications,
  RemoveComment,
  RemoveReaction,
  ReportComment,
  SetModerator,
  UpdateProfile,
} from '../community/commands.ts';
import type { CommentFacts } from '../community/comment-log.ts';
import { type CommentEntity, type CommentId, REACTION_TYPES, type ReactionType } from '../community/definition.ts';
import { checkedProfile } from '../community/profile.ts';
import { commentProblem } from '../community/text.ts';
import { accepted, type Decision } from '../decision.ts';
import type { Event } from '../event.ts';
import {
  COMMENT_DEPTH_MAX,
  COMMENT_WINDOW_MS,
  COMMENTS_MAX,
  COMMENTS_PER_ACCOUNT_MAX,
  COMMENTS_PER_WINDOW_MAX,
  MARKS_PER_ACCOUNT_MAX,
} from '../limits.ts';
import { type Reject, type RejectCode, reject } from '../reject.ts';
import type { State } from '../state.ts';
import { type AccountId, assertNever } from '../units/units.ts';

export function decideAddComment(state: Readonly<State>, command: AddComment, timeMs: number): Decision {
  const { account, entity, parent } = command;
  const { comments } = state.community;
  if (state.accounts[account] === undefined) return reject('unknown_account');
  const text = textOf(command);
  if (typeof text === 'string') return reject('comment_invalid', { reason: text });
  if (!entityExists(state, entity)) return reject('unknown_comment_entity', { type: entity.type, id: entity.id });
  const depth = parent === null ? 0 : replyDepth(state, parent, entity);
  if (typeof depth !== 'number') return depth;
  if (comments.count >= COMMENTS_MAX) return reject('comment_invalid', { reason: 'the venue takes no more comments' });
  if (comments.countOf(account) >= COMMENTS_PER_ACCOUNT_MAX)
    return reject('comment_invalid', { reason: `an account may write at most ${COMMENTS_PER_ACCOUNT_MAX} comments` });
  const refusal = refuseHaste('too_many_comments', comments.timeOfRecent(account, COMMENTS_PER_WINDOW_MAX), timeMs);
  if (refusal !== null) return refusal;
  const comment = (comments.count + 1) as CommentId;
  return accepted([{ kind: 'CommentAdded', comment, account, entity, parent, ...text }]);
}

const TEXT_HASH = /^[0-9a-f]{64}$/;

/** The text as the entry has it, or the reason for refusing it. */
function textOf({ body, text }: AddComment): Pick<AddComment, 'body' | 'text'> | string {
  if (text === undefined) {
    const trimmed = body?.trim() ?? '';
    return commentProblem(trimmed) ?? { body: trimmed };
  }
  return body === undefined && TEXT_HASH.test(text) ? { text } : 'text must be 64 hex digits in place of a body';
}

/** `oldestMs`: time of the account's last text but COMMENTS_PER_WINDOW_MAX - 1; null without one. */
export function refuseHaste(code: RejectCode, oldestMs: number | null, timeMs: number): Reject | null {
  if (oldestMs === null || timeMs - oldestMs >= COMMENT_WINDOW_MS) return null;
  const retryAfterSeconds = Math.ceil((oldestMs + COMMENT_WINDOW_MS - timeMs) / 1000);
  return reject(code, { maximum: COMMENTS_PER_WINDOW_MAX, retryAfterSeconds });
}

function entityExists(state: Readonly<State>, { type, id }: CommentEntity): boolean {
  switch (type) {
    case 'Event':
      return state.catalogEvents.has(id);
    case 'Series':
      return state.seriesSlugs.has(id);
    case 'market':
      return state.marketsByCatalogId.has(id);
    default:
      return assertNever(type);
  }
}

/** The depth of a reply to `parent`, or the reason for refusing it. */
function replyDepth(state: Readonly<State>, parent: CommentId, entity: CommentEntity): number | Reject {
  const above = state.community.comments.get(parent);
  if (above === null) return reject('unknown_parent_comment', { parent });
  const invalid = (reason: string): Reject => reject('comment_invalid', { reason: `parentCommentID ${reason}` });
  if (above.entity.type !== entity.type || above.entity.id !== entity.id) return invalid('belongs to another entity');
  if (above.removed) return invalid('was removed');
  return above.depth < COMMENT_DEPTH_MAX ? above.depth + 1 : invalid('is too deep in its thread');
}

export function decideRemoveComment(state: Readonly<State>, command: RemoveComment): Decision {
  const { account, comment } = command;
  const found = state.community.comments.get(comment);
  if (found === null) return reject('unknown_comment');
  if (account !== null) {
    if (state.accounts[account] === undefined) return reject('unknown_account');
    if (found.author !== account && !state.community.moderators.has(account)) return reject('comment_not_owned');
  }
  return accepted(found.removed ? [] : [{ kind: 'CommentRemoved', comment, by: account }]);
}

export function decideAddReaction(state: Readonly<State>, command: AddReaction): Decision {
  const refusal = refuseMark(state, command);
  if (refusal !== null) return refusal;
  const { comment, account, reaction } = command;
  if (state.community.marks.has(comment, account, reaction)) return accepted([]);
  return refuseMore(state, account) ?? accepted([{ kind: 'ReactionAdded', comment, account, reaction }]);
}

export function decideRemoveReaction(state: Readonly<State>, command: RemoveReaction): Decision {
  const refusal = refuseMark(state, command);
  if (refusal !== null) return refusal;
  const { comment, account, reaction } = command;
  if (!state.community.marks.has(comment, account, reaction)) return accepted([]);
  return accepted([{ kind: 'ReactionRemoved', comment, account, reaction }]);
}

export function decideReportComment(state: Readonly<State>, command: ReportComment): Decision {
  const refusal = refuseMark(state, command);
  if (refusal !== null) return refusal;
  const { comment, account } = command;
  if (state.community.marks.has(comment, account, 'report')) return accepted([]);
  return refuseMore(state, account) ?? accepted([{ kind: 'CommentReported', comment, account }]);
}

export function decideDismissReports(state: Readonly<State>, command: DismissReports): Decision {
  const { account, comment } = command;
  const found = state.community.comments.get(comment);
  if (found === null || found.removed) return reject('unknown_comment');
  if (account !== null) {
    if (state.accounts[account] === undefined) return reject('unknown_account');
    if (!state.community.moderators.has(account)) return reject('not_moderator');
  }
  return accepted(found.reported ? [{ kind: 'ReportsDismissed', comment, by: account }] : []);
}

/** Refuses further marks at the account's limit, because marks stay in memory. */
function refuseMore(state: Readonly<State>, account: AccountId): Reject | null {
  if (state.community.marks.countOf(account) < MARKS_PER_ACCOUNT_MAX) return null;
  const reason = `an account may leave at most ${MARKS_PER_ACCOUNT_MAX} reactions and reports`;
  return reject('comment_invalid', { reason });
}

type MarkCommand = { readonly account: AccountId; readonly comment: CommentId; readonly reaction?: ReactionType };

/** Refuses a mark on an unknown or removed comment. */
function refuseMark(state: Readonly<State>, { account, comment, reaction }: MarkCommand): Reject | null {
  if (state.accounts[account] === undefined) return reject('unknown_account');
  const found: CommentFacts | null = state.community.comments.get(comment);
  if (found === null || found.removed) return reject('unknown_comment');
  if (reaction !== undefined && !REACTION_TYPES.includes(reaction))
    return reject('comment_invalid', { reason: `reactionType must be one of ${REACTION_TYPES.join(', ')}` });
  return null;
}

export function decideUpdateProfile(state: Readonly<State>, command: UpdateProfile): Decision {
  const { account, changes, texts } = command;
  if (state.accounts[account] === undefined) return reject('unknown_account');
  const hashed = Object.entries(texts ?? {});
  if (hashed.some(([field, text]) => field in changes || !TEXT_HASH.test(text)))
    return reject('profile_invalid', { reason: 'texts must be 64 hex digits in place of a field' });
  const checked = checkedProfile(state, account, changes);
  if (checked.kind === 'reject') return checked;
  if (hashed.length === 0 && Object.keys(checked.changes).length === 0) return accepted([]);
  const told = hashed.length > 0 && texts !== undefined ? { texts } : {};
  return accepted([{ kind: 'ProfileUpdated', account, changes: checked.changes, ...told }]);
}

export function decideSetModerator(state: Readonly<State>, command: SetModerator): Decision {
  const { account, moderator } = command;
  if (state.accounts[account] === undefined) return reject('unknown_account');
  const same = state.community.moderators.has(account) === moderator;
  if (same) return accepted([]);
  const set: Event = { kind: 'ModeratorSet', account, moderator };
  const isRole = !moderator && state.rights.roleOf(account) === 'moderator';
  return accepted(isRole ? [{ kind: 'RoleSet', account, role: 'trader' }, set] : [set]);
}

export function decideDropNotifications(state: Readonly<State>, { account, ids }: DropNotifications): Decision {
  if (state.accounts[account] === undefined) return reject('unknown_account');
  return accepted(ids?.length === 0 ? [] : [{ kind: 'NotificationsDropped', account, ids }]);
}
