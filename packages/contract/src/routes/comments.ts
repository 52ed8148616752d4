/** Routes of comments, reactions, reports, profiles and moderation. */
import type { ErrorCode } from '../errors.ts';
import {
  Comment,
  CommentPageQuery,
  CommentParams,
  CommentPost,
  CommentRemoval,
  Comments,
  CommentsQuery,
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

const open = { method: 'GET', auth: 'none', errorShape: 'catalog', caps: ['catalog'] } as const;
const keyed = { auth: 'l2', errorShape: 'catalog', caps: ['catalog'] } as const;
const MARK_ERRORS: readonly ErrorCode[] = ['bad_request', 'id_not_found'];

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
    errors: ['bad_request', 'id_not_found'],
  },
  commentReplies: {
    ...open,
    path: '/comments/:id',
    summary: 'Replies to a comment, oldest first, with theirs, three levels in all',
    params: CommentParams,
    query: CommentPageQuery,
    response: { 200: Comments },
    errors: ['bad_request', 'id_not_found'],
  },
  addComment: {
    ...keyed,
    method: 'POST',
    path: '/comments',
    summary: 'Write a comment or a reply',
    body: CommentPost,
    response: { 201: Comment },
    errors: ['bad_request', 'parent_entity_not_found', 'parent_comment_not_found', 'too_many_comments'],
  },
  removeComment: {
    ...keyed,
    method: 'DELETE',
    path: '/comments/:id',
    summary: 'Remove a comment: its author, or a moderator',
    params: CommentParams,
    response: { 200: CommentRemoval },
    errors: ['bad_request', 'id_not_found', 'comment_not_owned'],
  },
  addReaction: {
    ...keyed,
    method: 'POST',
    path: '/comments/:id/reactions',
    summary: 'React to a comment; once more changes nothing',
    params: CommentParams,
    body: ReactionBody,
    response: { 200: Comment },
    errors: MARK_ERRORS,
  },
  removeReaction: {
    ...keyed,
    method: 'DELETE',
    path: '/comments/:id/reactions',
    summary: 'Take a reaction back',
    params: CommentParams,
    body: ReactionBody,
    response: { 200: Comment },
    errors: MARK_ERRORS,
  },
  reportComment: {
    ...keyed,
    method: 'POST',
    path: '/comments/:id/reports',
    summary: 'Report a comment to the moderators; an account counts once',
    params: CommentParams,
    response: { 200: Comment },
    errors: MARK_ERRORS,
  },
  dismissReports: {
    ...keyed,
    method: 'DELETE',
    path: '/comments/:id/reports',
    summary: 'Dismiss the reports of a comment: a moderator; who has reported it cannot do so again',
    params: CommentParams,
    response: { 200: Comment },
    errors: [...MARK_ERRORS, 'not_moderator'],
  },
} as const satisfies Record<string, Route>;

export const PROFILE_ROUTES = {
  publicProfile: {
    ...open,
    path: '/public-profile',
    summary: 'What an account shows of itself, by its base address or any of its wallets',
    query: PublicProfileQuery,
    response: { 200: PublicProfile },
    errors: ['bad_request', 'id_not_found'],
  },
  updateProfile: {
    ...keyed,
    method: 'PUT',
    path: '/profile',
    summary: 'Change name, bio, image and whether the name is shown',
    body: ProfileChange,
    response: { 200: Profile },
    errors: ['bad_request', 'name_taken'],
  },
} as const satisfies Record<string, Route>;

const admin = { auth: 'admin', errorShape: 'plain', caps: [] } as const;

export const MODERATION_ROUTES = {
  removeCommentAsOperator: {
    ...admin,
    method: 'DELETE',
    path: '/admin/comments/:id',
    summary: 'Remove a comment',
    params: CommentParams,
    response: { 200: CommentRemoval },
    errors: ['bad_request', 'id_not_found'],
  },
  dismissReportsAsOperator: {
    ...admin,
    method: 'DELETE',
    path: '/admin/comments/:id/reports',
    summary: 'Dismiss the reports of a comment; who has reported it cannot do so again',
    params: CommentParams,
    response: { 200: Comment },
    errors: ['bad_request', 'id_not_found'],
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
