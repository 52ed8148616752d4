/** Errors of the second data interface: markets, boards and the service itself. */
import { type ErrorCases, says } from './error-case.ts';
import { getDenied } from './venue.ts';

/** A refusal that names the parameter. */
const refused = (text: string | RegExp, query: string, parameter: string) => ({
  bad_request: says(text, query, { fields: { parameter } }),
});

const OF_PAGE = refused('limit must be in 0..1000', '?limit=1001', 'limit');

export const DATA_V2_MARKET_CASES: ErrorCases = {
  'GET /v2/holders': {
    ...refused('condition is required', '', 'condition'),
    ip_not_allowlisted: says('unauthorized: ip_not_allowlisted', getDenied('/v2/holders?condition=0x1')),
  },
  'GET /v2/oi': refused(/^condition is malformed: expected /, '?condition=0x1', 'condition'),
  'GET /v2/live-volume': refused('event_id is required', '', 'event_id'),
  'GET /v2/prices-history': refused('end needs start', '?token_id=1&end=5', 'end'),
  'GET /v2/resolutions': refused('condition is required, or question_id or event_id', '', 'condition'),
  'GET /v2/leaderboard': refused('sort_by must be one of PNL, VOLUME', '?sort_by=CASH', 'sort_by'),
  'GET /v2/biggest-winners': OF_PAGE,
  'GET /v2/builders/leaderboard': OF_PAGE,
  'GET /v2/builders/volume': refused('limit must be in 0..90', '?limit=91', 'limit'),
  'GET /v2/status': refused('unknown parameter: limit', '?limit=5', 'limit'),
};
