/**
 * Projection of the listings: sort and filter columns of lists of markets, events and tags, in narrow rows with an
 * index for each order. It also updates without entries: the volume of the day falls as hours pass.
 */

import type { Projection } from '../../projection.ts';
import { Statements } from '../../statements.ts';
import { createTables } from '../../table.ts';
import { LISTING_TABLES } from '../listing-tables.ts';
import { ListingCatalog } from './listing-catalog.ts';
import { hourOf, ListingFigures } from './listing-figures.ts';

const SORTS = [
  'slug',
  'start_us',
  'end_us',
  'created_us',
  'updated_us',
  'closed_us',
  'volume_micros',
  'volume_24hr_micros',
  'liquidity_micros',
];
const MARKET_SORTS = ['question', ...SORTS, 'best_bid_ticks', 'best_ask_ticks', 'last_price_ticks'];

/**
 * Every sort column has an index that begins with the class and ends with the public id, which breaks ties, and the
 * mask, so that most rows outside a scope are skipped without leaving the index.
 */
const sortIndexes = (table: string, columns: readonly string[]): string =>
  columns.map((column) => `CREATE INDEX ${table}_by_${column} ON ${table} (class, ${column}, id, mask);`).join('\n  ');

const SCHEMA = `
  ${createTables(LISTING_TABLES)}
  CREATE INDEX market_scopes_by_market ON market_scopes (market, scope);
  CREATE INDEX event_scopes_by_event ON event_scopes (id, scope);
  CREATE INDEX tag_listing_by_everywhere ON tag_listing (everywhere, tag);
`;

const INDEXES = `
  CREATE INDEX market_listing_by_id ON market_listing (class, id, mask);
  CREATE INDEX market_listing_by_event ON market_listing (event, id);
  ${sortIndexes('market_listing', MARKET_SORTS)}
  CREATE INDEX event_listing_by_id ON event_listing (class, id, mask);
  ${sortIndexes('event_listing', ['title', ...SORTS])}
`;

export const listingsProjection = createListingsProjection();

/**
 * Creates the projection; each step of the 24-hour window covers at least `rollRowsMin` rows. Tests use small steps.
 */
export function createListingsProjection(rollRowsMin?: number): Projection {
  return {
    name: 'listings',
    version: 5,
    tables: Object.keys(LISTING_TABLES),
    schema: SCHEMA,
    indexes: INDEXES,

    open(store) {
      const catalog = new ListingCatalog(new Statements(store));
      const figures = new ListingFigures(store, rollRowsMin);
      return {
        write(entries, { state, books }) {
          for (const { timeMs, events } of entries) {
            figures.aimAt(hourOf(timeMs));
            for (const event of events) {
              catalog.write(event, timeMs);
              if (event.kind === 'CatalogEventAdded') figures.addEvent(event.event.id);
              else if (event.kind === 'MarketAdded') figures.addMarket(event.market, event.catalogEvent);
              else if (event.kind === 'TradeExecuted') figures.addTrade(event, timeMs);
            }
          }
          figures.readBooks(state.markets, books);
          figures.roll(entries.length);
          figures.flush(false);
        },

        isUpToDate: (nowMs) => figures.isUpToDate(hourOf(nowMs)),

        advance(nowMs) {
          figures.aimAt(hourOf(nowMs));
          const isRolling = figures.roll(0);
          const isSorting = figures.flush(true);
          return isRolling || isSorting;
        },
      };
    },
  };
}
