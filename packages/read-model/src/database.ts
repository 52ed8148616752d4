/**
 * Tables of the read store as queries see them, one type per area. Amounts are
 * integer micros, and ids are the engine's dense indexes unless a name says otherwise.
 */

import type { Kysely } from 'kysely';
import type { ActTables } from './acts/tables.ts';
import type { AskingTables } from './asking/tables.ts';
import type { ListingTables } from './catalog/listing-tables.ts';
import type { SearchTables } from './catalog/search-tables.ts';
import type { CatalogTables } from './catalog/tables.ts';
import type { CommunityTables } from './community/tables.ts';
import type { GrantTables } from './grants/tables.ts';
import type { KeyFillTables } from './ledger/key-fills-tables.ts';
import type { LedgerTables } from './ledger/tables.ts';
import type { NewsTables } from './news/tables.ts';
import type { RelayerTables } from './orders/relayer-tables.ts';
import type { OrderTables } from './orders/tables.ts';
import type { PortfolioTables } from './portfolio/tables.ts';
import type { PriceHistoryTables } from './prices/tables.ts';
import type { ScoreTables } from './scores/tables.ts';

export interface CursorRow {
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
    PortfolioTables,
    RelayerTables,
    KeyFillTables,
    AskingTables,
    GrantTables,
    ActTables,
    ScoreTables,
    NewsTables {
  readonly projection_cursors: CursorRow;
}

export type ReadStore = Kysely<Database>;
