/** Comments and profiles: rows to wire format, and client input to commands. */
import type {
  Comment,
  CommentPost,
  CommentState,
  CommentsQuery,
  Moderator,
  Profile,
  PublicProfile,
} from '@bellwether/contract';
import { type AccountId, type AddComment, type CatalogId, type CommentId, withoutHidden } from '@bellwether/engine';
import { sumNumber } from '../../portfolio/answer/portfolio-output.ts';
import type { EntityKey } from '../query/discussions.ts';
import type { AuthorRow } from '../query/profiles.ts';
import {
  type CommentRow,
  ENTITY_EVENT,
  ENTITY_MARKET,
  ENTITY_SERIES,
  ENTITY_TYPES,
  type EntityType,
  NO_PARENT,
  type ReactionRow,
} from '../tables.ts';
import { optimizedImage, shownProfile } from './shown-profile.ts';

export type SubjectText = Comment['parentEntityType'];

const SUBJECTS: Readonly<Record<EntityType, SubjectText>> = {
  [ENTITY_EVENT]: 'Event',
  [ENTITY_SERIES]: 'Series',
  [ENTITY_MARKET]: 'market',
};

export function entityKey(type: SubjectText, id: number): EntityKey {
  return { type: ENTITY_TYPES[type], id };
}

/** Everything that the answer needs besides a comment's row. */
export interface CommentContext {
  readonly author: AuthorRow;
  /** Base address of the answered author; '' at the top level. */
  readonly replyAddress: string;
  readonly isCreator: boolean;
  readonly positions: Profile['positions'];
  readonly reactions: readonly (ReactionRow & { readonly address: string })[];
  readonly replies: Comment['replies'];
}

export function commentBody(row: CommentRow, context: CommentContext): Comment {
  const { author, replyAddress, isCreator, positions, reactions, replies } = context;
  return {
    id: String(row.id),
    body: row.body,
    parentEntityType: SUBJECTS[row.entity_type],
    parentEntityID: row.entity_id,
    parentCommentID: row.parent === NO_PARENT ? '' : String(row.parent),
    userAddress: author.address,
    replyAddress,
    createdAt: isoTime(row.created_ms),
    updatedAt: isoTime(row.updated_ms),
    profile: profileBody(author, isCreator, positions),
    reactions: reactionBodies(reactions),
    reportCount: row.report_count,
    reactionCount: row.reaction_count,
    replyCount: row.reply_count,
    removed: row.removed === 1,
    replies,
  };
}

type ShownReactions = CommentContext['reactions'];

function reactionBodies(reactions: ShownReactions): Comment['reactions'] {
  return reactions.map(({ id, comment, type, address, created_ms }) => ({
    id: String(id),
    commentID: comment,
    reactionType: type as 'HEART',
    userAddress: address,
    createdAt: isoTime(created_ms),
  }));
}

/** Variable parts of a comment, for the live feed. */
export function commentState(row: CommentRow, reactions: ShownReactions): CommentState {
  return {
    id: String(row.id),
    parentCommentID: row.parent === NO_PARENT ? '' : String(row.parent),
    gone: row.shown === 0,
    removed: row.removed === 1,
    updatedAt: isoTime(row.updated_ms),
    reactions: reactionBodies(reactions),
    reportCount: row.report_count,
    reactionCount: row.reaction_count,
    replyCount: row.reply_count,
  };
}

export function profileBody(author: AuthorRow, isCreator: boolean, positions: Profile['positions']): Profile {
  const { profileImage, ...shown } = shownProfile(author);
  return {
    ...shown,
    proxyWallet: author.known_wallet,
    baseAddress: author.address,
    profileImage,
    isMod: author.moderator === 1,
    isCreator,
    profileImageOptimized: optimizedImage(profileImage),
    positions,
  };
}

export function publicProfileBody(author: AuthorRow, isCreator: boolean, volumeMicros: bigint): PublicProfile {
  return {
    createdAt: isoTime(author.created_ms),
    proxyWallet: author.known_wallet,
    ...shownProfile(author),
    profileImageOptimized: optimizedImage(author.profile_image),
    users: [{ id: String(author.account), creator: isCreator, mod: author.moderator === 1 }],
    baseAddress: author.address,
    takerTier: 0,
    takerTierName: 'Tier 0',
    weightedVolume: sumNumber(String(volumeMicros)),
  };
}

export function moderatorBody(author: AuthorRow): Moderator {
  const { name, pseudonym, profileImage } = shownProfile(author);
  return { address: author.address, proxyWallet: author.known_wallet, name, pseudonym, profileImage };
}

function isoTime(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

/** Command of `POST /comments`; line ends of any kind become newlines. */
export function readComment(account: AccountId, post: CommentPost): AddComment {
  const { body, parentEntityType: type, parentEntityID, parentCommentID = '' } = post;
  return {
    kind: 'AddComment',
    account,
    entity: { type, id: parentEntityID as CatalogId },
    parent: parentCommentID === '' ? null : (Number(parentCommentID) as CommentId),
    body: pastedText(body),
  };
}

/** Normalizes pasted text: line ends become newlines, tabs become spaces, and hidden characters are removed. */
export function pastedText(text: string): string {
  return withoutHidden(text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n').replaceAll('\t', ' '));
}

/** Matches a visible character: no space, no format character, no blank letter. */
const DRAWN = /[^\s\p{Cf}\u115f\u1160\u2800\u3164\uffa0]/u;

/** True if a text contains no visible character. */
export function isInvisible(text: string): boolean {
  return !DRAWN.test(text);
}

export function commentsQueryProblem(query: Partial<CommentsQuery>): string | null {
  const { parent_entity_type: type, parent_entity_id: id, event_slug: slug, holders_only: holders } = query;
  if ((type === undefined) !== (id === undefined)) return 'parent_entity_type and parent_entity_id are needed together';
  if (type !== undefined && slug !== undefined) return 'event_slug and parent_entity_type exclude each other';
  if (holders && type === undefined && slug === undefined)
    return 'holders_only needs parent_entity_type and parent_entity_id, or event_slug';
  return null;
}
