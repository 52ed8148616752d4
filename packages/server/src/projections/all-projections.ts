/** Every projection of the read store, in the order in which they write a batch. */
import { accountsProjection } from './accounts.ts';
import { builderTradesProjection } from './builder-trades.ts';
import { catalogProjection } from './catalog.ts';
import { commentsProjection } from './comments.ts';
import { ledgerProjection } from './ledger.ts';
import { listingsProjection } from './listings.ts';
import { marketStatsProjection } from './market-stats.ts';
import { ordersProjection } from './orders.ts';
import { portfolioProjection } from './portfolio.ts';
import { positionsProjection } from './positions.ts';
import { priceHistoryProjection } from './price-history.ts';
import { profilesProjection } from './profiles.ts';
import type { Projection } from './projection.ts';
import { relayerProjection } from './relayer.ts';
import { searchProjection } from './search.ts';

export const ALL_PROJECTIONS: readonly Projection[] = [
  accountsProjection,
  catalogProjection,
  ordersProjection,
  ledgerProjection,
  positionsProjection,
  marketStatsProjection,
  portfolioProjection,
  builderTradesProjection,
  listingsProjection,
  searchProjection,
  profilesProjection,
  commentsProjection,
  priceHistoryProjection,
  relayerProjection,
];
