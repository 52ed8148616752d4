import type { Stamp } from '../command.ts';
import type { CommunityCommand } from '../community/commands.ts';
import type { CommentEntity, CommentId } from '../community/definition.ts';
import type { Decision } from '../decision.ts';
import type { Event } from '../event.ts';
import { type RejectCode, reject } from '../reject.ts';
import { isHidden, isWrongName, looksLike } from './naive-names.ts';
import { decided, type NaiveCommunity, type NaiveState } from './naive-state.ts';

type Kind = CommunityCommand['kind'];

const KINDS: readonly string[] = [
  ...(['AddComment', 'RemoveComment', 'AddReaction', 'RemoveReaction', 'ReportComment'] satisfies Kind[]),
  ...(['DismissReports', 'UpdateProfile', 'SetModerator', 'DropNotifications'] satisfies Kind[]),
];

export function isCommunityCommand<Other extends { readonly kind: string }>(
  command: Other | CommunityCommand,
): command is CommunityCommand {
  return KINDS.includes(command.kind);
}

export function naiveCommunity(state: NaiveState, command: CommunityCommand, stamp: Stamp): Decision {
  const done = decideAndDo(state, command, stamp.timeMs);
  if (typeof done === 'string') return reject(done);
  if (done === null) return decided([]);
  const { roles } = state.rights;
  const role = roles.find(({ account }) => done.kind === 'ModeratorSet' && account === done.account)?.role;
  if (done.kind !== 'ModeratorSet' || done.moderator || role !== 'moderator') return decided([done]);
  state.rights.roles = roles.filter(({ account }) => account !== done.account);
  return decided([{ kind: 'RoleSet', account: done.account, role: 'trader' }, done]);
}

function decideAndDo(state: NaiveState, command: CommunityCommand, timeMs: number): Event | RejectCode | null {
  const { community } = state;
  const { account } = command;
  const commentFirst = command.kind === 'RemoveComment' || command.kind === 'DismissReports';
  if (account !== null && !commentFirst && state.accounts[account] === undefined) return 'unknown_account';
  if (command.kind === 'AddComment') return addComment(state, command, timeMs);
  if (command.kind === 'RemoveComment') {
    const comment = community.comments.find(({ id }) => id === command.comment);
    if (comment === undefined) return 'unknown_comment';
    if (account !== null && state.accounts[account] === undefined) return 'unknown_account';
    const may = account === null || comment.account === account || community.moderators.includes(account);
    if (!may) return 'comment_not_owned';
    if (comment.removed) return null;
    comment.removed = true;
    return { kind: 'CommentRemoved', comment: command.comment, by: account };
  }
  if (command.kind === 'AddReaction' || command.kind === 'RemoveReaction' || command.kind === 'ReportComment')
    return mark(state, command);
  if (command.kind === 'DismissReports') return dismissReports(state, command);
  if (command.kind === 'UpdateProfile') return updateProfile(community, command);
  if (command.kind === 'SetModerator') {
    const known = community.moderators.includes(command.account);
    if (known === command.moderator) return null;
    community.moderators = community.moderators.filter((other) => other !== command.account);
    if (command.moderator) community.moderators.push(command.account);
    return { kind: 'ModeratorSet', account: command.account, moderator: command.moderator };
  }
  const { ids } = command;
  return ids !== null && ids.length === 0 ? null : { kind: 'NotificationsDropped', account: command.account, ids };
}

type Of<One extends Kind> = Extract<CommunityCommand, { readonly kind: One }>;

function addComment(state: NaiveState, command: Of<'AddComment'>, timeMs: number): Event | RejectCode {
  const { comments } = state.community;
  const { text } = command;
  const body = text === undefined ? command.body?.trim() : command.body;
  if ((body === undefined) === (text === undefined)) return 'comment_invalid';
  if (body === undefined ? text?.match(/^[0-9a-f]{64}$/) == null : textIsWrong(body, 2000) || body.length === 0)
    return 'comment_invalid';
  if (!exists(state, command.entity)) return 'unknown_comment_entity';
  const entity = `${command.entity.type} ${command.entity.id}`;
  const parent = comments.find(({ id }) => id === command.parent);
  if (command.parent !== null) {
    if (parent === undefined) return 'unknown_parent_comment';
    if (parent.entity !== entity || parent.removed || parent.above.length >= 100) return 'comment_invalid';
  }
  const recent = comments.filter((other) => other.account === command.account && other.timeMs > timeMs - 60_000);
  if (recent.length >= 20) return 'too_many_comments';
  const id = comments.length + 1;
  const above = parent === undefined ? [] : [...parent.above, parent.id];
  comments.push({ id, account: command.account, entity, above, timeMs, removed: false, openReports: 0 });
  const { account, parent: answered } = command;
  return {
    kind: 'CommentAdded',
    comment: id as CommentId,
    account,
    entity: command.entity,
    parent: answered,
    ...(body === undefined ? { text: text ?? '' } : { body }),
  };
}

