/** Errors of markets, events, series, tags, search, comments and profiles. */
import { admin, send } from '../trader.ts';
import { BY_ID_FORM, CURSOR_FORM, type ErrorCase, type ErrorCases } from './error-case.ts';
import { ask, type ErrorVenue, MISSPELT_ADDRESS, UNKNOWN_ADDRESS, UNKNOWN_HASH, withBrokenReads } from './venue.ts';

const ID_MISSING = 'id not found';
const LIMIT = 'limit must be in 1..100';

const get =
  (url: string | ((venue: ErrorVenue) => string)): ErrorCase['provoke'] =>
  (venue) =>
    ask(venue, 'GET', typeof url === 'string' ? url : url(venue));
const list = (path: string) => ({ bad_request: { text: LIMIT, provoke: get(`${path}?limit=101`) } });
/** Errors of a list whose bound the interface does not fix. */
const wideList = (path: string) => ({
  bad_request: { text: 'limit must be in 1..500', provoke: get(`${path}?limit=501`) },
});
const byId = (path: string) => ({
  bad_request: { text: 'id is invalid: id must be an integer', provoke: get(`${path}/one`) },
  id_not_found: { text: ID_MISSING, provoke: get(`${path}/999999`) },
});
const bySlug = (path: string) => ({
  bad_request: { text: 'unknown parameter: x', provoke: get(`${path}/none?x=1`) },
  slug_not_found: { text: 'slug not found', provoke: get(`${path}/none`) },
});

export const CATALOG_CASES: ErrorCases = {
  'GET /markets': wideList('/markets'),
  [CURSOR_FORM]: {
    bad_request: { text: 'unknown parameter: active', provoke: get('/markets?next_cursor=MA==&active=true') },
    invalid_cursor: { text: 'Invalid next_cursor', provoke: get('/markets?next_cursor=nonsense') },
  },
  'GET /markets/:condition_id': {
    bad_request: { text: 'unknown parameter: x', provoke: get(`/markets/${UNKNOWN_HASH}?x=1`) },
    invalid_market: { text: 'Invalid market', provoke: get('/markets/0x12') },
    market_not_found: { text: 'market not found', provoke: get(`/markets/${UNKNOWN_HASH}`) },
    ip_not_allowlisted: {
      text: 'unauthorized: ip_not_allowlisted',
      provoke: ({ restricted }) => send(restricted, 'GET', `/markets/${UNKNOWN_HASH}`),
    },
    market_internal: {
      text: 'Internal server error',
      provoke: (venue) => withBrokenReads(venue, () => ask(venue, 'GET', `/markets/${UNKNOWN_HASH}`)),
    },
  },
  'GET /events': wideList('/events'),
  [BY_ID_FORM]: {
    id_not_found: { text: ID_MISSING, provoke: get('/markets/999999') },
    ip_not_allowlisted: {
      text: 'unauthorized: ip_not_allowlisted',
      provoke: ({ restricted }) => send(restricted, 'GET', '/markets/999999'),
    },
    market_internal: {
      text: 'Internal server error',
      provoke: (venue) => withBrokenReads(venue, () => ask(venue, 'GET', '/markets/999999')),
    },
  },
  'GET /markets/slug/:slug': {
    slug_not_found: { text: 'slug not found', provoke: get('/markets/slug/none') },
  },
  'GET /markets/:condition_id/tags': {
    bad_request: {
      text: 'condition_id is malformed: expected a catalog id or a condition id',
      provoke: get('/markets/one/tags'),
    },
    id_not_found: { text: ID_MISSING, provoke: get(`/markets/${UNKNOWN_HASH}/tags`) },
  },
  'GET /events/:id/tags': {
    bad_request: { text: 'id is invalid: id must be an integer', provoke: get('/events/one/tags') },
    id_not_found: { text: ID_MISSING, provoke: get('/events/999999/tags') },
  },
  'GET /markets/keyset': {
    bad_request: {
      text: 'offset is not allowed on keyset endpoints: send after_cursor',
      provoke: get('/markets/keyset?offset=20'),
    },
  },
  'GET /events/keyset': {
    bad_request: {
      text: 'after_cursor is no cursor of this venue: send the next_cursor of the page before as it came',
      provoke: get('/events/keyset?after_cursor=MjA'),
    },
  },
  'GET /events/slug/:slug': bySlug('/events/slug'),
  'GET /events/:id': byId('/events'),
  'GET /tags': list('/tags'),
  'GET /tags/:id': byId('/tags'),
  'GET /tags/slug/:slug': bySlug('/tags/slug'),
  'GET /series': wideList('/series'),
  'GET /series/:id': byId('/series'),
  'GET /docs/:asset': {
    route_not_found: { text: 'no such route: GET /docs/none.js', provoke: get('/docs/none.js') },
  },
  'GET /public-search': { bad_request: { text: 'q is required', provoke: get('/public-search') } },
};

