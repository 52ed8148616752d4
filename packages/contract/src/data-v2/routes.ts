/** Routes of the second data interface: wallets and feeds. */
import type { Route } from '../routes/route.ts';
import { bothSpellings, DATA_V2_ROUTE } from './common.ts';
import { DataV2Activities, DataV2ActivityQuery, DataV2Trades, DataV2TradesQuery } from './feeds.ts';

export const DATA_V2_WALLET_ROUTES = {
  dataV2Trades: {
    ...DATA_V2_ROUTE,
    path: '/v2/trades',
    summary: 'Fills, newest first',
    ...bothSpellings(DataV2TradesQuery),
    response: { 200: DataV2Trades },
    errors: [...DATA_V2_ROUTE.errors, 'ip_not_allowlisted'],
    cost: { base: 3, rowsPerUnit: 50 },
  },
  dataV2Activity: {
    ...DATA_V2_ROUTE,
    path: '/v2/activity',
    summary: 'What a user did: trades, splits, merges, conversions, payouts, deposits and withdrawals',
    ...bothSpellings(DataV2ActivityQuery),
    response: { 200: DataV2Activities },
    cost: { base: 2, rowsPerUnit: 50 },
  },
} as const satisfies Record<string, Route>;
