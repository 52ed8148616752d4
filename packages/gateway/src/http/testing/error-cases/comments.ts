/** Errors of comments and profiles. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PEOPLE_FILE } from '@bellwether/ports/data-folder.ts';
import { joined } from '../person.ts';
import { startStack } from '../stack.ts';
import { type Answer, addMarket } from '../trader.ts';
import { type ErrorCases, says } from './error-case.ts';
import type { ErrorVenue } from './venue.ts';

const PLACE = { body: 'Words', parentEntityType: 'Event' };
const comment = ({ open }: ErrorVenue, changed: object = {}) => {
  return { ...PLACE, parentEntityID: Number(open.eventId), ...changed };
};
const NOT_OWNED = 'only its author or a moderator may remove a comment';

/** A comment in a venue that knows its people, while another program has their store. */
async function withoutStore(): Promise<Answer> {
  const stack = await startStack({ join: 'invite' });
  const { eventId } = await addMarket(stack, 'Kept?');
  const device = await (await joined(stack, 'Ada')).device('a1');
  const other = new DatabaseSync(join(stack.folder, PEOPLE_FILE));
  other.exec('BEGIN IMMEDIATE');
  const answer = await device.send('POST', '/comments', { ...PLACE, parentEntityID: Number(eventId) });
  other.close();
  await stack.close();
  return answer;
}

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
    people_unavailable: says(
      'the store of people cannot be used now, and nothing was changed: retry shortly',
      withoutStore,
      {
        retryAfter: 1,
      },
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
