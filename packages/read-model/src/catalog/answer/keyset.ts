/** The reads `markets-keyset` and `events-keyset`: pages of the catalog that continue after a place in the order. */
import type { EventsKeysetPage, EventsKeysetQuery, MarketsKeysetPage, MarketsKeysetQuery } from '@bellwether/contract';
import { keysetColumns } from '@bellwether/wire/forms/cursors.ts';
import { keysetPage, pageSerializers } from '../../keyset-page.ts';
import type { Read } from '../../read.ts';
import { type EventOrder, eventRows } from '../query/catalog-event-lists.ts';
import { eventViews } from '../query/catalog-events.ts';
import { type MarketOrder, marketRows } from '../query/catalog-markets.ts';
import type { ListingPlace } from '../query/listing-keys.ts';
import { eventFilter, marketFilter, type Sorted } from './catalog-filter.ts';
import { eventBody } from './catalog-output.ts';
import { catalogMarkets } from './markets.ts';

/** The checked query, with the place from its cursor. */
export type KeysetParameters<Query> = Omit<Query, 'after_cursor'> & { readonly after?: ListingPlace };

export const marketsKeysetRead: Read<KeysetParameters<Sorted<MarketsKeysetQuery, MarketOrder>>, MarketsKeysetPage> = {
  name: 'markets-keyset',
  async run(database, query) {
    const listing = listingOf(query);
    const rows = await marketRows(database, { filter: marketFilter(query), ...listing });
    const { shown, next } = keysetPage(rows, query.limit, { list: 'markets', ...listing });
    const keys = shown.map(({ key }) => key);
    return { value: { markets: await catalogMarkets(database, keys, query), ...next } };
  },
  ...pageSerializers('markets'),
};

export const eventsKeysetRead: Read<KeysetParameters<Sorted<EventsKeysetQuery, EventOrder>>, EventsKeysetPage> = {
  name: 'events-keyset',
  async run(database, query) {
    const listing = listingOf(query);
    const rows = await eventRows(database, { filter: eventFilter(query), ...listing });
    const { shown, next } = keysetPage(rows, query.limit, { list: 'events', ...listing });
    const keys = shown.map(({ key }) => key);
    return { value: { events: (await eventViews(database, keys)).map(eventBody), ...next } };
  },
  ...pageSerializers('events'),
};

interface Paging<Column extends string> {
  readonly order?: readonly Column[];
  readonly ascending: boolean;
  readonly limit: number;
  readonly after?: ListingPlace;
}

/** One row more than the page was requested: it shows whether there is a next page. */
function listingOf<Column extends string>({ order, ascending, limit, after }: Paging<Column>) {
  const place = after !== undefined && { after };
  return { order: keysetColumns(order), ascending, limit: limit + 1, offset: 0, ...place };
}
