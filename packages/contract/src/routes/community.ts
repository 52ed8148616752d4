/** Routes of comments, reactions, reports, profiles and moderation. */
import * as comment from '../schemas/comment.ts';
import { type Route, route } from './route.ts';

const catalog = { errorShape: 'catalog', errors: ['bad_request', 'id_not_found'], caps: ['catalog', 'work'] } as const;
const open = { ...catalog, auth: 'none', cost: { base: 0, rowsPerUnit: 2 } } as const;
const keyed = { ...catalog, auth: 'l2' } as const;
const mark = {
  ...keyed,
  params: comment.CommentParams,
  response: { 200: comment.Comment },
  cost: { base: 4 },
} as const;

export const COMMENT_ROUTES = {
  comments: route(open, 'GET /comments', {
    summary: 'Top-level comments, newest first, of one entity or of all',
    query: comment.CommentsQuery,
    response: { 200: comment.Comments },
    errors: ['bad_request'],
  }),
  commentsKeyset: route(open, 'GET /comments/keyset', {
    summary: 'Top-level comments, oldest first, in pages that stay true while comments are added and removed',
    since: 'comments-keyset',
    query: comment.CommentsKeysetQuery,
    response: { 200: comment.CommentsKeysetPage },
    errors: ['bad_request'],
  }),
  commentsOfUser: route(open, 'GET /comments/user_address/:user_address', {
    summary: 'Comments of a user, newest first',
    params: comment.UserAddressParams,
    query: comment.CommentPageQuery,
    response: { 200: comment.Comments },
  }),
  commentReplies: route(open, 'GET /comments/:id', {
    summary: 'Replies to a comment, oldest first, with theirs, three levels in all',
    params: comment.CommentParams,
    query: comment.CommentPageQuery,
    response: { 200: comment.Comments },
  }),
  addComment: route(keyed, 'POST /comments', {
    summary: 'Write a comment or a reply',
    body: comment.CommentPost,
    response: { 201: comment.Comment },
    errors: [
      ...(['bad_request', 'parent_entity_not_found', 'parent_comment_not_found', 'too_many_comments'] as const),
      'people_unavailable',
    ],
    cost: { base: 4 },
  }),
  removeComment: route(keyed, 'DELETE /comments/:id', {
    summary: 'Remove a comment: its author, or a moderator',
    params: comment.CommentParams,
    response: { 200: comment.CommentRemoval },
    errors: ['bad_request', 'id_not_found', 'comment_not_owned'],
    cost: { base: 2 },
  }),
  removeCommentsOfUser: route(keyed, 'DELETE /comments/user_address/:user_address', {
    summary: 'Remove all comments of an account: its own, or any by a moderator; in steps, repeat until complete',
    params: comment.UserAddressParams,
    response: { 200: comment.CommentsRemoval },
    errors: ['bad_request', 'id_not_found', 'comment_not_owned'],
    caps: ['catalog', 'posts'],
  }),
  addReaction: route(mark, 'POST /comments/:id/reactions', {
    summary: 'React to a comment; once more changes nothing',
    body: comment.ReactionBody,
  }),
  removeReaction: route(mark, 'DELETE /comments/:id/reactions', {
    summary: 'Take a reaction back',
    body: comment.ReactionBody,
  }),
  reportComment: route(mark, 'POST /comments/:id/reports', {
    summary: 'Report a comment to the moderators; an account counts once',
  }),
  dismissReports: route(mark, 'DELETE /comments/:id/reports', {
    summary: 'Dismiss the reports of a comment: a moderator; who has reported it cannot do so again',
    errors: ['bad_request', 'id_not_found', 'not_moderator'],
    cost: { base: 2 },
  }),
} as const satisfies Record<string, Route>;

export const PROFILE_ROUTES = {
  publicProfile: route(open, 'GET /public-profile', {
    summary: 'What an account shows of itself, by its base address or any of its wallets',
    query: comment.PublicProfileQuery,
    response: { 200: comment.PublicProfile },
    cost: { base: 1 },
  }),
  updateProfile: route(keyed, 'PUT /profile', {
    summary: 'Change name, bio, image and whether the name is shown',
    body: comment.ProfileChange,
    response: { 200: comment.Profile },
    errors: ['bad_request', 'name_taken'],
    cost: { base: 12 },
  }),
} as const satisfies Record<string, Route>;

const moderation = { auth: 'admin', role: 'moderator', errorShape: 'plain', caps: [] } as const;
const admin = { ...moderation, errors: ['bad_request', 'id_not_found'] } as const;

export const MODERATION_ROUTES = {
  removeCommentAsOperator: route(admin, 'DELETE /admin/comments/:id', {
    summary: 'Remove a comment',
    params: comment.CommentParams,
    response: { 200: comment.CommentRemoval },
  }),
  removeCommentsOfUserAsOperator: route(admin, 'DELETE /admin/comments/user_address/:user_address', {
    summary: 'Remove all comments of an account; in steps, repeat until complete',
    params: comment.UserAddressParams,
    response: { 200: comment.CommentsRemoval },
  }),
  dismissReportsAsOperator: route(admin, 'DELETE /admin/comments/:id/reports', {
    summary: 'Dismiss the reports of a comment; who has reported it cannot do so again',
    params: comment.CommentParams,
    response: { 200: comment.Comment },
  }),
  moderators: route(admin, 'GET /admin/moderators', {
    summary: 'Who may remove anybody’s comments, in the order in which the accounts were opened',
    query: comment.ModeratorsQuery,
    response: { 200: comment.Moderators },
    errors: ['bad_request'],
  }),
  addModerator: route(admin, 'PUT /admin/moderators/:wallet', {
    summary: 'Let an account remove anybody’s comments and dismiss reports',
    role: 'operator',
    params: comment.ModeratorParams,
    response: { 200: comment.ModeratorAnswer },
    errors: ['bad_request', 'unknown_wallet'],
  }),
  removeModerator: route(admin, 'DELETE /admin/moderators/:wallet', {
    summary: 'Take that right away',
    role: 'operator',
    params: comment.ModeratorParams,
    response: { 200: comment.ModeratorAnswer },
    errors: ['bad_request', 'unknown_wallet'],
  }),
} as const satisfies Record<string, Route>;
