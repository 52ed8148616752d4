/**
 * Data types of the community: subjects of comments, kinds of reactions, and fields of a profile. Plain data in
 * commands and events. Texts pass through to the projections; the state keeps only the taken names.
 */
import type { CatalogId } from '../units/units.ts';

declare const commentBrand: unique symbol;
/** Number of a comment in the order of writing, from 1; also its public id. */
export type CommentId = number & { readonly [commentBrand]: 'CommentId' };

export const isCommentId = (value: number): value is CommentId => Number.isSafeInteger(value) && value >= 1;

/** Possible subjects of a comment, in the spelling of clients. Snapshots store the index in this list. */
export const COMMENT_SUBJECTS = ['Event', 'Series', 'market'] as const;
export type CommentSubject = (typeof COMMENT_SUBJECTS)[number];

export interface CommentEntity {
  readonly type: CommentSubject;
  /** Public catalog id. */
  readonly id: CatalogId;
}

/** Kinds of reactions. Snapshots store the index in this list: append only, at most seven. */
export const REACTION_TYPES = ['HEART'] as const;
export type ReactionType = (typeof REACTION_TYPES)[number];

/** Texts of a profile that can be erased. */
export const PROFILE_FIELDS = ['name', 'bio', 'profileImage'] as const;
export type ProfileField = (typeof PROFILE_FIELDS)[number];

/** An account's description of itself. No two names look alike; '' = none. */
export interface ProfileText {
  readonly name: string;
  readonly bio: string;
  /** http(s) URL, or ''. */
  readonly profileImage: string;
  /** False to show the pseudonym instead of the name. */
  readonly displayUsernamePublic: boolean;
}
