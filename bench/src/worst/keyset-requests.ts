/** The dearest requests of the lists by keyset, and of what the unified SDK asks besides. */
import type { KEYSET_ROUTES, UNIFIED_ROUTES } from '@bellwether/contract';
import { type Candidate, get } from './candidate.ts';
import { conditionOf, FIRST_EVENT_ID } from './world.ts';

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

export function unifiedCandidates(markets: number): Record<keyof typeof UNIFIED_ROUTES, readonly Candidate[]> {
  const named = Array.from({ length: Math.min(500, markets) }, (_, index) => conditionOf(index)).join(',');
  return {
    openInterest: [get('500 markets', `/oi?market=${named}`), get('the whole venue', '/oi')],
    marketPositions: [
      get('500 of a market, by profit', `/v1/market-positions?market=${conditionOf(0)}&limit=500`),
      get(
        'of the busiest, by size',
        `/v1/market-positions?market=${conditionOf(0)}&limit=500&sortBy=TOKENS&status=OPEN`,
      ),
    ],
    sports: [get('constant', '/sports')],
    sportsMarketTypes: [get('constant', '/sports/market-types')],
    teams: [get('constant', '/teams?limit=100')],
    clarifications: [get('constant', '/market-clarifications?limit=100')],
  };
}
