/** All named reads. */
import { actsRead } from './acts/answer/acts.ts';
import { suggestionRead, suggestionsRead } from './asking/answer/suggestions.ts';
import {
  compactMarketRead,
  liveActivityRead,
  samplingMarketsRead,
  samplingSimplifiedRead,
  simplifiedMarketsRead,
} from './catalog/answer/client-markets.ts';
import { eventByIdRead, eventBySlugRead, eventsRead, operatorEventsRead } from './catalog/answer/events.ts';
import { eventsKeysetRead, marketsKeysetRead } from './catalog/answer/keyset.ts';
import {
  catalogMarketRead,
  marketRead,
  marketsPageRead,
  marketsRead,
  patchedMarketRead,
} from './catalog/answer/markets.ts';
import { newEventsRead, newResultsRead } from './catalog/answer/news.ts';
import { publicSearchRead } from './catalog/answer/public-search.ts';
import {
  eventTagsRead,
  marketTagsRead,
  seriesByIdRead,
  seriesRead,
  tagByIdRead,
  tagBySlugRead,
  tagsRead,
} from './catalog/answer/tags.ts';
import { eventTextsRead, keptTextRead } from './catalog/answer/texts.ts';
import { withTokenIds } from './catalog/answer/token-ids.ts';
import {
  commentRead,
  commentRepliesRead,
  commentsKeysetRead,
  commentsRead,
  moderationRead,
  userCommentsRead,
  usesOfTextsRead,
} from './community/answer/comments.ts';
import { discussionRead } from './community/answer/discussion.ts';
import { moderatorsRead, profileRead, publicProfileRead } from './community/answer/profiles.ts';
import { dataV2BiggestWinnersRead, dataV2LeaderboardRead } from './data-v2/answer/boards.ts';
import { dataV2ActivityRead, dataV2TradesRead } from './data-v2/answer/feeds.ts';
import { dataV2HoldersRead } from './data-v2/answer/holders.ts';
import { dataV2LiveVolumeRead } from './data-v2/answer/live-volume.ts';
import { dataV2PositionsRead } from './data-v2/answer/positions.ts';
import { dataV2PricesHistoryRead } from './data-v2/answer/prices-history.ts';
import { dataV2ResolutionsRead } from './data-v2/answer/resolutions.ts';
import { dataV2StatusRead } from './data-v2/answer/service-status.ts';
import { dataV2PnlRead, dataV2StatsRead, dataV2ValueRead, dataV2VolumeRead } from './data-v2/answer/wallets.ts';
import { digestNewsRead } from './digest/answer/news.ts';
import { digestOwnRead } from './digest/answer/own.ts';
import { momentRead } from './exports/answer/moment.ts';
import { grantsRead } from './grants/answer/grants.ts';
import { activityRead } from './ledger/answer/activity.ts';
import { builderTradesRead, clientBuilderTradesRead } from './ledger/answer/builder-trades.ts';
import { holdersRead, liveVolumeRead } from './ledger/answer/holders.ts';
import { notificationsRead } from './ledger/answer/notifications.ts';
import { ownTradesRead } from './ledger/answer/own-trades.ts';
import { fillsRead, tradeFactsRead, tradesRead } from './ledger/answer/trades.ts';
import { newsSinceRead } from './news/answer/news.ts';
import { explainOrderRead } from './orders/answer/explanation.ts';
import { orderRead, ownOrdersRead } from './orders/answer/orders.ts';
import {
  negRiskQuestionsRead,
  relayedOfBuilderRead,
  relayedOutcomeRead,
  relayedRead,
} from './orders/answer/relayer.ts';
import { closedPositionsRead, tradedRead } from './portfolio/answer/closed-positions.ts';
import { leaderboardRead } from './portfolio/answer/leaderboard.ts';
import { marketPositionsRead } from './portfolio/answer/market-positions.ts';
import { positionsRead, valueRead } from './portfolio/answer/positions.ts';
import { recentVolumeRead } from './portfolio/answer/recent-volume.ts';
import { batchPricesHistoryRead, pricesHistoryRead } from './prices/answer/prices-history.ts';
import type { Read } from './read.ts';
import { calibrationRead } from './scores/answer/calibration.ts';
import { eventScoresRead } from './scores/answer/event-scores.ts';

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
  calibrationRead,
  eventScoresRead,
  dataV2PositionsRead,
  dataV2ValueRead,
  dataV2VolumeRead,
  dataV2PnlRead,
  dataV2StatsRead,
  dataV2TradesRead,
  dataV2ActivityRead,
  dataV2HoldersRead,
  dataV2LiveVolumeRead,
  dataV2PricesHistoryRead,
  dataV2ResolutionsRead,
  dataV2LeaderboardRead,
  dataV2BiggestWinnersRead,
  dataV2StatusRead,
  recentVolumeRead,
  digestNewsRead,
  digestOwnRead,
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
  commentsKeysetRead,
  usesOfTextsRead,
  moderationRead,
  operatorEventsRead,
  discussionRead,
  publicProfileRead,
  profileRead,
  moderatorsRead,
  suggestionRead,
  suggestionsRead,
  grantsRead,
  actsRead,
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
  momentRead,
  newEventsRead,
  newResultsRead,
  newsSinceRead,
];

export function createReads(): ReadonlyMap<string, NamedRead> {
  return new Map(READS.map((read) => [read.name, read]));
}
