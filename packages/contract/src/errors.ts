/**
 * The error catalogue: every refusal with its status, text and machine-readable code. `code` is additive. The refusals
 * of orders, positions, money and comments are in `refusals.ts`.
 */

import { apiKeyFigures, signInFigures } from './figures.ts';
import { type ErrorEntry, REFUSALS } from './refusals.ts';

/** Shape of an area's error body: `{error}`, `{type, error}`, `{error}` with the ledger's own texts, or that of `data-v2/error.ts`. */
export type ErrorShape = 'plain' | 'catalog' | 'ledger' | 'data-v2';

export const ERRORS = {
  ...REFUSALS,

  // HTTP
  malformed_json: { status: 400, text: 'malformed JSON: {detail}' },
  bad_request: {
    status: 400,
    text: '{detail}',
    rejects: [
      ...(['catalog_invalid', 'comment_invalid', 'profile_invalid', 'asking_invalid', 'grant_invalid'] as const),
      ...(['token_invalid', 'looks_invalid'] as const),
    ],
  },
  unexpected_body: { status: 400, text: 'this route takes no body' },
  unexpected_query: { status: 400, text: 'this route takes no query: the signature does not cover it' },
  body_incomplete: { status: 400, text: 'the body is not as long as its content-length' },
  route_not_found: { status: 404, text: 'no such route: {method} {path}' },
  replay_not_found: { status: 404, text: 'there is no replay {id}' },
  method_not_allowed: { status: 405, text: 'method {method} is not allowed here, use {allowed}' },
  request_timeout: { status: 408, text: 'the request took too long to arrive' },
  body_too_large: { status: 413, text: 'the body is larger than {maximum} bytes' },
  unsupported_media_type: { status: 415, text: 'the body must be application/json' },
  unsupported_content_encoding: { status: 415, text: 'the body must be sent without Content-Encoding' },
  idempotency_key_invalid: {
    status: 400,
    text: 'the header Idempotency-Key must come once, as 1 to 128 visible ASCII characters without spaces',
  },
  idempotency_key_used: {
    status: 422,
    text: 'this Idempotency-Key was used for another request: a key goes with one method, path and body',
  },
  upgrade_required: { status: 426, text: 'this is a WebSocket: connect with an upgrade' },
  origin_not_named: {
    status: 403,
    text: 'pages of {origin} may not use this feed: the operator has to name that origin in BELLWETHER_CORS_ORIGINS',
  },
  rate_limited: { status: 429, text: 'rate limit exceeded' },
  /** The account has too few tokens; in profiles with rate tiers. */
  too_few_tokens: { status: 429, text: 'Too Many Requests' },
  expectation_failed: { status: 417, text: 'no expectation but 100-continue can be met' },
  headers_too_large: { status: 431, text: 'the request headers are too large' },
  unavailable: { status: 503, text: 'the venue cannot take this request now, retry shortly' },
  done_not_shown: {
    status: 503,
    text: 'the request succeeded, but its result is not available yet: read it shortly, or send the request again with the same Idempotency-Key',
  },
  outcome_unknown: {
    status: 503,
    text: 'the journal has not answered in time, so the outcome is unknown. Send the request again with the same Idempotency-Key, or the same order',
  },
  read_store_rebuilding: {
    status: 503,
    text: 'the read store is being rebuilt from the journal: retry shortly; trading goes on',
  },
  read_store_unavailable: {
    status: 503,
    text: 'the disk of the read store rejects writes; the venue retries, and trading goes on',
  },
  storage_full: {
    status: 503,
    text: 'the disk of the venue is almost full: it accepts only cancels and heartbeats until there is room',
  },
  read_too_long: { status: 503, text: 'this read takes too long, ask for less at a time' },
  internal: { status: 500, text: 'Internal server error ({id})' },

  // Authentication
  unauthenticated: { status: 401, text: '{detail}', figures: signInFigures, about: 'who is asking is not proven' },
  invalid_api_key: {
    status: 401,
    text: 'Unauthorized/Invalid api key',
    rejects: ['unknown_account', 'unknown_api_key'],
    figures: apiKeyFigures,
    about: 'the API key is not proven',
  },
  invalid_admin_token: { status: 401, text: 'Unauthorized/Invalid admin token' },
  role_required: { status: 403, text: 'this needs the role {role}' },
  too_many_guesses: {
    status: 429,
    text: 'too many wrong tokens from this address: for {seconds} s a wrong token gets this answer; the right one is accepted',
  },
  sign_in_used: { status: 401, text: 'this sign-in signature was used already: sign again with a later timestamp' },
  signature_used: {
    status: 409,
    text: 'this signature was used already, under another Idempotency-Key or for secrets that are told once: sign again with a later timestamp',
  },
  could_not_create_api_key: { status: 400, text: 'Could not create api key', rejects: ['api_key_revoked'] },
  could_not_derive_api_key: { status: 400, text: 'Could not derive api key!' },

  // Books and prices
  invalid_token_id: { status: 400, text: 'Invalid token id' },
  token_id_missing: { status: 400, text: 'Invalid token id: the parameter token_id is missing' },
  invalid_payload: { status: 400, text: 'Invalid payload: {detail}' },
  payload_too_long: { status: 400, text: 'Payload exceeds the limit' },
  invalid_side: { status: 400, text: 'Invalid side' },
  invalid_filters: { status: 400, text: 'invalid filters: {detail}' },
  fee_rate_not_found: { status: 404, text: 'fee rate not found for market' },
  no_orderbook: { status: 404, text: 'No orderbook exists for the requested token id' },

  // Ledger
  unknown_field: { status: 400, text: 'unknown_field: {name}' },
  missing_field: { status: 400, text: 'missing_field: {name}' },
  ip_not_allowlisted: { status: 401, text: 'unauthorized: ip_not_allowlisted' },
  ledger_internal: { status: 500, text: 'internal_error: {id}' },

  // Catalog and market detail
  id_not_found: {
    status: 404,
    text: 'id not found',
    rejects: ['unknown_comment', 'unknown_suggestion', 'unknown_admin_token'],
  },
  slug_not_found: { status: 404, text: 'slug not found' },
  invalid_market: { status: 400, text: 'Invalid market' },
  market_internal: { status: 500, text: 'Internal server error' },
  invalid_cursor: { status: 400, text: 'Invalid next_cursor' },
  catalog_conflict: { status: 409, text: '{detail}' },

  // Joining and set-up
  not_listed: {
    status: 403,
    text: 'this venue admits only addresses that its operator has added: ask the operator to add {address}',
  },
  members_only: { status: 401, text: 'only members of this venue may read it: join, or sign in' },
  not_signed_in: { status: 401, text: 'nobody is signed in here: sign in first' },
  foreign_page: { status: 403, text: 'this request must come from a page of this venue' },
  link_told_once: {
    status: 409,
    text: 'this was done already, and its links or secrets were told once: make new ones under another Idempotency-Key',
  },
  link_unusable: {
    status: 403,
    text: 'this link was used already, is over, or is not of this venue: ask for a new one',
  },
  join_by_link: { status: 403, text: 'this venue is joined by a link or by signing in: ask its operator for one' },
  too_many_waiting: {
    status: 409,
    text: 'too many people wait to be let in: try again later, or ask the operator for a link',
  },
  person_waiting: { status: 403, text: 'an operator has not let you in yet' },
  person_suspended: { status: 403, text: 'this person is suspended: ask the operator' },
  mail_off: { status: 409, text: 'this venue sends no mail: its operator has to set BELLWETHER_SMTP_URL' },
  mail_failed: { status: 502, text: 'the mail server did not take the mail: {reason}' },
  people_unavailable: {
    status: 503,
    text: 'the store of people cannot be used now, and nothing was changed: retry shortly',
  },
  setup_link_wrong: {
    status: 401,
    text: 'this is not the set-up link of this start of the venue: open the one that it printed last',
  },
  setup_over: { status: 409, text: '{detail}' },
  setup_failed: { status: 503, text: 'nothing was set up: {detail}' },
} as const satisfies Readonly<Record<string, ErrorEntry>>;

export type ErrorCode = keyof typeof ERRORS;

/** A figure with its unit, a plural that ends in `s`: `2 orders`, `1 order`. */
export const counted = (figure: string | number, units: string): string =>
  `${figure} ${String(figure) === '1' ? units.slice(0, -1) : units}`;

/** The text of an error with its placeholders filled in; a missing value stays as `{name}`. */
export function errorText(code: ErrorCode, values: Readonly<Record<string, string | number>> = {}): string {
  return ERRORS[code].text.replace(/\{(\w+)\}(?: (bytes|orders))?/g, (placeholder, name: string, units?: string) => {
    const value = values[name];
    if (value === undefined || !Object.hasOwn(values, name)) return placeholder;
    return units === undefined ? String(value) : counted(value, units);
  });
}

const CATALOG_TYPES: Readonly<Record<number, string>> = {
  400: 'bad request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not found error',
  409: 'conflict',
  422: 'unprocessable content',
  429: 'rate limited',
  503: 'service unavailable',
};

export function catalogErrorType(status: number): string {
  return CATALOG_TYPES[status] ?? (status < 500 ? 'bad request' : 'internal error');
}
