/**
 * Projection of the listings: sort and filter columns of lists of markets, events and tags, in narrow rows with an
 * index for each order. It also updates without entries: the volume of the day falls as hours pass.
 */

import type { Projection } from '../../projection.ts';
import { Statements } from '../../statements.ts';
import { ListingCatalog } from './listing-catalog.ts';
import { hourOf, ListingFigures } from './listing-figures.ts';
import { LISTING_INDEXES, LISTING_SCHEMA, LISTING_TABLES } from './listings-schema.ts';

/** Tables of `ListingTables`. */
export const listingsProjection = createListingsProjection();

/**
 * Creates the projection; each step of the 24-hour window covers at least `rollRowsMin` rows. Tests use small steps.
 */
export function createListingsProjection(rollRowsMin?: number): Projection {
  return {
    name: 'listings',
    version: 3,
    tables: LISTING_TABLES,
    schema: LISTING_SCHEMA,
    indexes: LISTING_INDEXES,

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

        isSettled: (nowMs) => figures.isSettled(hourOf(nowMs)),

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
