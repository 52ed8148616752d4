/** Errors of markets, events, series, tags, search, comments and profiles. */
import { alike, BY_ID_FORM, CURSOR_FORM, type ErrorCases, says } from './error-case.ts';
import {
  type ErrorVenue,
  getDenied,
  getUnreadable,
  MISSPELT_ADDRESS,
  UNKNOWN_ADDRESS,
  UNKNOWN_HASH,
  UNKNOWN_WALLET,
} from './venue.ts';

const ID_MISSING = 'id not found';
const LIMIT = 'limit must be in 1..100';

const LIST = { bad_request: says(LIMIT, '?limit=101') };
/** Errors of a list whose bound the interface does not fix. */
const WIDE_LIST = { bad_request: says('limit must be in 1..500', '?limit=501') };
const ID = { id_not_found: says(ID_MISSING, '999999') };
const BY_ID = { ...ID, bad_request: says('id is invalid: id must be an integer', 'one') };
const SLUG = { slug_not_found: says('slug not found', 'none') };
const BY_SLUG = { ...SLUG, bad_request: says('unknown parameter: x', 'none?x=1') };
const NOT_LISTED = 'unauthorized: ip_not_allowlisted';

export const CATALOG_CASES: ErrorCases = {
  ...alike(WIDE_LIST, 'GET /markets', 'GET /events', 'GET /series'),
  ...alike(BY_ID, 'GET /events/:id', 'GET /events/:id/tags', 'GET /series/:id', 'GET /tags/:id'),
  ...alike(BY_SLUG, 'GET /events/slug/:slug', 'GET /tags/slug/:slug'),
  ...alike(BY_ID, 'GET /tags/:id/related-tags', 'GET /tags/:id/related-tags/tags'),
  ...alike(BY_SLUG, 'GET /tags/slug/:slug/related-tags', 'GET /tags/slug/:slug/related-tags/tags'),
  [CURSOR_FORM]: {
    bad_request: says('unknown parameter: active', '?next_cursor=MA==&active=true'),
    invalid_cursor: says('Invalid next_cursor', '?next_cursor=nonsense'),
  },
  'GET /markets/:condition_id': {
    bad_request: says('unknown parameter: x', `${UNKNOWN_HASH}?x=1`),
    invalid_market: says('Invalid market', '0x12'),
    market_not_found: says('market not found', UNKNOWN_HASH),
    ip_not_allowlisted: says(NOT_LISTED, getDenied(`/markets/${UNKNOWN_HASH}`)),
    market_internal: says('Internal server error', getUnreadable(`/markets/${UNKNOWN_HASH}`)),
  },
  [BY_ID_FORM]: {
    bad_request: says('unknown parameter: x', '999999?x=1'),
    ...ID,
    ip_not_allowlisted: says(NOT_LISTED, getDenied('/markets/999999')),
    market_internal: says('Internal server error', getUnreadable('/markets/999999')),
  },
  'GET /markets/slug/:slug': BY_SLUG,
  'GET /markets/:condition_id/tags': {
    bad_request: says('condition_id is malformed: expected a catalog id or a condition id', 'one'),
    id_not_found: says(ID_MISSING, UNKNOWN_HASH),
  },
  'GET /markets/keyset': {
    bad_request: says('offset is not allowed on keyset endpoints: send after_cursor', '?offset=20'),
  },
  'GET /events/keyset': {
    bad_request: says(
      'after_cursor is no cursor of this venue: send the next_cursor of the page before as it came',
      '?after_cursor=MjA',
    ),
  },
  'GET /tags': LIST,
  'GET /docs/:asset': { route_not_found: says('no such route: GET /docs/none.js', 'none.js') },
  'GET /public-search': { bad_request: says('q is required') },
};

const comment = ({ open }: ErrorVenue, changed: object = {}) => {
  return { body: 'Words', parentEntityType: 'Event', parentEntityID: Number(open.eventId), ...changed };
};
const posted = (text: string | RegExp, changed: object) => says(text, (venue) => ({ body: comment(venue, changed) }));
const BY_NUMBER = { ...ID, bad_request: says('id must be an integer', 'one') };
const HEART = { body: { reactionType: 'HEART' } };
const REACTIONS = {
  bad_request: says('id must be an integer', { at: 'one', ...HEART }),
  id_not_found: says(ID_MISSING, { at: '999999', ...HEART }),
};
const OF_USER = {
  bad_request: says(/^user_address has a wrong checksum/, MISSPELT_ADDRESS),
  id_not_found: says(ID_MISSING, UNKNOWN_ADDRESS),
};
const NOT_OWNED = { comment_not_owned: says('only its author or a moderator may remove a comment', { by: 'bob' }) };
const MODERATOR = {
  bad_request: says(/^wallet has a wrong checksum/, MISSPELT_ADDRESS),
  unknown_wallet: says(UNKNOWN_WALLET, UNKNOWN_ADDRESS),
};

export const COMMENT_CASES: ErrorCases = {
  ...alike(LIST, 'GET /comments', 'GET /admin/moderators'),
  'GET /comments/keyset': {
    bad_request: says('parent_entity_type and parent_entity_id are needed together', '?parent_entity_type=Event'),
  },
  ...alike(OF_USER, 'GET /comments/user_address/:user_address', 'DELETE /admin/comments/user_address/:user_address'),
  ...alike(BY_NUMBER, 'GET /comments/:id', 'POST /comments/:id/reports'),
  ...alike(BY_NUMBER, 'DELETE /admin/comments/:id', 'DELETE /admin/comments/:id/reports'),
  ...alike(REACTIONS, 'POST /comments/:id/reactions', 'DELETE /comments/:id/reactions'),
  ...alike(MODERATOR, 'PUT /admin/moderators/:wallet', 'DELETE /admin/moderators/:wallet'),
  'POST /comments': {
    bad_request: posted(/^body /, { body: ' ' }),
    parent_entity_not_found: posted('parentEntityID not found: there is no Event 999999', { parentEntityID: 999_999 }),
    parent_comment_not_found: posted('parentCommentID not found', { parentCommentID: '999999' }),
    too_many_comments: says(
      'too many comments: at most 20 a minute',
      async (venue) => {
        for (let count = 0; count < 20; count++) await venue.bob.send('POST', '/comments', comment(venue));
        return venue.bob.send('POST', '/comments', comment(venue));
      },
      { retryAfter: 60 },
    ),
  },
  'DELETE /comments/:id': { ...BY_NUMBER, ...NOT_OWNED },
  'DELETE /comments/user_address/:user_address': { ...OF_USER, ...NOT_OWNED },
  'DELETE /comments/:id/reports': {
    ...BY_NUMBER,
    not_moderator: says('only a moderator may dismiss the reports of a comment', { by: 'bob' }),
  },
  'GET /public-profile': {
    bad_request: says('address is required'),
    id_not_found: says(ID_MISSING, `?address=${UNKNOWN_ADDRESS}`),
  },
  'PUT /profile': {
    // A Cyrillic capital before Latin letters.
    bad_request: says('name must not mix alphabets', { body: { name: '\u0410lice' } }),
    name_taken: says('the name is taken', async ({ alice, bob }) => {
      await alice.send('PUT', '/profile', { name: 'Heron' });
      return bob.send('PUT', '/profile', { name: 'heron' });
    }),
  },
  'GET /admin/comments': { bad_request: says('order must be one of createdAt, reportCount', '?order=body') },
  'GET /admin/events': {
    bad_request: says('status must be one of all, open, unresolved, resolved, hidden', '?status=closed'),
  },
  'GET /admin/health': { bad_request: says('unknown parameter: full', '?full=true') },
};
