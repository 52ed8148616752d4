/**
 * Comments, reactions, reports and profiles: requests and answers of `/comments…`, `/profile` and `/public-profile`.
 */
import { Type } from 'typebox';
import { amount, count, flag, strict, text, whole } from '../described.ts';
import { RATE_TIER_DAYS } from '../rate-tiers.ts';
import { COUNT_MAX, Page } from './catalog.ts';
import { AddressText, IsoTime } from './common.ts';
import { AfterCursor, KeysetAscending, NextCursor } from './keyset.ts';

/** Levels of comments in one answer: the comments asked for, their replies, and the replies to those. */
export const COMMENT_LEVELS_MAX = 3;
/**
 * Most replies shown below a comment of the first and of the second level, oldest first; `GET /comments/{id}` has all.
 */
export const NESTED_REPLIES_MAX = [5, 3] as const;
/** Most reactions shown with a comment, newest first. */
export const REACTIONS_SHOWN_MAX = 10;
/** Most positions shown with an author, largest first. */
export const PROFILE_POSITIONS_MAX = 20;

export const ParentEntityType = Type.Enum(['Event', 'Series', 'market'], {
  description: 'what is commented on: Event, Series or market',
});
/** The live feed's name of a discussion: the type of its subject, and the subject's catalog id. */
export const DiscussionName = Type.String({
  pattern: '^(Event|Series|market):(0|[1-9][0-9]{0,14})$',
  description: 'a discussion: parent_entity_type:parent_entity_id, for example Event:12',
});
export const ReactionTypeText = Type.Enum(['HEART'], { description: 'kind of reaction: HEART' });

export const ImageOptimized = Type.Object(
  {
    id: text('the source: images have no ids here; additive, clients ask for one'),
    imageUrlSource: Type.String(),
    imageUrlOptimized: text('the source: images are not converted here'),
    imageOptimizedComplete: Type.Boolean(),
  },
  { description: 'the image under the names that clients know' },
);

const ProfilePosition = Type.Object({
  tokenId: Type.String(),
  positionSize: text('shares in micro-units, an integer in decimal digits'),
});

/** One of an account's wallets: the same one in profiles, comments, search and the leaderboard. */
export const KnownWallet = text(
  'wallet by which the leaderboard names the account; its deposit wallet until it has traded',
);

const profileFields = {
  name: text('chosen name; empty when there is none or it is not public'),
  pseudonym: text('generated name'),
  bio: Type.String(),
  proxyWallet: KnownWallet,
  baseAddress: text('address that signs'),
  profileImage: Type.String(),
  displayUsernamePublic: Type.Boolean(),
  isMod: flag('may remove anybody’s comments and dismiss reports'),
  isCreator: flag('created the event in question; without one: any event'),
  profileImageOptimized: ImageOptimized,
};

/** A profile in comments and in the answer of `PUT /profile`. */
export const Profile = Type.Object({
  ...profileFields,
  positions: Type.Array(ProfilePosition, {
    maxItems: PROFILE_POSITIONS_MAX,
    description:
      'what all wallets of the account hold in the markets of the comment’s event, largest first; without an event none',
  }),
});
export type Profile = Type.Static<typeof Profile>;

export const Reaction = Type.Object({
  id: Type.String(),
  commentID: Type.Integer(),
  reactionType: ReactionTypeText,
  userAddress: Type.String(),
  createdAt: IsoTime,
});
export type Reaction = Type.Static<typeof Reaction>;

const commentFields = {
  id: Type.String(),
  body: text('plain text, as it was written; empty when it was removed'),
  parentEntityType: ParentEntityType,
  parentEntityID: whole('catalog id'),
  parentCommentID: text('comment that is answered; empty at the top level'),
  userAddress: text('base address of the author'),
  replyAddress: text('base address of the author who is answered; empty at the top level'),
  createdAt: IsoTime,
  updatedAt: IsoTime,
  profile: Profile,
  reactions: Type.Array(Reaction, { maxItems: REACTIONS_SHOWN_MAX, description: 'newest first' }),
  reportCount: count('accounts that reported it, without reports that were dismissed'),
  reactionCount: Type.Integer({ minimum: 0 }),
  replyCount: count('direct replies'),
  removed: flag('additive: its text was removed, its replies stand'),
};

const nested = (level: 0 | 1) => ({
  maxItems: NESTED_REPLIES_MAX[level],
  description: 'the oldest; GET /comments/{id} pages through all',
});
const InnermostComment = Type.Object({
  ...commentFields,
  replies: Type.Array(Type.Object({}), { maxItems: 0, description: 'empty: no deeper level in one answer' }),
});
const MiddleComment = Type.Object({ ...commentFields, replies: Type.Array(InnermostComment, nested(1)) });
export const Comment = Type.Object({ ...commentFields, replies: Type.Array(MiddleComment, nested(0)) });
export type Comment = Type.Static<typeof Comment>;
export const Comments = Type.Array(Comment);

/** Comment ids are integers from 1 in decimal digits. */
export const CommentParams = Type.Object({
  id: Type.String({ pattern: '^[1-9][0-9]{0,15}$', description: 'id of a comment, decimal digits' }),
});
export const CommentNumberParams = Type.Object({ id: Type.Integer({ minimum: 1, maximum: COUNT_MAX }) });
export const UserAddressParams = Type.Object({ user_address: AddressText });
export const CommentPageQuery = Type.Object({ ...Page });

