/** Examples of comments, reactions and profiles. */
import type { JsonObject } from '../json.ts';
import type { RouteExamples } from './example.ts';
import { CREATED_AT, SAMPLE, UPDATED_AT } from './sample.ts';

const PROFILE: JsonObject = {
  name: 'Rain Man',
  pseudonym: 'Patient-Heron',
  bio: 'I watch clouds.',
  proxyWallet: '0x8a3f5b7c9d0e1f2a3b4c5d6e7f8091a2b3c4d5e6',
  baseAddress: SAMPLE.alice,
  profileImage: '',
  displayUsernamePublic: true,
  isMod: false,
  isCreator: false,
  profileImageOptimized: { id: '', imageUrlSource: '', imageUrlOptimized: '', imageOptimizedComplete: false },
  positions: [{ tokenId: SAMPLE.yesTokenId, positionSize: '20000000' }],
};

export const COMMENT: JsonObject = {
  id: '101',
  body: 'The forecast says 70 %.',
  parentEntityType: 'Event',
  parentEntityID: Number(SAMPLE.eventId),
  parentCommentID: '',
  userAddress: SAMPLE.alice,
  replyAddress: '',
  createdAt: UPDATED_AT,
  updatedAt: UPDATED_AT,
  profile: PROFILE,
  reactions: [],
  reportCount: 0,
  reactionCount: 0,
  replyCount: 0,
  removed: false,
  replies: [],
};

const REPLY: JsonObject = {
  ...COMMENT,
  id: '102',
  body: 'Of what?',
  parentCommentID: '101',
  replyAddress: SAMPLE.alice,
  userAddress: SAMPLE.bob,
};
const LIKED: JsonObject = {
  ...COMMENT,
  reactionCount: 1,
  reactions: [{ id: '7', commentID: 101, reactionType: 'HEART', userAddress: SAMPLE.bob, createdAt: UPDATED_AT }],
};

const OF_COMMENT = { parameters: { id: '101' } };
const REMOVED = { ...OF_COMMENT, responses: { removed: { id: '101', removed: true } } };
const ALL_REMOVED = {
  parameters: { user_address: SAMPLE.bob },
  responses: { 'all of them': { address: SAMPLE.bob, removed: 12, complete: true } },
};
const DISMISSED = { ...OF_COMMENT, responses: { 'with no report': COMMENT } };
const moderator = (is: boolean) => ({
  parameters: { wallet: SAMPLE.bob },
  responses: { [is ? 'is one now' : 'is none now']: { address: SAMPLE.bob, moderator: is } },
});

export const COMMUNITY_EXAMPLES: RouteExamples = {
  'GET /comments': { responses: { 'with one reply': [{ ...COMMENT, replyCount: 1, replies: [REPLY] }] } },
  'GET /comments/user_address/:user_address': {
    parameters: { user_address: SAMPLE.alice },
    responses: { 'one comment': [COMMENT] },
  },
  'GET /comments/:id': { ...OF_COMMENT, responses: { 'one reply': [REPLY] } },
  'POST /comments': {
    request: { body: 'The forecast says 70 %.', parentEntityType: 'Event', parentEntityID: Number(SAMPLE.eventId) },
    responses: { written: COMMENT },
  },
  'DELETE /comments/:id': REMOVED,
  'DELETE /comments/user_address/:user_address': ALL_REMOVED,
  'POST /comments/:id/reactions': {
    ...OF_COMMENT,
    request: { reactionType: 'HEART' },
    responses: { 'with its reaction': LIKED },
  },
  'DELETE /comments/:id/reactions': {
    ...OF_COMMENT,
    request: { reactionType: 'HEART' },
    responses: { 'without it': COMMENT },
  },
  'POST /comments/:id/reports': { ...OF_COMMENT, responses: { reported: { ...COMMENT, reportCount: 1 } } },
  'DELETE /comments/:id/reports': DISMISSED,
  'GET /public-profile': {
    parameters: { address: SAMPLE.alice },
    responses: {
      'an account': {
        createdAt: CREATED_AT,
        proxyWallet: '0x8a3f5b7c9d0e1f2a3b4c5d6e7f8091a2b3c4d5e6',
        profileImage: '',
        profileImageOptimized: { id: '', imageUrlSource: '', imageUrlOptimized: '', imageOptimizedComplete: false },
        displayUsernamePublic: true,
        bio: 'I watch clouds.',
        pseudonym: 'Patient-Heron',
        name: 'Rain Man',
        users: [{ id: '4', creator: false, mod: false }],
        baseAddress: SAMPLE.alice,
      },
    },
  },
  'PUT /profile': {
    request: { name: 'Rain Man', bio: 'I watch clouds.' },
    responses: { 'as it is now': { ...PROFILE, positions: [] } },
  },
  'GET /admin/comments': {
    parameters: { reported: true },
    responses: { 'one was reported': [{ ...COMMENT, reportCount: 2 }] },
  },
  'DELETE /admin/comments/:id': REMOVED,
  'DELETE /admin/comments/user_address/:user_address': ALL_REMOVED,
  'DELETE /admin/comments/:id/reports': DISMISSED,
  'GET /admin/moderators': {
    responses: {
      one: [
        {
          address: SAMPLE.bob,
          proxyWallet: '0x8a3f5b7c9d0e1f2a3b4c5d6e7f8091a2b3c4d5e6',
          name: '',
          pseudonym: 'Gentle-Otter',
          profileImage: '',
        },
      ],
    },
  },
  'PUT /admin/moderators/:wallet': moderator(true),
  'DELETE /admin/moderators/:wallet': moderator(false),
};
