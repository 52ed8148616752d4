/** The calls that anyone may make: books, prices, ledger, catalog. Part of the client; needs no signer and no API key. */
import type {
  Book,
  CatalogMarket,
  Event,
  LastTradePrice,
  MarketDetail,
  MarketListingPage,
  MarketsQuery,
  Tag,
  TagsQuery,
  TradeFill,
  TradesQuery,
  Venue,
} from '@bellwether/contract';
import type { Transport, WireRequest } from './transport.ts';

export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** Listing of the cursor form: without a cursor the first page. */
export interface MarketsPageQuery {
  readonly nextCursor?: string;
  readonly limit?: number;
}

export type EventKey = { readonly id: string | number } | { readonly slug: string };

/** Sends a request. The cast is the parse boundary: answers are trusted to have the contract's shape. */
export async function sendFor<Answer>(
  transport: Transport,
  request: Omit<WireRequest, 'signal'>,
  call: CallOptions,
): Promise<Answer> {
  return (await transport.send({ ...request, signal: call.signal })) as Answer;
}

export function readVenue(transport: Transport, call: CallOptions): Promise<Venue> {
  return sendFor(
    transport,
    { method: 'GET', path: '/venue', identity: { kind: 'anonymous' }, repeatable: 'always' },
    call,
  );
}

export function createReads(transport: Transport) {
  const open = { identity: { kind: 'anonymous' }, repeatable: 'always' } as const;
  const read = <Answer>(path: string, query: NonNullable<WireRequest['query']>, call: CallOptions): Promise<Answer> =>
    sendFor(transport, { ...open, method: 'GET', path, query }, call);
  const lookUp = <Answer>(path: string, tokenIds: readonly string[], call: CallOptions): Promise<Answer> => {
    const body = tokenIds.map((tokenId) => ({ token_id: tokenId }));
    return sendFor(transport, { ...open, method: 'POST', path, body }, call);
  };

  return {
    book: (tokenId: string, call: CallOptions = {}): Promise<Book> => read('/book', { token_id: tokenId }, call),
    /** Books of up to 500 tokens; tokens without one are left out. */
    books: (tokenIds: readonly string[], call: CallOptions = {}): Promise<Book[]> => lookUp('/books', tokenIds, call),
    /** Midpoint by token id, of up to 500 tokens; tokens without one are left out. */
    midpoints: (tokenIds: readonly string[], call: CallOptions = {}): Promise<Record<string, string>> =>
      lookUp('/midpoints', tokenIds, call),
    lastTradePrices: (tokenIds: readonly string[], call: CallOptions = {}): Promise<LastTradePrice[]> =>
      lookUp('/last-trades-prices', tokenIds, call),
    /** Fills, newest first. */
    trades: ({ market, ...query }: Partial<TradesQuery> = {}, call: CallOptions = {}): Promise<TradeFill[]> =>
      read('/trades', { ...query, market: market?.join(',') }, call),
    markets: (query: Partial<MarketsQuery> = {}, call: CallOptions = {}): Promise<CatalogMarket[]> =>
      read('/markets', query, call),
    /** All markets in order of creation, page by page; the cursor `LTE=` ends the list. */
    marketsPage: (
      { nextCursor = '', limit }: MarketsPageQuery = {},
      call: CallOptions = {},
    ): Promise<MarketListingPage> => read('/markets', { next_cursor: nextCursor, limit }, call),
    market: (conditionId: string, call: CallOptions = {}): Promise<MarketDetail> =>
      read(`/markets/${encodeURIComponent(conditionId)}`, {}, call),
    event: (key: EventKey, call: CallOptions = {}): Promise<Event> =>
      read('slug' in key ? `/events/slug/${encodeURIComponent(key.slug)}` : `/events/${key.id}`, {}, call),
    tags: (query: Partial<TagsQuery> = {}, call: CallOptions = {}): Promise<Tag[]> => read('/tags', query, call),
  };
}