export const COMMENT_SORT_COLUMNS = ['createdAt', 'reactionCount', 'id'] as const;

/** `GET /comments`: top-level comments. */
export const CommentsQuery = Type.Object({
  ...Page,
  parent_entity_type: Type.Optional(ParentEntityType),
  parent_entity_id: Type.Optional(
    Type.Integer({ minimum: 0, maximum: COUNT_MAX, description: 'catalog id; needs parent_entity_type' }),
  ),
  event_slug: Type.Optional(
    Type.String({ minLength: 1, maxLength: 300, description: 'an event by its slug instead of type and id' }),
  ),
  holders_only: Type.Boolean({ default: false, description: 'authors with a position in the entity only; needs one' }),
  order: Type.Optional(
    Type.Enum([...COMMENT_SORT_COLUMNS], { description: 'sort column; without it newest first, ties by id' }),
  ),
  ascending: Type.Boolean({ default: false, description: 'oldest or least first' }),
  get_positions: Type.Optional(Type.Boolean({ description: 'of no effect: authors always have their positions' })),
});
export type CommentsQuery = Type.Static<typeof CommentsQuery>;

const { limit, parent_entity_type, parent_entity_id } = CommentsQuery.properties;

/** `GET /comments/keyset`: top-level comments. Comments are numbered as they are written, so both orders are one. */
export const CommentsKeysetQuery = Type.Object({
  ...{ limit, parent_entity_type, parent_entity_id },
  order: Type.Optional(Type.Enum(['id', 'createdAt'], { description: 'sort column; both give the same order' })),
  ascending: KeysetAscending,
  after_cursor: AfterCursor,
});
export type CommentsKeysetQuery = Type.Static<typeof CommentsKeysetQuery>;
export const CommentsKeysetPage = Type.Object({ comments: Comments, next_cursor: NextCursor });
export type CommentsKeysetPage = Type.Static<typeof CommentsKeysetPage>;

export const CommentPost = strict({
  body: Type.String({
    minLength: 1,
    description: '1..2000 characters after trimming; no control characters but newline',
  }),
  parentEntityType: ParentEntityType,
  parentEntityID: Type.Integer({ minimum: 0, maximum: COUNT_MAX, description: 'catalog id' }),
  parentCommentID: Type.Optional(
    Type.Union([Type.String({ pattern: '^(|[1-9][0-9]{0,14})$' }), Type.Integer({ minimum: 1, maximum: COUNT_MAX })], {
      description: 'id of the comment that is answered, of the same entity',
    }),
  ),
});
export type CommentPost = Type.Static<typeof CommentPost>;

/** `POST` and `DELETE /comments/{id}/reactions`; the default is HEART. */
export const ReactionBody = strict({ reactionType: Type.Optional(ReactionTypeText) });
export type ReactionBody = Type.Static<typeof ReactionBody>;

/**
 * Answer to the removal of all comments of an account. The removal works in bounded steps: repeat it until `complete`.
 */
export const CommentsRemoval = Type.Object({
  address: text('base address of the author'),
  removed: whole('comments removed by this request, 2,000 at most'),
  complete: flag('false: there are more, ask again'),
});

export const CommentRemoval = Type.Object({ id: Type.String(), removed: Type.Boolean() });

/** `PUT /profile`: missing fields stay unchanged. */
export const ProfileChange = strict({
  name: Type.Optional(text('at most 40 characters of one script, unlike any other name; empty gives it up')),
  bio: Type.Optional(text('at most 500 characters; hidden ones are taken out')),
  profileImage: Type.Optional(text('http or https URL of at most 500 characters, or empty')),
  displayUsernamePublic: Type.Optional(flag('false: the pseudonym stands for the name')),
});

export const PublicProfileQuery = Type.Object({ address: AddressText });
export const PublicProfile = Type.Object({
  createdAt: IsoTime,
  proxyWallet: KnownWallet,
  profileImage: Type.String(),
  profileImageOptimized: ImageOptimized,
  displayUsernamePublic: Type.Boolean(),
  bio: Type.String(),
  pseudonym: Type.String(),
  name: text('empty when there is none or it is not public'),
  users: Type.Array(Type.Object({ id: Type.String(), creator: flag('created an event'), mod: Type.Boolean() })),
  baseAddress: text('address that signs: what it did with all its wallets is found by it; additive'),
  takerTier: whole('always 0: takers are not repaid here; additive'),
  takerTierName: text('always Tier 0; additive'),
  weightedVolume: amount(
    `collateral of all fills of its wallets over ${RATE_TIER_DAYS} days, UTC, today included; all weigh the same; additive`,
  ),
});
export type PublicProfile = Type.Static<typeof PublicProfile>;

/** `PUT` and `DELETE /admin/moderators/{wallet}`. */
export const ModeratorParams = Type.Object({ wallet: AddressText });
export const ModeratorAnswer = Type.Object({ address: Type.String(), moderator: Type.Boolean() });

/** `GET /admin/moderators`. */
export const ModeratorsQuery = Type.Object({ ...Page });
export type ModeratorsQuery = Type.Static<typeof ModeratorsQuery>;
export const Moderator = Type.Object({
  address: text('address that signs'),
  proxyWallet: KnownWallet,
  name: profileFields.name,
  pseudonym: profileFields.pseudonym,
  profileImage: Type.String(),
});
export type Moderator = Type.Static<typeof Moderator>;
export const Moderators = Type.Array(Moderator);