const post = (body: Readonly<Record<string, unknown>>): ErrorCase['provoke'] => {
  return ({ alice, open }) =>
    alice.send('POST', '/comments', {
      body: 'Words',
      parentEntityType: 'Event',
      parentEntityID: Number(open.eventId),
      ...body,
    });
};
const marking = (method: 'POST' | 'DELETE', what: string, body?: unknown) => ({
  bad_request: {
    text: 'id must be an integer',
    provoke: ({ alice }: ErrorVenue) => alice.send(method, `/comments/one${what}`, body),
  },
  id_not_found: {
    text: ID_MISSING,
    provoke: ({ alice }: ErrorVenue) => alice.send(method, `/comments/999999${what}`, body),
  },
});

export const COMMENT_CASES: ErrorCases = {
  'GET /comments': list('/comments'),
  'GET /comments/user_address/:user_address': {
    bad_request: {
      text: /^user_address has a wrong checksum/,
      provoke: get(`/comments/user_address/${MISSPELT_ADDRESS}`),
    },
    id_not_found: { text: ID_MISSING, provoke: get(`/comments/user_address/${UNKNOWN_ADDRESS}`) },
  },
  'GET /comments/:id': {
    ...byId('/comments'),
    bad_request: { text: 'id must be an integer', provoke: get('/comments/one') },
  },
  'POST /comments': {
    bad_request: { text: /^body /, provoke: post({ body: ' ' }) },
    parent_entity_not_found: {
      text: 'parentEntityID not found: there is no Event 999999',
      provoke: post({ parentEntityID: 999_999 }),
    },
    parent_comment_not_found: { text: 'parentCommentID not found', provoke: post({ parentCommentID: '999999' }) },
    too_many_comments: {
      text: 'too many comments: at most 20 a minute',
      retryAfter: 60,
      provoke: async ({ bob, open }) => {
        const comment = { body: 'Words', parentEntityType: 'Event', parentEntityID: Number(open.eventId) };
        for (let count = 0; count < 20; count++) await bob.send('POST', '/comments', comment);
        return bob.send('POST', '/comments', comment);
      },
    },
  },
  'DELETE /comments/:id': {
    ...marking('DELETE', ''),
    comment_not_owned: {
      text: 'only its author or a moderator may remove a comment',
      provoke: ({ bob, commentId }) => bob.send('DELETE', `/comments/${commentId}`),
    },
  },
  'DELETE /comments/user_address/:user_address': {
    bad_request: { text: /^user_address /, provoke: ({ bob }) => bob.send('DELETE', '/comments/user_address/0x1') },
    id_not_found: {
      text: ID_MISSING,
      provoke: ({ bob }) => bob.send('DELETE', `/comments/user_address/${UNKNOWN_ADDRESS}`),
    },
    comment_not_owned: {
      text: 'only its author or a moderator may remove a comment',
      provoke: ({ alice, bob }) => bob.send('DELETE', `/comments/user_address/${alice.address}`),
    },
  },
  'POST /comments/:id/reactions': marking('POST', '/reactions', { reactionType: 'HEART' }),
  'DELETE /comments/:id/reactions': marking('DELETE', '/reactions', { reactionType: 'HEART' }),
  'POST /comments/:id/reports': marking('POST', '/reports'),
  'DELETE /comments/:id/reports': {
    ...marking('DELETE', '/reports'),
    not_moderator: {
      text: 'only a moderator may dismiss the reports of a comment',
      provoke: ({ bob, commentId }) => bob.send('DELETE', `/comments/${commentId}/reports`),
    },
  },
  'GET /public-profile': {
    bad_request: { text: 'address is required', provoke: get('/public-profile') },
    id_not_found: { text: ID_MISSING, provoke: get(`/public-profile?address=${UNKNOWN_ADDRESS}`) },
  },
  'PUT /profile': {
    bad_request: {
      text: 'name must not mix alphabets',
      // A Cyrillic capital before Latin letters.
      provoke: ({ alice }) => alice.send('PUT', '/profile', { name: '\u0410lice' }),
    },
    name_taken: {
      text: 'the name is taken',
      provoke: async ({ alice, bob }) => {
        await alice.send('PUT', '/profile', { name: 'Heron' });
        return bob.send('PUT', '/profile', { name: 'heron' });
      },
    },
  },
  'GET /admin/comments': {
    bad_request: {
      text: 'order must be one of createdAt, reportCount',
      provoke: ({ stack }) => admin(stack, 'GET', '/admin/comments?order=body'),
    },
  },
  'GET /admin/events': {
    bad_request: {
      text: 'status must be one of all, open, unresolved, resolved, hidden',
      provoke: ({ stack }) => admin(stack, 'GET', '/admin/events?status=closed'),
    },
  },
  'GET /admin/health': {
    bad_request: {
      text: 'unknown parameter: full',
      provoke: ({ stack }) => admin(stack, 'GET', '/admin/health?full=true'),
    },
  },
  'DELETE /admin/comments/:id': {
    bad_request: {
      text: 'id must be an integer',
      provoke: ({ stack }) => admin(stack, 'DELETE', '/admin/comments/one'),
    },
    id_not_found: { text: ID_MISSING, provoke: ({ stack }) => admin(stack, 'DELETE', '/admin/comments/999999') },
  },
  'DELETE /admin/comments/user_address/:user_address': {
    bad_request: {
      text: /^user_address /,
      provoke: ({ stack }) => admin(stack, 'DELETE', '/admin/comments/user_address/0x1'),
    },
    id_not_found: {
      text: ID_MISSING,
      provoke: ({ stack }) => admin(stack, 'DELETE', `/admin/comments/user_address/${UNKNOWN_ADDRESS}`),
    },
  },
  'DELETE /admin/comments/:id/reports': {
    bad_request: {
      text: 'id must be an integer',
      provoke: ({ stack }) => admin(stack, 'DELETE', '/admin/comments/one/reports'),
    },
    id_not_found: {
      text: ID_MISSING,
      provoke: ({ stack }) => admin(stack, 'DELETE', '/admin/comments/999999/reports'),
    },
  },
  'GET /admin/moderators': {
    bad_request: { text: LIMIT, provoke: ({ stack }) => admin(stack, 'GET', '/admin/moderators?limit=101') },
  },
  'PUT /admin/moderators/:wallet': moderators('PUT'),
  'DELETE /admin/moderators/:wallet': moderators('DELETE'),
};

function moderators(method: 'PUT' | 'DELETE') {
  const call =
    (wallet: string): ErrorCase['provoke'] =>
    ({ stack }) =>
      admin(stack, method, `/admin/moderators/${wallet}`);
  return {
    bad_request: { text: /^wallet has a wrong checksum/, provoke: call(MISSPELT_ADDRESS) },
    unknown_wallet: { text: 'unknown wallet', provoke: call(UNKNOWN_ADDRESS) },
  };
}
