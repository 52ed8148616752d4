/**
 * Words of the community: what comments are written about, the kinds of reactions, and what a profile shows. Plain data
 * in commands and events; texts pass through to the projections, the state keeps none but the names that are taken.
 */
import type { CatalogId } from '../units/ids.ts';

declare const commentBrand: unique symbol;
/** Number of a comment in order of writing, from 1; its public id. */
export type CommentId = number & { readonly [commentBrand]: 'CommentId' };

export const isCommentId = (value: number): value is CommentId => Number.isSafeInteger(value) && value >= 1;

/** What a comment may be written about, in the spelling of clients. The place in the list is kept in snapshots. */
export const COMMENT_SUBJECTS = ['Event', 'Series', 'market'] as const;
export type CommentSubject = (typeof COMMENT_SUBJECTS)[number];

/** Something of the catalog that comments belong to. */
export interface CommentEntity {
  readonly type: CommentSubject;
  /** Public catalog id. */
  readonly id: CatalogId;
}

/** Kinds of reactions. The place in the list is kept in snapshots: append only, at most seven. */
export const REACTION_TYPES = ['HEART'] as const;
export type ReactionType = (typeof REACTION_TYPES)[number];

/** What an account says of itself. No two names look alike; '' = none. */
export interface ProfileText {
  readonly name: string;
  readonly bio: string;
  /** http(s) URL, or ''. */
  readonly profileImage: string;
  /** False: the name is not shown, the pseudonym takes its place. */
  readonly displayUsernamePublic: boolean;
}
