/** Errors of the second data interface: wallets and feeds. */
import { type ErrorCase, type ErrorCases, says } from './error-case.ts';
import { getDenied, MISSPELT_ADDRESS, UNKNOWN_ADDRESS } from './venue.ts';

const user = `user=${UNKNOWN_ADDRESS}`;
/** A wrong value of the parameter that the answer names. */
export const wrong = (parameter: string, text: ErrorCase['text'], query: string): ErrorCase =>
  says(text, `?${query}`, { fields: { parameter } });

const ofUser = (path: string): ErrorCases => ({
  [`GET ${path}`]: { bad_request: wrong('user', /^user has a wrong checksum/, `user=${MISSPELT_ADDRESS}`) },
});

export const DATA_V2_CASES: ErrorCases = {
  'GET /v2/positions': {
    bad_request: wrong('user', 'user or condition is required', 'limit=1'),
  },
  'GET /v2/trades': {
    bad_request: wrong('limit', 'limit must be in 0..1000', 'limit=1001'),
    ip_not_allowlisted: says('unauthorized: ip_not_allowlisted', getDenied('/v2/trades')),
  },
  'GET /v2/activity': {
    bad_request: wrong('type', /^type must be one of TRADE, /, `${user}&type=DANCE`),
  },
  'GET /v2/user-pnl': {
    bad_request: wrong('fidelity', 'fidelity must be one of 1d, 18h, 12h, 3h, 1h', `${user}&fidelity=1m`),
  },
  'GET /v2/positions/combos': {
    bad_request: wrong('condition', /^condition is malformed/, `${user}&condition=0x${'1'.repeat(64)}`),
  },
  ...Object.assign(
    {},
    ...['/v2/value', '/v2/user-stats', '/v2/user-volume', '/v2/approvals', '/v2/activity/combos'].map(ofUser),
  ),
};
