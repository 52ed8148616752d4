/**
 * Errors that a route can answer without listing them: of authentication, of request bodies, and of a failing venue.
 */
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
  l1: ['unauthenticated', 'sign_in_used', 'account_suspended'],
  l2: ['unauthenticated', 'invalid_api_key', 'account_suspended'],
  builder: ['unauthenticated', 'invalid_api_key', 'account_suspended'],
  admin: [
    ...(['invalid_admin_token', 'too_many_guesses', 'role_required', 'account_suspended'] as const),
    ...(['unauthenticated', 'invalid_api_key', 'rate_limited'] as const),
  ],
  person: [],
};
export function generalErrors(route: Route): readonly ErrorCode[] {
  const codes: ErrorCode[] = [...OF_THE_WAY_IN[route.auth], 'members_only'];
  const isSigned = route.auth === 'l1' || route.auth === 'l2' || route.auth === 'builder';
  if (isNamedBySignature(route)) codes.push('signature_used');
  // The signature does not cover the query.
  if (isSigned && route.method !== 'GET') codes.push('unexpected_query');
  if (route.auth !== 'none' && route.body === undefined) codes.push('unexpected_body');
  if (route.method !== 'GET') codes.push(...OF_BODIES, 'storage_full');
  if (route.body !== undefined) codes.push('malformed_json');
  // Some routes answer by reading back the result of their write.
  if (isWrite(route))
    codes.push('idempotency_key_invalid', 'idempotency_key_used', 'done_not_shown', 'outcome_unknown');
  // A route without a query schema refuses any query, unless its answer is constant.
  if (route.query === undefined && route.answer === undefined) codes.push('bad_request');
  if (route.caps.length > 0) codes.push('rate_limited');
  if (route.tierCost !== undefined) codes.push('too_few_tokens');
  if (route.caps.includes('work')) codes.push('read_too_long');
  codes.push('unavailable', 'read_store_rebuilding', 'read_store_unavailable');
  codes.push(route.errorShape === 'ledger' ? 'ledger_internal' : 'internal');
  return codes.filter((code) => !route.errors.includes(code));
}
