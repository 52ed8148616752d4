/** Routes of the second data interface: wallets and feeds. */
import { type Route, route } from '../routes/route.ts';
import { MARKET_POSITIONS_RANKED } from '../schemas/unified.ts';
import { bothSpellings, DATA_V2_ROUTE } from './common.ts';
import { DataV2Activities, DataV2ActivityQuery, DataV2Trades, DataV2TradesQuery } from './feeds.ts';
import { DataV2Positions, DataV2PositionsQuery } from './positions.ts';
import * as wallets from './wallets.ts';

export const DATA_V2_WALLET_ROUTES = {
  dataV2Positions: route(DATA_V2_ROUTE, 'GET /v2/positions', {
    summary: `Positions of a user, or the ${MARKET_POSITIONS_RANKED} largest of each outcome of a market, with cost and profit`,
    ...bothSpellings(DataV2PositionsQuery),
    response: { 200: DataV2Positions },
    cost: { base: 10, rowsPerUnit: 25, extra: [{ field: 'condition', values: null, units: 60, unless: 'user' }] },
  }),
  dataV2Trades: route(DATA_V2_ROUTE, 'GET /v2/trades', {
    summary: 'Fills, newest first',
    ...bothSpellings(DataV2TradesQuery),
    response: { 200: DataV2Trades },
    errors: [...DATA_V2_ROUTE.errors, 'ip_not_allowlisted'],
    cost: { base: 3, rowsPerUnit: 50 },
  }),
  dataV2Activity: route(DATA_V2_ROUTE, 'GET /v2/activity', {
    summary: 'What a user did: trades, splits, merges, conversions, payouts, deposits and withdrawals',
    ...bothSpellings(DataV2ActivityQuery),
    response: { 200: DataV2Activities },
    cost: { base: 2, rowsPerUnit: 50 },
  }),
  dataV2Value: route(DATA_V2_ROUTE, 'GET /v2/value', {
    summary: 'Value of a user’s open positions',
    ...bothSpellings(wallets.DataV2ValueQuery),
    response: { 200: wallets.DataV2Value },
    cost: { base: 2 },
  }),
  dataV2UserStats: route(DATA_V2_ROUTE, 'GET /v2/user-stats', {
    summary: 'Figures of a user’s whole time at the venue; null if it has no account',
    ...bothSpellings(wallets.DataV2UserQuery),
    response: { 200: wallets.DataV2Stats },
    cost: { base: 5 },
  }),
  dataV2UserVolume: route(DATA_V2_ROUTE, 'GET /v2/user-volume', {
    summary: 'What a user traded on the days of a window',
    ...bothSpellings(wallets.DataV2VolumeQuery),
    response: { 200: wallets.DataV2Volume },
    cost: { base: 2 },
  }),
  dataV2UserPnl: route(DATA_V2_ROUTE, 'GET /v2/user-pnl', {
    summary: 'Profit of a user over time',
    ...bothSpellings(wallets.DataV2PnlQuery),
    queryAliases: { user_address: 'user', userAddress: 'user' },
    response: { 200: wallets.DataV2Pnl },
    cost: { base: 5, extra: [{ field: 'interval', values: ['max', 'all'], units: 10 }] },
  }),
  dataV2Approvals: route(DATA_V2_ROUTE, 'GET /v2/approvals', {
    summary: 'Approvals that clients expect of a wallet elsewhere: here all are given',
    since: 'approvals',
    ...bothSpellings(wallets.DataV2UserQuery),
    response: { 200: wallets.DataV2Approvals },
    cost: { base: 1 },
  }),
} as const satisfies Record<string, Route>;
