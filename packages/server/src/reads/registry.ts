/** All named reads with the contract's schemas of their answers. */
import {
  AdminEvents,
  BuilderTrades,
  CatalogMarket,
  CatalogMarkets,
  ClientBuilderTrades,
  ClosedPositions,
  Comment,
  Comments,
  CompactMarket,
  Event,
  Events,
  HistoryPoints,
  HolderGroups,
  Leaders,
  LiveActivity,
  LiveVolumes,
  MarketDetail,
  MarketListingPage,
  MarketPositionGroups,
  Moderators,
  Notifications,
  OrderExplanation,
  OwnOrders,
  OwnTrades,
  PatchedMarket,
  Profile,
  PublicProfile,
  RelayedOutcome,
  RelayedTransactions,
  SamplingMarkets,
  SearchAnswer,
  Series,
  SeriesList,
  SimplifiedMarkets,
  SingleOrder,
  Tag,
  Tags,
  Traded,
  TradeFills,
  UserActivities,
  UserPositions,
  UserValues,
} from '@bellwether/contract';
import {
  compactMarketRead,
  liveActivityRead,
  samplingMarketsRead,
  samplingSimplifiedRead,
  simplifiedMarketsRead,
} from './catalog/client-markets.ts';
import { eventByIdRead, eventBySlugRead } from './catalog/event.ts';
import { eventTextsRead } from './catalog/event-texts.ts';
import { eventsRead } from './catalog/events.ts';
import { keptTextRead } from './catalog/kept-text.ts';
import { eventsKeysetRead, marketsKeysetRead } from './catalog/keyset.ts';
import { catalogMarketRead, marketRead, patchedMarketRead } from './catalog/market.ts';
import { marketsRead } from './catalog/markets.ts';
import { marketsPageRead } from './catalog/markets-page.ts';
import { operatorEventsRead } from './catalog/operator-events.ts';
import { publicSearchRead } from './catalog/public-search.ts';
import { seriesByIdRead, seriesRead } from './catalog/series.ts';
import { eventTagsRead, marketTagsRead, tagByIdRead, tagBySlugRead, tagsRead } from './catalog/tags.ts';
import { withTokenIds } from './catalog/token-ids.ts';
import {
  commentRead,
  commentRepliesRead,
  commentsRead,
  moderationRead,
  userCommentsRead,
} from './community/comments.ts';
import { discussionRead } from './community/discussion.ts';
import { moderatorsRead, profileRead, publicProfileRead } from './community/profiles.ts';
import { activityRead } from './ledger/activity.ts';
import { builderTradesRead, clientBuilderTradesRead } from './ledger/builder-trades.ts';
import { fillsRead } from './ledger/fills.ts';
import { holdersRead, liveVolumeRead } from './ledger/holders.ts';
import { notificationsRead } from './ledger/notifications.ts';
import { ownTradesRead } from './ledger/own-trades.ts';
import { tradeFactsRead } from './ledger/trade-facts.ts';
import { tradesRead } from './ledger/trades.ts';
import { explainOrderRead } from './orders/explanation.ts';
import { orderRead } from './orders/order.ts';
import { ownOrdersRead } from './orders/own-orders.ts';
import { closedPositionsRead, tradedRead } from './portfolio/closed-positions.ts';
import { leaderboardRead } from './portfolio/leaderboard.ts';
import { marketPositionsRead } from './portfolio/market-positions.ts';
import { positionsRead, valueRead } from './portfolio/positions.ts';
import { batchPricesHistoryRead, pricesHistoryRead } from './prices/prices-history.ts';
import type { Read } from './read.ts';
import { negRiskQuestionsRead, relayedOfBuilderRead, relayedOutcomeRead, relayedRead } from './relayer.ts';

/** A read whose parameters arrive as plain data from another thread, already checked by the route. */
export type NamedRead = Read<unknown, unknown>;

/** Creates all reads, by name. Serialisers are compiled on first use. */
export function createReads(): ReadonlyMap<string, NamedRead> {
  const reads: readonly NamedRead[] = [
    withTokenIds(tradesRead(TradeFills)),
    orderRead(SingleOrder),
    explainOrderRead(OrderExplanation),
    tradeFactsRead(),
    eventTextsRead(),
    fillsRead(),
    keptTextRead(),
    relayedRead(RelayedTransactions),
    relayedOutcomeRead(RelayedOutcome),
    relayedOfBuilderRead(RelayedTransactions),
    negRiskQuestionsRead(),
    withTokenIds(holdersRead(HolderGroups)),
    liveVolumeRead(LiveVolumes),
    builderTradesRead(BuilderTrades),
    withTokenIds(positionsRead(UserPositions)),
    withTokenIds(marketPositionsRead(MarketPositionGroups)),
    withTokenIds(closedPositionsRead(ClosedPositions)),
    valueRead(UserValues),
    tradedRead(Traded),
    withTokenIds(activityRead(UserActivities)),
    leaderboardRead(Leaders),
    marketsRead(CatalogMarkets),
    marketsPageRead(MarketListingPage),
    marketRead(MarketDetail),
    patchedMarketRead(PatchedMarket),
    catalogMarketRead(CatalogMarket),
    eventByIdRead(Event),
    eventBySlugRead(Event),
    tagsRead(Tags),
    tagByIdRead(Tag),
    tagBySlugRead(Tag),
    eventTagsRead(Tags),
    marketTagsRead(Tags),
    eventsRead(Events),
    marketsKeysetRead(),
    eventsKeysetRead(),
    seriesRead(SeriesList),
    seriesByIdRead(Series),
    publicSearchRead(SearchAnswer),
    commentRead(Comment),
    commentRepliesRead(Comments),
    userCommentsRead(Comments),
    commentsRead(Comments),
    moderationRead(Comments),
    operatorEventsRead(AdminEvents),
    discussionRead(),
    publicProfileRead(PublicProfile),
    profileRead(Profile),
    moderatorsRead(Moderators),
    pricesHistoryRead(HistoryPoints),
    batchPricesHistoryRead(HistoryPoints),
    ownOrdersRead(OwnOrders),
    ownTradesRead(OwnTrades),
    notificationsRead(Notifications),
    clientBuilderTradesRead(ClientBuilderTrades),
    simplifiedMarketsRead(SimplifiedMarkets),
    samplingMarketsRead(SamplingMarkets),
    samplingSimplifiedRead(SimplifiedMarkets),
    compactMarketRead(CompactMarket),
    liveActivityRead(LiveActivity),
  ];
  return new Map(reads.map((read) => [read.name, read]));
}
