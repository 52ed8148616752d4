/** Errors of reads that do not follow from their schemas. */
import { alike, BY_ID_FORM, CURSOR_FORM, type ErrorCases, says } from './error-case.ts';
import { getDenied, getUnreadable, UNKNOWN } from './venue.ts';

/** A query of the second data interface that is refused, and the parameter that the answer names. */
const refused = (parameter: string, text: string, query: string) => ({
  bad_request: says(text, query, { fields: { parameter } }),
});
const BATCH = {
  payload_too_long: says('Payload exceeds the limit', { body: Array(501).fill({ token_id: UNKNOWN.token }) }),
};

/** Errors of the second forms of two routes. */
export const FORM_CASES: ErrorCases = {
  [CURSOR_FORM]: {
    bad_request: says('unknown parameter: active', '?next_cursor=MA==&active=true'),
    invalid_cursor: says('Invalid next_cursor', '?next_cursor=nonsense'),
  },
  [BY_ID_FORM]: {
    bad_request: says('unknown parameter: x', '999999?x=1'),
    id_not_found: says('id not found', '999999'),
    ip_not_allowlisted: says('unauthorized: ip_not_allowlisted', getDenied('/markets/999999')),
    market_internal: says('Internal server error', getUnreadable('/markets/999999')),
  },
};

export const READ_CASES: ErrorCases = {
  ...alike(BATCH, 'POST /books', 'POST /prices', 'POST /midpoints', 'POST /spreads', 'POST /last-trades-prices'),
  'GET /balance-allowance': {
    invalid_token_id: says('Invalid token id', `?asset_type=CONDITIONAL&token_id=${UNKNOWN.token}`),
    token_id_missing: says('Invalid token id: the parameter token_id is missing', '?asset_type=CONDITIONAL'),
  },
  'POST /batch-prices-history': {
    payload_too_long: says('Payload exceeds the limit', { body: { markets: Array(21).fill(UNKNOWN.token) } }),
  },
  'GET /markets/keyset': {
    bad_request: says('offset is not allowed on keyset endpoints: send after_cursor', '?offset=20'),
  },
  'GET /events/keyset': {
    bad_request: says(
      'after_cursor is no cursor of this venue: send the next_cursor of the page before as it came',
      '?after_cursor=MjA',
    ),
  },
  'GET /comments/keyset': {
    bad_request: says('parent_entity_type and parent_entity_id are needed together', '?parent_entity_type=Event'),
  },
  'GET /live-volume': { missing_field: says('missing_field: market', '?') },
  'GET /v2/positions': refused('user', 'user or condition is required', '?limit=1'),
  'GET /v2/prices-history': refused('end', 'end needs start', '?token_id=1&end=5'),
  'GET /v2/resolutions': refused('condition', 'condition is required, or question_id or event_id', '?'),
  'GET /public-profile': { id_not_found: says('id not found', `?address=${UNKNOWN.address}`) },
};
