/** Routes of the second data interface: markets, boards and the service itself. */
import { type Route, route } from '../routes/route.ts';
import * as boards from './boards.ts';
import { bothSpellings, DATA_V2_ROUTE } from './common.ts';
import * as markets from './markets.ts';
import { DataV2StatusAnswer, DataV2StatusQuery } from './service.ts';

const liveVolume = bothSpellings(markets.DataV2LiveVolumeQuery);

export const DATA_V2_MARKET_ROUTES = {
  dataV2Holders: route(DATA_V2_ROUTE, 'GET /v2/holders', {
    summary: 'Largest holders of each token of the given markets',
    ...bothSpellings(markets.DataV2HoldersQuery),
    response: { 200: markets.DataV2HolderGroups },
    errors: [...DATA_V2_ROUTE.errors, 'ip_not_allowlisted'],
    cost: { base: 2, idsPerUnit: 0.2, rowsPerUnit: 500, rowsAreOfEachMarket: true },
  }),
  dataV2OpenInterest: route(DATA_V2_ROUTE, 'GET /v2/oi', {
    summary: 'Open interest: collateral locked under outstanding pairs, by market or of the whole venue',
    ...bothSpellings(markets.DataV2OpenInterestQuery),
    response: { 200: markets.DataV2OpenInterests },
    cost: { base: 5 },
  }),
  dataV2LiveVolume: route(DATA_V2_ROUTE, 'GET /v2/live-volume', {
    summary: 'Shares matched in the markets of the given events',
    ...liveVolume,
    queryAliases: { ...liveVolume.queryAliases, id: 'event_id' },
    response: { 200: markets.DataV2LiveVolumes },
    cost: { base: 5 },
  }),
  dataV2PricesHistory: route(DATA_V2_ROUTE, 'GET /v2/prices-history', {
    summary: 'How the price of a token moved, or its price at one moment',
    ...bothSpellings(markets.DataV2PricesQuery),
    response: { 200: markets.DataV2PricePoints },
    caps: ['trading', 'history', 'work'],
    cost: { base: 1, rowsPerUnit: 2_000 },
  }),
  dataV2Resolutions: route(DATA_V2_ROUTE, 'GET /v2/resolutions', {
    summary: 'Results of markets, by question, market or event',
    ...bothSpellings(markets.DataV2ResolutionsQuery),
    response: { 200: markets.DataV2Resolutions },
    cost: { base: 2 },
  }),
  dataV2Leaderboard: route(DATA_V2_ROUTE, 'GET /v2/leaderboard', {
    summary: 'Wallets by realised profit or by shares traded, or the ranks of one',
    ...bothSpellings(boards.DataV2LeaderboardQuery),
    response: { 200: boards.DataV2Leaders },
    cost: { base: 3, rowsPerUnit: 100 },
  }),
  dataV2BiggestWinners: route(DATA_V2_ROUTE, 'GET /v2/biggest-winners', {
    summary: 'Positions that were paid out with the largest gain',
    ...bothSpellings(boards.DataV2WinnersQuery),
    response: { 200: boards.DataV2Wins },
    cost: { base: 5, rowsPerUnit: 100 },
  }),
  dataV2Status: route(DATA_V2_ROUTE, 'GET /v2/status', {
    summary: 'How far the rows of reads follow the journal',
    ...bothSpellings(DataV2StatusQuery),
    response: { 200: DataV2StatusAnswer },
    cost: { base: 1 },
  }),
} as const satisfies Record<string, Route>;
