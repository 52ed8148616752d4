/** Additional routes that the unified SDK of the ecosystem calls. */
import * as unified from '../schemas/unified.ts';
import type { Route } from './route.ts';

const list = {
  method: 'GET',
  auth: 'none',
  errorShape: 'catalog',
  errors: ['bad_request'],
  caps: ['catalog'],
} as const;
const ledger = { method: 'GET', auth: 'none', errorShape: 'ledger', caps: ['trading', 'work'] } as const;

export const UNIFIED_ROUTES = {
  openInterest: {
    ...ledger,
    path: '/oi',
    summary: 'Open interest: collateral locked under outstanding pairs, by market or of the whole venue',
    query: unified.OpenInterestQuery,
    response: { 200: unified.OpenInterests },
    errors: ['bad_request', 'unknown_field'],
    cost: { base: 5, idsPerUnit: 100 },
  },
  marketPositions: {
    ...ledger,
    path: '/v1/market-positions',
    summary: 'Positions in a market by outcome, ranked by size or profit',
    query: unified.MarketPositionsQuery,
    response: { 200: unified.MarketPositionGroups },
    errors: ['bad_request', 'unknown_field', 'missing_field', 'ledger_internal'],
    cost: { base: 60 },
  },
  comboPositions: {
    ...ledger,
    path: '/v1/positions/combos',
    summary: 'Positions in combos of markets: the venue has none',
    query: unified.CombosQuery,
    response: { 200: unified.CombosHeld },
    errors: ['bad_request', 'unknown_field', 'missing_field'],
    cost: { base: 1 },
  },
  comboActivity: {
    ...ledger,
    path: '/v1/activity/combos',
    summary: 'What happened to positions in combos of markets: nothing',
    query: unified.CombosActivityQuery,
    response: { 200: unified.CombosActivity },
    errors: ['bad_request', 'unknown_field', 'missing_field'],
    cost: { base: 1 },
  },
  sports: {
    ...list,
    path: '/sports',
    summary: 'Sports: the venue keeps none apart from its tags',
    response: { 200: unified.NothingKept },
  },
  sportsMarketTypes: {
    ...list,
    path: '/sports/market-types',
    summary: 'Kinds of markets of sports: none',
    response: { 200: unified.SportsMarketTypes },
  },
  teams: {
    ...list,
    path: '/teams',
    summary: 'Teams: the venue keeps none',
    query: unified.TeamsQuery,
    response: { 200: unified.NothingKept },
  },
  clarifications: {
    ...list,
    path: '/market-clarifications',
    summary: 'Clarifications of markets: none has been made',
    query: unified.ClarificationsQuery,
    response: { 200: unified.NothingKept },
  },
} as const satisfies Record<string, Route>;
