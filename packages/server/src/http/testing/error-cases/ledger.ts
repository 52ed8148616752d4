/** Errors of fills, holders, volumes, builders, portfolios and rankings. */
import { send } from '../trader.ts';
import type { ErrorCase, ErrorCases } from './error-case.ts';
import { ask, type ErrorVenue, MISSPELT_ADDRESS, UNKNOWN_ADDRESS, withBrokenReads } from './venue.ts';

const INTERNAL = /^internal_error: [0-9a-f]{12}$/;

const get =
  (url: string | ((venue: ErrorVenue) => string)): ErrorCase['provoke'] =>
  (venue) =>
    ask(venue, 'GET', typeof url === 'string' ? url : url(venue));

/** Errors of every read of the ledger; `good` is a valid query. */
const read = (path: string, good: string | ((venue: ErrorVenue) => string)) => {
  const query = (venue: ErrorVenue): string => (typeof good === 'string' ? good : good(venue));
  const right = (venue: ErrorVenue): string => `${path}?${query(venue)}`;
  return {
    unknown_field: { text: 'unknown_field: limti', provoke: get((venue) => `${right(venue)}&limti=5`) },
    ledger_internal: {
      text: INTERNAL,
      provoke: (venue: ErrorVenue) => withBrokenReads(venue, () => ask(venue, 'GET', right(venue))),
    },
  };
};
const ofUser = (path: string) => ({
  ...read(path, `user=${UNKNOWN_ADDRESS}`),
  missing_field: { text: 'missing_field: user', provoke: get(path) },
  bad_request: { text: /^user has a wrong checksum/, provoke: get(`${path}?user=${MISSPELT_ADDRESS}`) },
});
const market = ({ open }: ErrorVenue): string => `market=${open.conditionId}`;
const denied = (url: string) => ({
  ip_not_allowlisted: {
    text: 'unauthorized: ip_not_allowlisted',
    provoke: ({ restricted }: ErrorVenue) => send(restricted, 'GET', url),
  },
});

export const LEDGER_CASES: ErrorCases = {
  'GET /trades': {
    ...read('/trades', 'limit=1'),
    ...denied('/trades'),
    bad_request: { text: 'limit must be in 0..10000', provoke: get('/trades?limit=10001') },
  },
  'GET /holders': {
    ...read('/holders', market),
    ...denied('/holders?market=0x1'),
    missing_field: { text: 'missing_field: market', provoke: get('/holders') },
    bad_request: { text: 'limit must be in 1..500', provoke: get((venue) => `/holders?${market(venue)}&limit=501`) },
  },
  'GET /live-volume': {
    ...read('/live-volume', market),
    missing_field: { text: 'missing_field: market', provoke: get('/live-volume') },
    bad_request: {
      text: /^market is malformed: expected 0x and 64 hex digits/,
      provoke: get('/live-volume?market=0x1'),
    },
  },
  'GET /builder/trades': {
    bad_request: { text: /^before is malformed: expected /, provoke: get('/builder/trades?before=yesterday') },
    invalid_cursor: { text: 'Invalid next_cursor', provoke: get('/builder/trades?next_cursor=nonsense') },
  },
  'GET /oi': {
    unknown_field: { text: 'unknown_field: limti', provoke: get('/oi?limti=5') },
    bad_request: { text: /^market is malformed: expected 0x and 64 hex digits/, provoke: get('/oi?market=0x1') },
  },
  'GET /v1/market-positions': {
    ...read('/v1/market-positions', market),
    missing_field: { text: 'missing_field: market', provoke: get('/v1/market-positions') },
    bad_request: {
      text: 'limit must be in 0..500',
      provoke: get((venue) => `/v1/market-positions?${market(venue)}&limit=501`),
    },
  },
  'GET /positions': ofUser('/positions'),
  'GET /closed-positions': ofUser('/closed-positions'),
  'GET /value': ofUser('/value'),
  'GET /traded': ofUser('/traded'),
  'GET /activity': ofUser('/activity'),
  'GET /leaderboard': {
    ...read('/leaderboard', 'limit=1'),
    bad_request: { text: 'limit must be in 1..50', provoke: get('/leaderboard?limit=51') },
  },
  'GET /v1/leaderboard': {
    ...read('/v1/leaderboard', 'limit=1'),
    bad_request: { text: 'limit must be in 1..50', provoke: get('/v1/leaderboard?limit=51') },
  },
};
