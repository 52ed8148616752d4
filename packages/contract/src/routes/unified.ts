/** Additional routes that the unified SDK of the ecosystem calls. */
import * as unified from '../schemas/unified.ts';
import { type Route, route } from './route.ts';

const ledger = { auth: 'none', errorShape: 'ledger', caps: ['trading', 'work'] } as const;

export const UNIFIED_ROUTES = {
  openInterest: route(ledger, 'GET /oi', {
    summary: 'Open interest: collateral locked under outstanding pairs, by market or of the whole venue',
    query: unified.OpenInterestQuery,
    response: { 200: unified.OpenInterests },
    errors: ['bad_request', 'unknown_field'],
    cost: { base: 5, idsPerUnit: 100 },
  }),
  marketPositions: route(ledger, 'GET /v1/market-positions', {
    summary: 'Positions in a market by outcome, ranked by size or profit',
    query: unified.MarketPositionsQuery,
    response: { 200: unified.MarketPositionGroups },
    errors: ['bad_request', 'unknown_field', 'missing_field', 'ledger_internal'],
    cost: { base: 60 },
  }),
} as const satisfies Record<string, Route>;
