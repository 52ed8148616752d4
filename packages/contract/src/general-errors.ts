/** The errors that a route can answer without naming them itself: those of its way in, of bodies, and of a venue in trouble. */
import type { ErrorCode } from './errors.ts';
import { isNamedBySignature, isWrite } from './idempotency.ts';
import type { Route } from './routes/route.ts';

const OF_BODIES: readonly ErrorCode[] = [
  'body_incomplete',
  'body_too_large',
  'unsupported_content_encoding',
  'unsupported_media_type',
];
const OF_THE_WAY_IN: Readonly<Record<Route['auth'], readonly ErrorCode[]>> = {
  none: [],
  l1: ['unauthenticated', 'sign_in_used'],
  l2: ['unauthenticated', 'invalid_api_key'],
  builder: ['unauthenticated', 'invalid_api_key'],
  admin: ['invalid_admin_token'],
};
/** Error codes of a route besides `route.errors`, without those that it lists itself. Plain data in, plain data out. */
export function generalErrors(route: Route): readonly ErrorCode[] {
  const codes: ErrorCode[] = [...OF_THE_WAY_IN[route.auth]];
  const isSigned = route.auth === 'l1' || route.auth === 'l2';
  if (isNamedBySignature(route)) codes.push('signature_used');
  // What is signed does not cover the query.
  if (isSigned && route.method !== 'GET') codes.push('unexpected_query');
  if (route.auth !== 'none' && route.body === undefined) codes.push('unexpected_body');
  if (route.method !== 'GET') codes.push(...OF_BODIES, 'storage_full');
  if (route.body !== undefined) codes.push('malformed_json');
  // Some answer with a read of what they have done.
  if (isWrite(route))
    codes.push('idempotency_key_invalid', 'idempotency_key_used', 'done_not_shown', 'outcome_unknown');
  // A route that takes no query refuses any.
  if (route.query === undefined) codes.push('bad_request');
  // Of the operator's routes wrong tokens are counted.
  if (route.caps.length > 0 || route.auth === 'admin') codes.push('rate_limited');
  if (route.caps.includes('work')) codes.push('read_too_long');
  codes.push('unavailable', 'read_store_rebuilding', 'read_store_unavailable');
  codes.push(route.errorShape === 'ledger' ? 'ledger_internal' : 'internal');
  return codes.filter((code) => !route.errors.includes(code));
}