function exists(state: NaiveState, { type, id }: CommentEntity): boolean {
  if (type === 'Event') return state.catalogEvents.some((event) => event.id === id);
  if (type === 'Series') return state.series.some((series) => series.id === id);
  return state.markets.some((market) => market.catalogId === id);
}

function mark(
  { community }: NaiveState,
  command: Of<'AddReaction' | 'RemoveReaction' | 'ReportComment'>,
): Event | RejectCode | null {
  const { comment, account } = command;
  const standing = community.comments.find(({ id, removed }) => id === comment && !removed);
  if (standing === undefined) return 'unknown_comment';
  const key = `${comment} ${account} ${command.kind === 'ReportComment' ? '' : command.reaction}`;
  const there = community.marks.has(key);
  if (command.kind === 'RemoveReaction') {
    if (!there) return null;
    community.marks.delete(key);
    return { kind: 'ReactionRemoved', comment, account, reaction: command.reaction };
  }
  if (there) return null;
  community.marks.add(key);
  if (command.kind === 'ReportComment') standing.openReports++;
  return command.kind === 'ReportComment'
    ? { kind: 'CommentReported', comment, account }
    : { kind: 'ReactionAdded', comment, account, reaction: command.reaction };
}

function dismissReports(
  { accounts, community }: NaiveState,
  { comment, account: by }: Of<'DismissReports'>,
): Event | RejectCode | null {
  const standing = community.comments.find(({ id, removed }) => id === comment && !removed);
  if (standing === undefined) return 'unknown_comment';
  if (by !== null && accounts[by] === undefined) return 'unknown_account';
  if (by !== null && !community.moderators.includes(by)) return 'not_moderator';
  if (standing.openReports === 0) return null;
  standing.openReports = 0;
  return { kind: 'ReportsDismissed', comment, by };
}

function updateProfile(
  community: NaiveCommunity,
  { account, changes, texts = {} }: Of<'UpdateProfile'>,
): Event | RejectCode | null {
  for (const key of ['name', 'bio', 'profileImage'] as const) {
    const text = texts[key];
    if (text !== undefined && (changes[key] !== undefined || text.match(/^[0-9a-f]{64}$/) === null))
      return 'profile_invalid';
  }
  const trimmed = { ...changes };
  for (const key of ['name', 'bio'] as const) {
    const text = changes[key]?.trim();
    if (text !== undefined) Object.assign(trimmed, { [key]: text });
  }
  const { name, bio, profileImage } = trimmed;
  if (name !== undefined && isWrongName(name)) return 'profile_invalid';
  if (bio !== undefined && textIsWrong(bio, 500)) return 'profile_invalid';
  const web = profileImage?.startsWith('http://') === true || profileImage?.startsWith('https://') === true;
  if (profileImage !== undefined && profileImage !== '' && (!web || profileImage.length > 500))
    return 'profile_invalid';
  if (name !== undefined) {
    if (name !== '' && community.names.some((other) => other.account !== account && looksLike(other.name, name)))
      return 'name_taken';
    community.names = community.names.filter((other) => other.account !== account);
    if (name !== '') community.names.push({ account, name });
  }
  if (texts.name !== undefined) community.names = community.names.filter((other) => other.account !== account);
  if (Object.keys(texts).length > 0) return { kind: 'ProfileUpdated', account, changes: trimmed, texts };
  return Object.keys(trimmed).length === 0 ? null : { kind: 'ProfileUpdated', account, changes: trimmed };
}

/** The generator writes only plain characters and, as invalid ones, tabs and hidden characters. */
const textIsWrong = (text: string, maximum: number): boolean =>
  [...text].length > maximum || text.includes('\t') || isHidden(text);
