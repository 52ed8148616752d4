/** Faults that occur at real venues, as rules. */
import { type FaultMatch, type FaultPreset, ORDER_ROUTES } from '@bellwether/contract';
import type { Fault } from './rule-book.ts';

interface PresetRule {
  readonly match: FaultMatch;
  readonly do: Fault;
}

/** Routes for orders and cancels. */
const TRADING = Object.values(ORDER_ROUTES)
  .filter(({ method }) => method !== 'GET')
  .map(({ method, path }) => `${method} ${path}`);

const each = (routes: readonly string[], fault: Fault): PresetRule[] =>
  routes.map((route) => ({ match: { route }, do: fault }));

export const PRESETS: Readonly<Record<FaultPreset, readonly PresetRule[]>> = {
  'engine-restart': each(TRADING, { kind: 'refuse', status: 425 }),
  'timed-out-yet-filled': [{ match: { route: 'POST /order' }, do: { kind: 'drop', when: 'after' } }],
  'lost-before-it-was-done': [{ match: { route: 'POST /order' }, do: { kind: 'drop', when: 'before' } }],
  'silent-market-feed': [{ match: { feed: 'market' }, do: { kind: 'silence' } }],
  'silent-user-feed': [{ match: { feed: 'user' }, do: { kind: 'silence' } }],
  'gaps-in-the-feed': [{ match: { feed: 'market', every: 7 }, do: { kind: 'silence' } }],
  'doubled-frames': [{ match: { feed: '*', every: 3 }, do: { kind: 'double' } }],
  'frames-out-of-order': [{ match: { feed: 'market', every: 5 }, do: { kind: 'reorder' } }],
  'dropped-connections': [{ match: { feed: '*', every: 20 }, do: { kind: 'disconnect' } }],
  'proxy-refuses': [{ match: { route: '/*', probability: 0.3 }, do: { kind: 'html' } }],
  'rate-limit-storm': [{ match: { route: '/*', probability: 0.5 }, do: { kind: 'refuse', status: 429 } }],
  overloaded: [{ match: { route: '/*', probability: 0.3 }, do: { kind: 'refuse', status: 503 } }],
  'slow-answers': [{ match: { route: '/*' }, do: { kind: 'delay', ms: 1_500 } }],
  'cut-off-answers': [{ match: { route: 'GET /*', probability: 0.2 }, do: { kind: 'truncate' } }],
  'clock-ahead': [{ match: { route: '/*' }, do: { kind: 'skew', seconds: 120 } }],
  'settles-later': [{ match: {}, do: { kind: 'settle' } }],
  'settles-at-the-second-try': [{ match: {}, do: { kind: 'settle', retried: 1 } }],
  'matched-yet-failed': [{ match: {}, do: { kind: 'settle', failed: 1 } }],
  'delayed-orders': [{ match: {}, do: { kind: 'match-later' } }],
};
