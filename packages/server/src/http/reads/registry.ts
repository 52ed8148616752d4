/** Every named read with the contract's schema of its answer. */
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
import { activityRead } from './activity.ts';
import { builderTradesRead, clientBuilderTradesRead } from './builder-trades.ts';
import {
  compactMarketRead,
  liveActivityRead,
  samplingMarketsRead,
  samplingSimplifiedRead,
  simplifiedMarketsRead,
} from './client-markets.ts';
import { closedPositionsRead, tradedRead } from './closed-positions.ts';
import { commentRead, commentRepliesRead, commentsRead, moderationRead, userCommentsRead } from './comments.ts';
import { discussionRead } from './discussion.ts';
import { eventByIdRead, eventBySlugRead } from './event.ts';
import { eventTextsRead } from './event-texts.ts';
import { eventsRead } from './events.ts';
import { fillsRead } from './fills.ts';
import { holdersRead, liveVolumeRead } from './holders.ts';
import { keptTextRead } from './kept-text.ts';
import { eventsKeysetRead, marketsKeysetRead } from './keyset.ts';
import { leaderboardRead } from './leaderboard.ts';
import { catalogMarketRead, marketRead, patchedMarketRead } from './market.ts';
import { marketPositionsRead } from './market-positions.ts';
import { marketsRead } from './markets.ts';
import { marketsPageRead } from './markets-page.ts';
import { notificationsRead } from './notifications.ts';
import { operatorEventsRead } from './operator-events.ts';
import { orderRead } from './order.ts';
import { ownOrdersRead } from './own-orders.ts';
import { ownTradesRead } from './own-trades.ts';
import { positionsRead, valueRead } from './positions.ts';
import { batchPricesHistoryRead, pricesHistoryRead } from './prices-history.ts';
import { moderatorsRead, profileRead, publicProfileRead } from './profiles.ts';
import { publicSearchRead } from './public-search.ts';
import type { Read } from './read.ts';
import { negRiskQuestionsRead, relayedOfBuilderRead, relayedOutcomeRead, relayedRead } from './relayer.ts';
import { seriesByIdRead, seriesRead } from './series.ts';
import { eventTagsRead, marketTagsRead, tagByIdRead, tagBySlugRead, tagsRead } from './tags.ts';
import { withTokenIds } from './token-ids.ts';
import { tradeFactsRead } from './trade-facts.ts';
import { tradesRead } from './trades.ts';

/** A read whose parameters arrive as plain data from another thread: the route that asked has checked them. */
export type NamedRead = Read<unknown, unknown>;

/** Makes all reads, by name. Serialisers are compiled when first used. */
export function createReads(): ReadonlyMap<string, NamedRead> {
  const reads: readonly NamedRead[] = [
    withTokenIds(tradesRead(TradeFills)),
    orderRead(SingleOrder),
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
