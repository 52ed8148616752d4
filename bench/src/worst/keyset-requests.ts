/** The dearest requests of the lists by keyset. */
import type { KEYSET_ROUTES } from '@bellwether/contract';
import { type Candidate, get } from './candidate.ts';
import { FIRST_EVENT_ID } from './world.ts';

/** A place in an ascending list, as a cursor. */
const place = (list: 'markets' | 'events', order: string, value: number | string): string =>
  Buffer.from(
    JSON.stringify([list, [order], 1, order === 'id' ? [] : [value], typeof value === 'number' ? value : 0]),
  ).toString('base64url');

export function keysetCandidates(markets: number): Record<keyof typeof KEYSET_ROUTES, readonly Candidate[]> {
  const far = Math.max(0, markets - 500);
  return {
    marketsKeyset: [
      get('500 by volume', '/markets/keyset?limit=500&order=volume24hr&tag_slug=topic-0&closed=false'),
      get(
        '500 by question, far',
        `/markets/keyset?limit=500&order=question&after_cursor=${place('markets', 'question', 'q')}`,
      ),
      get('500 far', `/markets/keyset?limit=500&after_cursor=${place('markets', 'id', far)}`),
    ],
    eventsKeyset: [
      get('500 by volume', '/events/keyset?limit=500&order=volume24hr&tag_slug=topic-0&closed=false'),
      get('500 far', `/events/keyset?limit=500&after_cursor=${place('events', 'id', FIRST_EVENT_ID)}`),
    ],
  };
}
