/** The errors that a route can answer without naming them itself: those of its way in, of bodies, and of a venue in trouble. */
import { ERRORS, type ErrorCode } from './errors.ts';
import type { Route } from './routes/route.ts';

const OF_BODIES: readonly ErrorCode[] = ['body_incomplete', 'body_too_large', 'unsupported_media_type'];
const OF_THE_WAY_IN: Readonly<Record<Route['auth'], readonly ErrorCode[]>> = {
  none: [],
  l1: ['unauthenticated'],
  l2: ['unauthenticated', 'invalid_api_key'],
  admin: ['invalid_admin_token'],
};
/** By the name that the catalogue of errors has for it, once it has one. */
const OVER_THE_CAP = 'rate_limited';

/** Error codes of a route besides `route.errors`, without those that it lists itself. Plain data in, plain data out. */
export function generalErrors(route: Route): readonly ErrorCode[] {
  const codes: ErrorCode[] = [...OF_THE_WAY_IN[route.auth]];
  if (route.method !== 'GET') codes.push(...OF_BODIES);
  if (route.body !== undefined) codes.push('malformed_json');
  if (route.caps.length > 0 && Object.hasOwn(ERRORS, OVER_THE_CAP)) codes.push(OVER_THE_CAP as ErrorCode);
  codes.push('unavailable', 'read_store_rebuilding', route.errorShape === 'ledger' ? 'ledger_internal' : 'internal');
  return codes.filter((code) => !route.errors.includes(code));
}
