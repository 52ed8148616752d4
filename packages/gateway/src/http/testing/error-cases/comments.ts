/** Errors of comments and profiles. */
import { type ErrorCases, says } from './error-case.ts';
import type { ErrorVenue } from './venue.ts';

const comment = ({ open }: ErrorVenue, changed: object = {}) => {
  return { body: 'Words', parentEntityType: 'Event', parentEntityID: Number(open.eventId), ...changed };
};
const NOT_OWNED = 'only its author or a moderator may remove a comment';

export const COMMENT_CASES: ErrorCases = {
  'DELETE /comments/:id': { comment_not_owned: says(NOT_OWNED, { by: 'bob' }) },
  'DELETE /comments/user_address/:user_address': {
    comment_not_owned: says(NOT_OWNED, ({ alice }) => ({ at: alice.address, by: 'bob' })),
  },
  'POST /comments': {
    bad_request: says(/^body /, { set: { body: ' ' } }),
    parent_entity_not_found: says('parentEntityID not found: there is no Event 999999', {
      set: { parentEntityID: 999_999 },
    }),
    parent_comment_not_found: says('parentCommentID not found', { set: { parentCommentID: '999999' } }),
    too_many_comments: says(
      'too many comments: at most 20 a minute',
      async (venue) => {
        for (let count = 0; count < 20; count++) await venue.bob.send('POST', '/comments', comment(venue));
        return venue.bob.send('POST', '/comments', comment(venue));
      },
      { retryAfter: 60 },
    ),
  },
  'DELETE /comments/:id/reports': {
    not_moderator: says('only a moderator may dismiss the reports of a comment', { by: 'bob' }),
  },
  'PUT /profile': {
    // A Cyrillic capital before Latin letters.
    bad_request: says('name must not mix alphabets', { body: { name: '\u0410lice' } }),
    name_taken: says('the name is taken', async ({ alice, bob }) => {
      await alice.send('PUT', '/profile', { name: 'Heron' });
      return bob.send('PUT', '/profile', { name: 'heron' });
    }),
  },
};
