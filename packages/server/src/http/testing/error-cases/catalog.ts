/** Errors of markets, events, series, tags, search, comments and profiles. */
import { BY_ID_FORM, CURSOR_FORM, type ErrorCase, type ErrorCases, says } from './error-case.ts';
import {
  byAlice,
  byBob,
  byOperator,
  type ErrorVenue,
  get,
  getDenied,
  getUnreadable,
  MISSPELT_ADDRESS,
  UNKNOWN_ADDRESS,
  UNKNOWN_HASH,
} from './venue.ts';

const ID_MISSING = 'id not found';
const LIMIT = 'limit must be in 1..100';

const list = (path: string) => ({ bad_request: says(LIMIT, get(`${path}?limit=101`)) });
/** Errors of a list whose bound the interface does not fix. */
const wideList = (path: string) => ({ bad_request: says('limit must be in 1..500', get(`${path}?limit=501`)) });
const byId = (path: string) => ({
  bad_request: says('id is invalid: id must be an integer', get(`${path}/one`)),
  id_not_found: says(ID_MISSING, get(`${path}/999999`)),
});
const bySlug = (path: string) => ({
  bad_request: says('unknown parameter: x', get(`${path}/none?x=1`)),
  slug_not_found: says('slug not found', get(`${path}/none`)),
});

export const CATALOG_CASES: ErrorCases = {
  'GET /markets': wideList('/markets'),
  [CURSOR_FORM]: {
    bad_request: says('unknown parameter: active', get('/markets?next_cursor=MA==&active=true')),
    invalid_cursor: says('Invalid next_cursor', get('/markets?next_cursor=nonsense')),
  },
  'GET /markets/:condition_id': {
    bad_request: says('unknown parameter: x', get(`/markets/${UNKNOWN_HASH}?x=1`)),
    invalid_market: says('Invalid market', get('/markets/0x12')),
    market_not_found: says('market not found', get(`/markets/${UNKNOWN_HASH}`)),
    ip_not_allowlisted: says('unauthorized: ip_not_allowlisted', getDenied(`/markets/${UNKNOWN_HASH}`)),
    market_internal: says('Internal server error', getUnreadable(`/markets/${UNKNOWN_HASH}`)),
  },
  'GET /events': wideList('/events'),
  [BY_ID_FORM]: {
    id_not_found: says(ID_MISSING, get('/markets/999999')),
    ip_not_allowlisted: says('unauthorized: ip_not_allowlisted', getDenied('/markets/999999')),
    market_internal: says('Internal server error', getUnreadable('/markets/999999')),
  },
  'GET /markets/slug/:slug': { slug_not_found: says('slug not found', get('/markets/slug/none')) },
  'GET /markets/:condition_id/tags': {
    bad_request: says('condition_id is malformed: expected a catalog id or a condition id', get('/markets/one/tags')),
    id_not_found: says(ID_MISSING, get(`/markets/${UNKNOWN_HASH}/tags`)),
  },
  'GET /events/:id/tags': {
    bad_request: says('id is invalid: id must be an integer', get('/events/one/tags')),
    id_not_found: says(ID_MISSING, get('/events/999999/tags')),
  },
  'GET /markets/keyset': {
    bad_request: says('offset is not allowed on keyset endpoints: send after_cursor', get('/markets/keyset?offset=20')),
  },
  'GET /events/keyset': {
    bad_request: says(
      'after_cursor is no cursor of this venue: send the next_cursor of the page before as it came',
      get('/events/keyset?after_cursor=MjA'),
    ),
  },
  'GET /events/slug/:slug': bySlug('/events/slug'),
  'GET /events/:id': byId('/events'),
  'GET /tags': list('/tags'),
  'GET /tags/:id': byId('/tags'),
  'GET /tags/slug/:slug': bySlug('/tags/slug'),
  'GET /series': wideList('/series'),
  'GET /series/:id': byId('/series'),
  'GET /docs/:asset': { route_not_found: says('no such route: GET /docs/none.js', get('/docs/none.js')) },
  'GET /public-search': { bad_request: says('q is required', get('/public-search')) },
};

const comment = ({ open }: ErrorVenue, changed: object = {}) => {
  return { body: 'Words', parentEntityType: 'Event', parentEntityID: Number(open.eventId), ...changed };
};
const post = (changed: object) => byAlice('POST', '/comments', (venue: ErrorVenue) => comment(venue, changed));
const marking = (method: 'POST' | 'DELETE', what: string, body?: unknown) => ({
  bad_request: says('id must be an integer', byAlice(method, `/comments/one${what}`, body)),
  id_not_found: says(ID_MISSING, byAlice(method, `/comments/999999${what}`, body)),
});

