/** Routes of holders, volumes, trades of builders, portfolios and rankings. */
import { BuilderTradesQuery, HolderGroups, HoldersQuery, LiveVolumeQuery, LiveVolumes } from '../schemas/data.ts';
import { BuilderTradesAnswer } from '../schemas/ecosystem.ts';
import * as portfolio from '../schemas/portfolio.ts';
import { type Route, route } from './route.ts';

const ledger = { auth: 'none', errorShape: 'ledger', caps: ['trading', 'work'] } as const;
const ERRORS_OF_READS = ['bad_request', 'unknown_field', 'ledger_internal'] as const;
const ERRORS_OF_USERS = [...ERRORS_OF_READS, 'missing_field'] as const;

const leaderboard = {
  ...ledger,
  summary: 'Wallets by realised profit or by volume',
  query: portfolio.LeaderboardQuery,
  response: { 200: portfolio.Leaders },
  errors: ERRORS_OF_READS,
  cost: { base: 1, offsetPerUnit: 200 },
} as const;

export const DATA_ROUTES = {
  holders: route(ledger, 'GET /holders', {
    summary: 'Largest holders of each outcome of the given markets',
    query: HoldersQuery,
    queryAliases: { min_balance: 'minBalance' },
    response: { 200: HolderGroups },
    errors: [...ERRORS_OF_USERS, 'ip_not_allowlisted'],
    cost: { base: 1, rowsPerUnit: 400, rowsAreOfEachMarket: true },
  }),
  liveVolume: route(ledger, 'GET /live-volume', {
    summary: 'Collateral matched in the given markets',
    query: LiveVolumeQuery,
    response: { 200: LiveVolumes },
    errors: ERRORS_OF_USERS,
    cost: { base: 1, idsPerUnit: 50, extra: [{ field: 'id', values: null, units: 10 }] },
  }),
  builderTrades: route(ledger, 'GET /builder/trades', {
    summary: 'Trades of orders with a builder code, newest first; the next cursor is in the header x-next-cursor',
    errorShape: 'plain',
    query: BuilderTradesQuery,
    response: { 200: BuilderTradesAnswer },
    errors: ['bad_request', 'invalid_cursor'],
    cost: { base: 5 },
  }),
  positions: route(ledger, 'GET /positions', {
    summary: 'Open positions of a user with cost and profit',
    query: portfolio.PositionsQuery,
    response: { 200: portfolio.UserPositions },
    errors: ERRORS_OF_USERS,
    cost: { base: 5, idsPerUnit: 50, extra: [{ field: 'mergeable', values: ['true'], units: 10 }] },
  }),
  closedPositions: route(ledger, 'GET /closed-positions', {
    summary: 'Positions that a user held and holds no more',
    query: portfolio.ClosedPositionsQuery,
    response: { 200: portfolio.ClosedPositions },
    errors: ERRORS_OF_USERS,
    cost: { base: 3, idsPerUnit: 50 },
  }),
  value: route(ledger, 'GET /value', {
    summary: 'Value of a user’s open positions',
    query: portfolio.ValueQuery,
    response: { 200: portfolio.UserValues },
    errors: ERRORS_OF_USERS,
    cost: { base: 2, idsPerUnit: 50 },
  }),
  traded: route(ledger, 'GET /traded', {
    summary: 'Number of markets a user was in',
    query: portfolio.TradedQuery,
    response: { 200: portfolio.Traded },
    errors: ERRORS_OF_USERS,
    cost: { base: 1 },
  }),
  activity: route(ledger, 'GET /activity', {
    summary: 'What a user did: trades, splits, merges, conversions, payouts, deposits and withdrawals',
    query: portfolio.ActivityQuery,
    response: { 200: portfolio.UserActivities },
    errors: ERRORS_OF_USERS,
    cost: {
      base: 2,
      rowsPerUnit: 50,
      offsetPerUnit: 1_000,
      idsPerUnit: 25,
      extra: [{ field: 'sortBy', values: ['TOKENS', 'CASH'], units: 15 }],
    },
  }),
  leaderboard: route(leaderboard, 'GET /leaderboard', {}),
  /** The path that clients of the ecosystem use. */
  leaderboardV1: route(leaderboard, 'GET /v1/leaderboard', {}),
} as const satisfies Record<string, Route>;
