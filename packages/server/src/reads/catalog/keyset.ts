/** The reads `markets-keyset` and `events-keyset`: pages of the catalog that continue after a place in the order. */
import {
  type CatalogMarket,
  CatalogMarkets,
  type Event,
  Events,
  type EventsKeysetPage,
  type EventsKeysetQuery,
  type MarketsKeysetPage,
  type MarketsKeysetQuery,
} from '@bellwether/contract';
import { eventRows } from '../../queries/catalog/catalog-event-lists.ts';
import { eventViews } from '../../queries/catalog/catalog-events.ts';
import { marketViews } from '../../queries/catalog/catalog-market-views.ts';
import { marketRows } from '../../queries/catalog/catalog-markets.ts';
import type { ListedRow, ListingPlace } from '../../queries/catalog/listing-keys.ts';
import { eventFilter, marketFilter } from '../../wire/catalog/catalog-filter.ts';
import { catalogMarketBody, eventBody } from '../../wire/catalog/catalog-output.ts';
import { encodeKeysetCursor, type KeysetOrder, keysetColumns } from '../../wire/forms/keyset-cursor.ts';
import { arrayPieces, type Read, serializerOf } from '../read.ts';

/** The checked query, with the place from its cursor. */
export type KeysetParameters<Query> = Omit<Query, 'after_cursor'> & { readonly after?: ListingPlace };

export function marketsKeysetRead(): Read<KeysetParameters<MarketsKeysetQuery>, MarketsKeysetPage> {
  const serialize = serializerOf<readonly CatalogMarket[]>(CatalogMarkets);
  const pieces = (page: MarketsKeysetPage) => pagePieces('markets', arrayPieces(page.markets, serialize), page);
  return {
    name: 'markets-keyset',
    async run(database, query) {
      const { ascending, limit, after } = query;
      const order = keysetColumns(query.order);
      const rows = await marketRows(database, {
        filter: marketFilter(query),
        ...{ order, ascending, limit: limit + 1, offset: 0 },
        ...(after !== undefined && { after }),
      });
      const { shown, next } = pageOf(rows, limit, { list: 'markets', order, ascending });
      const views = await marketViews(database, { kind: 'keys', markets: shown });
      const byKey = new Map(views.map((view) => [view.market, view]));
      return { value: { markets: shown.flatMap((key) => byKey.get(key) ?? []).map(catalogMarketBody), ...next } };
    },
    serialize: (page) => [...pieces(page)].join(''),
    pieces,
  };
}

export function eventsKeysetRead(): Read<KeysetParameters<EventsKeysetQuery>, EventsKeysetPage> {
  const serialize = serializerOf<readonly Event[]>(Events);
  const pieces = (page: EventsKeysetPage) => pagePieces('events', arrayPieces(page.events, serialize), page);
  return {
    name: 'events-keyset',
    async run(database, query) {
      const { ascending, limit, after } = query;
      const order = keysetColumns(query.order);
      const rows = await eventRows(database, {
        filter: eventFilter(query),
        ...{ order, ascending, limit: limit + 1, offset: 0 },
        ...(after !== undefined && { after }),
      });
      const { shown, next } = pageOf(rows, limit, { list: 'events', order, ascending });
      return { value: { events: (await eventViews(database, shown)).map(eventBody), ...next } };
    },
    serialize: (page) => [...pieces(page)].join(''),
    pieces,
  };
}

/** Page of the rows. One row more than the page was requested: it shows whether there is a next page. */
function pageOf(rows: readonly ListedRow[], limit: number, order: KeysetOrder) {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next = rows.length > limit && last !== undefined ? { next_cursor: encodeKeysetCursor(order, last) } : {};
  return { shown: shown.map(({ key }) => key), next };
}

/** JSON of a page around the JSON of its rows. */
function* pagePieces(name: string, rows: Iterable<string>, { next_cursor: next }: { readonly next_cursor?: string }) {
  yield `{"${name}":`;
  yield* rows;
  yield next === undefined ? '}' : `,"next_cursor":${JSON.stringify(next)}}`;
}
