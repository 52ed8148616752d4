/**
 * Tables of the read store as queries see them, one interface per area. Row types name every column. Amounts are
 * integer micros, and ids are the engine's dense indexes unless a name says otherwise. Projections own the SQL that
 * creates the tables.
 */
import type { CatalogTables } from '../schema/catalog-tables.ts';
import type { CommunityTables } from '../schema/community-tables.ts';
import type { LedgerTables } from '../schema/ledger-tables.ts';
import type { ListingTables } from '../schema/listing-tables.ts';
import type { OrderTables } from '../schema/orders-tables.ts';
import type { PortfolioTables } from '../schema/portfolio-tables.ts';
import type { PriceHistoryTables } from '../schema/price-history-tables.ts';
import type { QueueTables } from '../schema/queue-tables.ts';
import type { RelayerTables } from '../schema/relayer-tables.ts';
import type { SearchTables } from '../schema/search-tables.ts';

export interface CursorRow {
  /** Name of the projection. */
  readonly name: string;
  readonly version: number;
  /** Sequence of the last entry written; 0 before the first. */
  readonly sequence: number;
  /** Chain value of that entry, 64 hex digits. */
  readonly hash: string;
}

export interface Database
  extends CommunityTables,
    LedgerTables,
    OrderTables,
    CatalogTables,
    ListingTables,
    SearchTables,
    PriceHistoryTables,
    QueueTables,
    PortfolioTables,
    RelayerTables {
  readonly projection_cursors: CursorRow;
}
