/** Errors of suggestions and clarifications. */

import { admin } from '../trader.ts';
import { type ErrorCases, says } from './error-case.ts';
import type { ErrorVenue } from './venue.ts';

const suggest = ({ bob }: ErrorVenue) => bob.send('POST', '/suggestions', { title: 'Again?' });

export const ASKING_CASES: ErrorCases = {
  'POST /suggestions': {
    bad_request: says('title must be a single line', { set: { title: 'One\ntwo' } }),
    too_many_suggestions: says(
      'too many suggestions: at most 20 a minute',
      async (venue) => {
        for (let count = 0; count < 20; count++) await suggest(venue);
        return suggest(venue);
      },
      { retryAfter: 60 },
    ),
  },
  'POST /admin/suggestions/:id/approve': {
    bad_request: says('note must not contain control characters other than newline', { set: { note: '\u0007' } }),
    event_not_found: says('event not found', { set: { eventId: '999999' } }),
    suggestion_decided: says('the suggestion is rejected already', decided('reject', 'approve')),
  },
  'POST /admin/suggestions/:id/reject': {
    bad_request: says('note must not contain control characters other than newline', { set: { note: '\u0007' } }),
    suggestion_decided: says('the suggestion is approved already', decided('approve', 'reject')),
  },
  'POST /admin/events/:id/clarifications': {
    bad_request: says('text must not be empty', { body: { text: ' ' } }),
  },
};

/** Decides a new suggestion twice. */
function decided(first: 'approve' | 'reject', second: 'approve' | 'reject') {
  return async ({ alice, stack }: ErrorVenue) => {
    const { body } = await alice.send('POST', '/suggestions', { title: 'Decided?' });
    const path = `/admin/suggestions/${(body as { readonly id: string }).id}`;
    await admin(stack, 'POST', `${path}/${first}`, {});
    return admin(stack, 'POST', `${path}/${second}`, {});
  };
}
