/** Routes of comments, reactions, reports, profiles and moderation. */
import {
  Comment,
  CommentPageQuery,
  CommentParams,
  CommentPost,
  CommentRemoval,
  Comments,
  CommentsQuery,
  CommentsRemoval,
  ModeratorAnswer,
  ModeratorParams,
  Moderators,
  ModeratorsQuery,
  Profile,
  ProfileChange,
  PublicProfile,
  PublicProfileQuery,
  ReactionBody,
  UserAddressParams,
} from '../schemas/comment.ts';
import type { Route } from './route.ts';

const catalog = { errorShape: 'catalog', errors: ['bad_request', 'id_not_found'], caps: ['catalog', 'work'] } as const;
const open = { ...catalog, method: 'GET', auth: 'none', cost: { base: 0, rowsPerUnit: 2 } } as const;
const keyed = { ...catalog, auth: 'l2' } as const;
const mark = { ...keyed, params: CommentParams, response: { 200: Comment }, cost: { base: 4 } } as const;

export const COMMENT_ROUTES = {
  comments: {
    ...open,
    path: '/comments',
    summary: 'Top-level comments, newest first, of one entity or of all',
    query: CommentsQuery,
    response: { 200: Comments },
    errors: ['bad_request'],
  },
  commentsOfUser: {
    ...open,
    path: '/comments/user_address/:user_address',
    summary: 'Comments of a user, newest first',
    params: UserAddressParams,
    query: CommentPageQuery,
    response: { 200: Comments },
  },
  commentReplies: {
    ...open,
    path: '/comments/:id',
    summary: 'Replies to a comment, oldest first, with theirs, three levels in all',
    params: CommentParams,
    query: CommentPageQuery,
    response: { 200: Comments },
  },
  addComment: {
    ...keyed,
    method: 'POST',
    path: '/comments',
    summary: 'Write a comment or a reply',
    body: CommentPost,
    response: { 201: Comment },
    errors: ['bad_request', 'parent_entity_not_found', 'parent_comment_not_found', 'too_many_comments'],
    cost: { base: 4 },
  },
  removeComment: {
    ...keyed,
    method: 'DELETE',
    path: '/comments/:id',
    summary: 'Remove a comment: its author, or a moderator',
    params: CommentParams,
    response: { 200: CommentRemoval },
    errors: ['bad_request', 'id_not_found', 'comment_not_owned'],
    cost: { base: 2 },
  },
  removeCommentsOfUser: {
    ...keyed,
    method: 'DELETE',
    path: '/comments/user_address/:user_address',
    summary: 'Remove all comments of an account: its own, or any by a moderator; in steps, repeat until complete',
    params: UserAddressParams,
    response: { 200: CommentsRemoval },
    errors: ['bad_request', 'id_not_found', 'comment_not_owned'],
    caps: ['catalog', 'posts'],
  },
  addReaction: {
    ...mark,
    method: 'POST',
    path: '/comments/:id/reactions',
    summary: 'React to a comment; once more changes nothing',
    body: ReactionBody,
  },
  removeReaction: {
    ...mark,
    method: 'DELETE',
    path: '/comments/:id/reactions',
    summary: 'Take a reaction back',
    body: ReactionBody,
  },
  reportComment: {
    ...mark,
    method: 'POST',
    path: '/comments/:id/reports',
    summary: 'Report a comment to the moderators; an account counts once',
  },
  dismissReports: {
    ...mark,
    method: 'DELETE',
    path: '/comments/:id/reports',
    summary: 'Dismiss the reports of a comment: a moderator; who has reported it cannot do so again',
    errors: ['bad_request', 'id_not_found', 'not_moderator'],
    cost: { base: 2 },
  },
} as const satisfies Record<string, Route>;

export const PROFILE_ROUTES = {
  publicProfile: {
    ...open,
    path: '/public-profile',
    summary: 'What an account shows of itself, by its base address or any of its wallets',
    query: PublicProfileQuery,
    response: { 200: PublicProfile },
    cost: { base: 1 },
  },
  updateProfile: {
    ...keyed,
    method: 'PUT',
    path: '/profile',
    summary: 'Change name, bio, image and whether the name is shown',
    body: ProfileChange,
    response: { 200: Profile },
    errors: ['bad_request', 'name_taken'],
    cost: { base: 12 },
  },
} as const satisfies Record<string, Route>;

const admin = { auth: 'admin', errorShape: 'plain', errors: ['bad_request', 'id_not_found'], caps: [] } as const;

export const MODERATION_ROUTES = {
  removeCommentAsOperator: {
    ...admin,
    method: 'DELETE',
    path: '/admin/comments/:id',
    summary: 'Remove a comment',
    params: CommentParams,
    response: { 200: CommentRemoval },
  },
  removeCommentsOfUserAsOperator: {
    ...admin,
    method: 'DELETE',
    path: '/admin/comments/user_address/:user_address',
    summary: 'Remove all comments of an account; in steps, repeat until complete',
    params: UserAddressParams,
    response: { 200: CommentsRemoval },
  },
  dismissReportsAsOperator: {
    ...admin,
    method: 'DELETE',
    path: '/admin/comments/:id/reports',
    summary: 'Dismiss the reports of a comment; who has reported it cannot do so again',
    params: CommentParams,
    response: { 200: Comment },
  },
  moderators: {
    ...admin,
    method: 'GET',
    path: '/admin/moderators',
    summary: 'Who may remove anybody’s comments, in the order in which the accounts were opened',
    query: ModeratorsQuery,
    response: { 200: Moderators },
    errors: ['bad_request'],
  },
  addModerator: {
    ...admin,
    method: 'PUT',
    path: '/admin/moderators/:wallet',
    summary: 'Let an account remove anybody’s comments and dismiss reports',
    params: ModeratorParams,
    response: { 200: ModeratorAnswer },
    errors: ['bad_request', 'unknown_wallet'],
  },
  removeModerator: {
    ...admin,
    method: 'DELETE',
    path: '/admin/moderators/:wallet',
    summary: 'Take that right away',
    params: ModeratorParams,
    response: { 200: ModeratorAnswer },
    errors: ['bad_request', 'unknown_wallet'],
  },
} as const satisfies Record<string, Route>;
