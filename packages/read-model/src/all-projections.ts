/** Every projection of the read store, in the order in which they write a batch. */

import { actsProjection } from './acts/project/acts.ts';
import { askingProjection } from './asking/project/asking.ts';
import { catalogProjection } from './catalog/project/catalog.ts';
import { listingsProjection } from './catalog/project/listings.ts';
import { searchProjection } from './catalog/project/search.ts';
import { accountsProjection } from './community/project/accounts.ts';
import { commentsProjection, notificationDropsProjection, profilesProjection } from './community/project/community.ts';
import { grantsProjection } from './grants/project/grants.ts';
import { builderTradesProjection } from './ledger/project/builder-trades.ts';
import { keyFillsProjection } from './ledger/project/key-fills.ts';
import { ledgerProjection } from './ledger/project/ledger.ts';
import { marketStatsProjection } from './ledger/project/market-stats.ts';
import { newsProjection } from './news/project/news.ts';
import { marketTermsProjection } from './orders/project/market-terms.ts';
import { ordersProjection } from './orders/project/orders.ts';
import { relayerProjection } from './orders/project/relayer.ts';
import { portfolioProjection } from './portfolio/project/portfolio.ts';
import { positionsProjection } from './portfolio/project/positions.ts';
import { priceHistoryProjection } from './prices/project/price-history.ts';
import type { Projection } from './projection.ts';
import { scoresProjection } from './scores/project/scores.ts';

export const ALL_PROJECTIONS: readonly Projection[] = [
  accountsProjection,
  catalogProjection,
  ordersProjection,
  marketTermsProjection,
  ledgerProjection,
  positionsProjection,
  marketStatsProjection,
  portfolioProjection,
  builderTradesProjection,
  listingsProjection,
  searchProjection,
  profilesProjection,
  commentsProjection,
  notificationDropsProjection,
  askingProjection,
  grantsProjection,
  actsProjection,
  priceHistoryProjection,
  relayerProjection,
  keyFillsProjection,
  scoresProjection,
  newsProjection,
];
