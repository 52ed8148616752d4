/** Additional routes that the unified SDK of the ecosystem calls. */
import {
  ClarificationsQuery,
  CombosActivity,
  CombosActivityQuery,
  CombosHeld,
  CombosQuery,
  MarketPositionGroups,
  MarketPositionsQuery,
  NothingKept,
  OpenInterestQuery,
  OpenInterests,
  SportsMarketTypes,
  TeamsQuery,
} from '../schemas/unified.ts';
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
    query: OpenInterestQuery,
    response: { 200: OpenInterests },
    errors: ['bad_request', 'unknown_field'],
    cost: { base: 5, idsPerUnit: 100 },
  },
  marketPositions: {
    ...ledger,
    path: '/v1/market-positions',
    summary: 'Positions in a market by outcome, ranked by size or profit',
    query: MarketPositionsQuery,
    response: { 200: MarketPositionGroups },
    errors: ['bad_request', 'unknown_field', 'missing_field', 'ledger_internal'],
    cost: { base: 60 },
  },
  comboPositions: {
    ...ledger,
    path: '/v1/positions/combos',
    summary: 'Positions in combos of markets: the venue has none',
    query: CombosQuery,
    response: { 200: CombosHeld },
    errors: ['bad_request', 'unknown_field', 'missing_field'],
    cost: { base: 1 },
  },
  comboActivity: {
    ...ledger,
    path: '/v1/activity/combos',
    summary: 'What happened to positions in combos of markets: nothing',
    query: CombosActivityQuery,
    response: { 200: CombosActivity },
    errors: ['bad_request', 'unknown_field', 'missing_field'],
    cost: { base: 1 },
  },
  sports: {
    ...list,
    path: '/sports',
    summary: 'Sports: the venue keeps none apart from its tags',
    response: { 200: NothingKept },
  },
  sportsMarketTypes: {
    ...list,
    path: '/sports/market-types',
    summary: 'Kinds of markets of sports: none',
    response: { 200: SportsMarketTypes },
  },
  teams: {
    ...list,
    path: '/teams',
    summary: 'Teams: the venue keeps none',
    query: TeamsQuery,
    response: { 200: NothingKept },
  },
  clarifications: {
    ...list,
    path: '/market-clarifications',
    summary: 'Clarifications of markets: none has been made',
    query: ClarificationsQuery,
    response: { 200: NothingKept },
  },
} as const satisfies Record<string, Route>;
