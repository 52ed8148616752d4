/** All named reads. */
import {
  compactMarketRead,
  liveActivityRead,
  samplingMarketsRead,
  samplingSimplifiedRead,
  simplifiedMarketsRead,
} from './catalog/client-markets.ts';
import { eventByIdRead, eventBySlugRead, eventsRead, operatorEventsRead } from './catalog/events.ts';
import { eventsKeysetRead, marketsKeysetRead } from './catalog/keyset.ts';
import { catalogMarketRead, marketRead, marketsPageRead, marketsRead, patchedMarketRead } from './catalog/markets.ts';
import { publicSearchRead } from './catalog/public-search.ts';
import {
  eventTagsRead,
  marketTagsRead,
  seriesByIdRead,
  seriesRead,
  tagByIdRead,
  tagBySlugRead,
  tagsRead,
} from './catalog/tags.ts';
import { eventTextsRead, keptTextRead } from './catalog/texts.ts';
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
import { holdersRead, liveVolumeRead } from './ledger/holders.ts';
import { notificationsRead } from './ledger/notifications.ts';
import { ownTradesRead } from './ledger/own-trades.ts';
import { fillsRead, tradeFactsRead, tradesRead } from './ledger/trades.ts';
import { explainOrderRead } from './orders/explanation.ts';
import { orderRead, ownOrdersRead } from './orders/orders.ts';
import { closedPositionsRead, tradedRead } from './portfolio/closed-positions.ts';
import { leaderboardRead } from './portfolio/leaderboard.ts';
import { marketPositionsRead } from './portfolio/market-positions.ts';
import { positionsRead, valueRead } from './portfolio/positions.ts';
import { batchPricesHistoryRead, pricesHistoryRead } from './prices/prices-history.ts';
import type { Read } from './read.ts';
import { negRiskQuestionsRead, relayedOfBuilderRead, relayedOutcomeRead, relayedRead } from './relayer.ts';

/** A read whose parameters arrive as plain data from another thread, already checked by the route. */
export type NamedRead = Read<unknown, unknown>;

const READS: readonly NamedRead[] = [
  withTokenIds(tradesRead),
  orderRead,
  explainOrderRead(),
  tradeFactsRead,
  eventTextsRead,
  fillsRead,
  keptTextRead,
  relayedRead,
  relayedOutcomeRead,
  relayedOfBuilderRead,
  negRiskQuestionsRead,
  withTokenIds(holdersRead),
  liveVolumeRead,
  builderTradesRead,
  withTokenIds(positionsRead),
  withTokenIds(marketPositionsRead),
  withTokenIds(closedPositionsRead),
  valueRead,
  tradedRead,
  withTokenIds(activityRead),
  leaderboardRead,
  marketsRead,
  marketsPageRead,
  marketRead,
  patchedMarketRead,
  catalogMarketRead,
  eventByIdRead,
  eventBySlugRead,
  tagsRead,
  tagByIdRead,
  tagBySlugRead,
  eventTagsRead,
  marketTagsRead,
  eventsRead,
  marketsKeysetRead,
  eventsKeysetRead,
  seriesRead,
  seriesByIdRead,
  publicSearchRead,
  commentRead,
  commentRepliesRead,
  userCommentsRead,
  commentsRead,
  moderationRead,
  operatorEventsRead,
  discussionRead,
  publicProfileRead,
  profileRead,
  moderatorsRead,
  pricesHistoryRead,
  batchPricesHistoryRead,
  ownOrdersRead,
  ownTradesRead,
  notificationsRead,
  clientBuilderTradesRead,
  simplifiedMarketsRead,
  samplingMarketsRead,
  samplingSimplifiedRead,
  compactMarketRead,
  liveActivityRead,
];

/** All reads, by name. */
export function createReads(): ReadonlyMap<string, NamedRead> {
  return new Map(READS.map((read) => [read.name, read]));
}
