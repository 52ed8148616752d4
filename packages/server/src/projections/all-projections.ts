/** Every projection of the read store, in the order in which they write a batch. */
import { accountsProjection } from './accounts.ts';
import { catalogProjection } from './catalog.ts';
import { ledgerProjection } from './ledger.ts';
import { marketStatsProjection } from './market-stats.ts';
import { ordersProjection } from './orders.ts';
import { positionsProjection } from './positions.ts';
import type { Projection } from './projection.ts';

export const ALL_PROJECTIONS: readonly Projection[] = [
  accountsProjection,
  catalogProjection,
  ordersProjection,
  ledgerProjection,
  positionsProjection,
  marketStatsProjection,
];
