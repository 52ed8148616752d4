/**
 * Access rights, route by route: a client without credentials, Alice on her own objects, Bob on Alice's, a moderator,
 * and the operator's token. The statuses are written by hand from the documents. Each row acts on an object that Alice
 * has just created. A route without a row does not compile, and fails the test.
 */
import type { RouteName } from '@bellwether/contract';
import { open, type Row, rowsOf } from './rights.ts';
import { COMMUNITY_ROWS, OPERATOR_ROWS } from './rights-rows-operator.ts';
import { KEY_ROWS, RELAYER_ROWS, TRADING_ROWS } from './rights-rows-trading.ts';

export const ROWS: Readonly<Record<RouteName, Row>> = {
  ...rowsOf(open(), 'health', 'ok', 'status', 'time', 'venue', 'orderVersion', 'metrics', 'openApi', 'docs'),
  ...rowsOf(
    open(),
    'markets',
    'marketsKeyset',
    'events',
    'eventsKeyset',
    'series',
    'tags',
    'comments',
    'commentsKeyset',
  ),
  ...rowsOf(open(), 'simplifiedMarkets', 'samplingMarkets', 'samplingSimplifiedMarkets', 'rewardsMarkets'),
  ...rowsOf(open(), 'rewardedMarkets', 'buildersLeaderboard', 'buildersVolume'),
  ...rowsOf(open(), 'builderTrades', 'leaderboard', 'leaderboardV1', 'openInterest'),
  ...rowsOf(open(), 'dataV2OpenInterest', 'dataV2Leaderboard', 'dataV2BiggestWinners', 'dataV2Status'),
  ...rowsOf(open(), 'dataV2BuildersLeaderboard', 'dataV2BuildersVolume'),
  ...rowsOf(
    open(({ market }) => `?condition=${market.conditionId}`),
    ...(['dataV2Holders', 'dataV2Resolutions'] as const),
  ),
  dataV2LiveVolume: open(({ market }) => `?event_id=${market.eventId}`),
  dataV2PricesHistory: open(({ market }) => `?token_id=${market.yes}&interval=1d`),
  ...rowsOf(open(), 'sports', 'sportsMarketTypes', 'teams', 'clarifications'),
  ...rowsOf(open(), 'tickSizeOf', 'negRiskOf', 'feeRateOf', 'market', 'marketTags', 'marketByToken'),
  ...rowsOf(open(), 'compactMarket', 'liveActivity', 'rewardsOfMarket'),
  ...rowsOf(
    open(({ market }) => `?token_id=${market.yes}`),
    ...(['book', 'midpoint', 'spread', 'lastTradePrice', 'tickSize', 'negRisk', 'feeRate'] as const),
  ),
  ...rowsOf(
    open(undefined, ({ market }) => [{ token_id: market.yes }]),
    ...(['books', 'prices', 'midpoints', 'spreads', 'lastTradePrices'] as const),
  ),
  ...rowsOf(
    open(({ market }) => `?market=${market.conditionId}`),
    ...(['holders', 'liveVolume', 'marketPositions'] as const),
  ),
  ...rowsOf(
    open(({ alice }) => `?user=${alice.address}`),
    ...(['trades', 'positions', 'closedPositions', 'value', 'traded', 'activity'] as const),
    ...(['dataV2Positions', 'dataV2Trades', 'dataV2Activity', 'dataV2Value', 'dataV2UserStats'] as const),
    ...(['dataV2UserVolume', 'dataV2UserPnl', 'dataV2Approvals'] as const),
    ...(['dataV2ComboPositions', 'dataV2ComboActivity', 'comboPositions', 'comboActivity'] as const),
  ),
  price: open(({ market }) => `?token_id=${market.yes}&side=BUY`),
  history: open(({ market }) => `?market=${market.yes}&interval=1d`),
  batchHistory: open(undefined, ({ market }) => ({ markets: [market.yes], interval: '1d' })),
  eventBySlug: open(() => '/events/slug/rights'),
  marketBySlug: open(() => '/markets/slug/rights'),
  eventTags: open(({ market }) => `/events/${market.eventId}/tags`),
  eventById: open(({ market }) => `/events/${market.eventId}`),
  seriesById: open(({ seriesId }) => `/series/${seriesId}`),
  tagById: open(({ tagId }) => `/tags/${tagId}`),
  tagBySlug: open(() => '/tags/slug/rights'),
  relatedTags: open(({ tagId }) => `/tags/${tagId}/related-tags`),
  relatedTagsBySlug: open(() => '/tags/slug/rights/related-tags'),
  tagsRelated: open(({ tagId }) => `/tags/${tagId}/related-tags/tags`),
  tagsRelatedBySlug: open(() => '/tags/slug/rights/related-tags/tags'),
  publicSearch: open(() => '?q=rights'),
  commentsOfUser: open(({ alice }) => `/comments/user_address/${alice.address}`),
  commentReplies: open(() => '/comments/1'),
  publicProfile: open(({ alice }) => `?address=${alice.address}`),
  rebates: open(({ alice }) => `?date=2026-07-01&maker_address=${alice.address}`),
  builderFees: open(() => `/fees/builder-fees/0x${'1'.repeat(64)}`),
  docsAsset: open(() => '/docs/docs.css'),
  ...TRADING_ROWS,
  ...KEY_ROWS,
  ...COMMUNITY_ROWS,
  ...OPERATOR_ROWS,
  ...RELAYER_ROWS,
};
