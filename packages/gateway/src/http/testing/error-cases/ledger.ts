/** Errors of fills, holders, volumes, builders, portfolios and rankings. */
import { type ErrorCases, says } from './error-case.ts';
import { type ErrorVenue, getDenied, getUnreadable, MISSPELT_ADDRESS, UNKNOWN_ADDRESS } from './venue.ts';

const INTERNAL = /^internal_error: [0-9a-f]{12}$/;

/** Errors of every read of the ledger; `good` is a valid query. */
const read = (path: string, good: string | ((venue: ErrorVenue) => string)) => {
  const right = (venue: ErrorVenue): string => `${path}?${typeof good === 'string' ? good : good(venue)}`;
  return {
    unknown_field: says('unknown_field: limti', (venue) => `${right(venue)}&limti=5`),
    ledger_internal: says(INTERNAL, getUnreadable(right)),
  };
};
const ofUser = (path: string): ErrorCases => ({
  [`GET ${path}`]: {
    ...read(path, `user=${UNKNOWN_ADDRESS}`),
    missing_field: says('missing_field: user'),
    bad_request: says(/^user has a wrong checksum/, `?user=${MISSPELT_ADDRESS}`),
  },
});
const ofCombos = (path: string): ErrorCases => {
  const { ledger_internal: _, ...cases } = ofUser(path)[`GET ${path}`] ?? {};
  return { [`GET ${path}`]: cases };
};
const leaders = (path: string): ErrorCases => ({
  [`GET ${path}`]: { ...read(path, 'limit=1'), bad_request: says('limit must be in 1..50', '?limit=51') },
});
const market = ({ open }: ErrorVenue): string => `market=${open.conditionId}`;
const denied = (url: string) => ({ ip_not_allowlisted: says('unauthorized: ip_not_allowlisted', getDenied(url)) });
const NO_MARKET = { missing_field: says('missing_field: market') };
const BAD_MARKET = { bad_request: says(/^market is malformed: expected 0x and 62 or 64 hex digits/, '?market=0x1') };

export const LEDGER_CASES: ErrorCases = {
  'GET /trades': {
    ...read('/trades', 'limit=1'),
    ...denied('/trades'),
    bad_request: says('limit must be in 0..10000', '?limit=10001'),
  },
  'GET /holders': {
    ...read('/holders', market),
    ...denied('/holders?market=0x1'),
    ...NO_MARKET,
    bad_request: says('limit must be in 1..500', (venue) => `?${market(venue)}&limit=501`),
  },
  'GET /live-volume': { ...read('/live-volume', market), ...NO_MARKET, ...BAD_MARKET },
  'GET /builder/trades': {
    bad_request: says(/^before is malformed: expected /, '?before=yesterday'),
    invalid_cursor: says('Invalid next_cursor', '?next_cursor=nonsense'),
  },
  'GET /oi': { ...BAD_MARKET, unknown_field: says('unknown_field: limti', '?limti=5') },
  'GET /v1/market-positions': {
    ...read('/v1/market-positions', market),
    ...NO_MARKET,
    bad_request: says('limit must be in 0..500', (venue) => `?${market(venue)}&limit=501`),
  },
  'GET /v1/builders/leaderboard': {
    ...read('/v1/builders/leaderboard', 'limit=1'),
    bad_request: says('limit must be in 0..50', '?limit=51'),
  },
  'GET /v1/builders/volume': {
    ...read('/v1/builders/volume', 'timePeriod=ALL'),
    bad_request: says('timePeriod must be one of DAY, WEEK, MONTH, ALL', '?timePeriod=YEAR'),
  },
  ...Object.assign({}, ...['/v1/positions/combos', '/v1/activity/combos'].map(ofCombos)),
  ...Object.assign({}, ...['/positions', '/closed-positions', '/value', '/traded', '/activity'].map(ofUser)),
  ...Object.assign({}, ...['/leaderboard', '/v1/leaderboard'].map(leaders)),
};