export const COMMENT_CASES: ErrorCases = {
  'GET /comments': list('/comments'),
  'GET /comments/user_address/:user_address': {
    bad_request: says(/^user_address has a wrong checksum/, get(`/comments/user_address/${MISSPELT_ADDRESS}`)),
    id_not_found: says(ID_MISSING, get(`/comments/user_address/${UNKNOWN_ADDRESS}`)),
  },
  'GET /comments/:id': { ...byId('/comments'), bad_request: says('id must be an integer', get('/comments/one')) },
  'POST /comments': {
    bad_request: says(/^body /, post({ body: ' ' })),
    parent_entity_not_found: says(
      'parentEntityID not found: there is no Event 999999',
      post({ parentEntityID: 999_999 }),
    ),
    parent_comment_not_found: says('parentCommentID not found', post({ parentCommentID: '999999' })),
    too_many_comments: {
      text: 'too many comments: at most 20 a minute',
      retryAfter: 60,
      provoke: async (venue) => {
        for (let count = 0; count < 20; count++) await venue.bob.send('POST', '/comments', comment(venue));
        return venue.bob.send('POST', '/comments', comment(venue));
      },
    },
  },
  'DELETE /comments/:id': {
    ...marking('DELETE', ''),
    comment_not_owned: says(
      'only its author or a moderator may remove a comment',
      byBob('DELETE', ({ commentId }) => `/comments/${commentId}`),
    ),
  },
  'DELETE /comments/user_address/:user_address': {
    bad_request: says(/^user_address /, byBob('DELETE', '/comments/user_address/0x1')),
    id_not_found: says(ID_MISSING, byBob('DELETE', `/comments/user_address/${UNKNOWN_ADDRESS}`)),
    comment_not_owned: says(
      'only its author or a moderator may remove a comment',
      byBob('DELETE', ({ alice }) => `/comments/user_address/${alice.address}`),
    ),
  },
  'POST /comments/:id/reactions': marking('POST', '/reactions', { reactionType: 'HEART' }),
  'DELETE /comments/:id/reactions': marking('DELETE', '/reactions', { reactionType: 'HEART' }),
  'POST /comments/:id/reports': marking('POST', '/reports'),
  'DELETE /comments/:id/reports': {
    ...marking('DELETE', '/reports'),
    not_moderator: says(
      'only a moderator may dismiss the reports of a comment',
      byBob('DELETE', ({ commentId }) => `/comments/${commentId}/reports`),
    ),
  },
  'GET /public-profile': {
    bad_request: says('address is required', get('/public-profile')),
    id_not_found: says(ID_MISSING, get(`/public-profile?address=${UNKNOWN_ADDRESS}`)),
  },
  'PUT /profile': {
    bad_request: {
      text: 'name must not mix alphabets',
      // A Cyrillic capital before Latin letters.
      provoke: byAlice('PUT', '/profile', { name: '\u0410lice' }),
    },
    name_taken: says('the name is taken', async ({ alice, bob }) => {
      await alice.send('PUT', '/profile', { name: 'Heron' });
      return bob.send('PUT', '/profile', { name: 'heron' });
    }),
  },
  'GET /admin/comments': {
    bad_request: says('order must be one of createdAt, reportCount', byOperator('GET', '/admin/comments?order=body')),
  },
  'GET /admin/events': {
    bad_request: says(
      'status must be one of all, open, unresolved, resolved, hidden',
      byOperator('GET', '/admin/events?status=closed'),
    ),
  },
  'GET /admin/health': { bad_request: says('unknown parameter: full', byOperator('GET', '/admin/health?full=true')) },
  'DELETE /admin/comments/:id': {
    bad_request: says('id must be an integer', byOperator('DELETE', '/admin/comments/one')),
    id_not_found: says(ID_MISSING, byOperator('DELETE', '/admin/comments/999999')),
  },
  'DELETE /admin/comments/user_address/:user_address': {
    bad_request: says(/^user_address /, byOperator('DELETE', '/admin/comments/user_address/0x1')),
    id_not_found: says(ID_MISSING, byOperator('DELETE', `/admin/comments/user_address/${UNKNOWN_ADDRESS}`)),
  },
  'DELETE /admin/comments/:id/reports': {
    bad_request: says('id must be an integer', byOperator('DELETE', '/admin/comments/one/reports')),
    id_not_found: says(ID_MISSING, byOperator('DELETE', '/admin/comments/999999/reports')),
  },
  'GET /admin/moderators': { bad_request: says(LIMIT, byOperator('GET', '/admin/moderators?limit=101')) },
  'PUT /admin/moderators/:wallet': moderators('PUT'),
  'DELETE /admin/moderators/:wallet': moderators('DELETE'),
};

function moderators(method: 'PUT' | 'DELETE') {
  const call = (wallet: string): ErrorCase['provoke'] => byOperator(method, `/admin/moderators/${wallet}`);
  return {
    bad_request: says(/^wallet has a wrong checksum/, call(MISSPELT_ADDRESS)),
    unknown_wallet: says('unknown wallet', call(UNKNOWN_ADDRESS)),
  };
}
