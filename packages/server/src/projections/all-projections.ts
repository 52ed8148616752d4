/** Every projection of the read store, in the order in which they write a batch. */

import { catalogProjection } from './catalog/catalog.ts';
import { searchProjection } from './catalog/search.ts';
import { accountsProjection } from './community/accounts.ts';
import { commentsProjection } from './community/comments.ts';
import { notificationDropsProjection } from './community/notification-drops.ts';
import { profilesProjection } from './community/profiles.ts';
import { builderTradesProjection } from './ledger/builder-trades.ts';
import { ledgerProjection } from './ledger/ledger.ts';
import { marketStatsProjection } from './ledger/market-stats.ts';
import { listingsProjection } from './listings/listings.ts';
import { ordersProjection } from './orders/orders.ts';
import { queuesProjection } from './orders/queues.ts';
import { relayerProjection } from './orders/relayer.ts';
import { portfolioProjection } from './portfolio/portfolio.ts';
import { positionsProjection } from './portfolio/positions.ts';
import { priceHistoryProjection } from './prices/price-history.ts';
import type { Projection } from './projection.ts';

export const ALL_PROJECTIONS: readonly Projection[] = [
  accountsProjection,
  catalogProjection,
  ordersProjection,
  queuesProjection,
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
  priceHistoryProjection,
  relayerProjection,
];
