/**
 * The typed client: one method per call of the venue's HTTP API. Methods return the answer or throw `VenueError` (a
 * refusal) or `TransportError` (no answer, so nobody knows). Orders, cancels and reads are retried by themselves, since
 * the venue knows an order again by its id; what moves money without an id is not.
 */
import type {
  Account,
  Book,
  CancelAnswer,
  CatalogMarket,
  Credentials,
  Event,
  LastTradePrice,
  MarketDetail,
  MarketListingPage,
  MarketsQuery,
  OrderAnswer,
  PositionAnswer,
  PositionChange,
  PositionConversion,
  SingleOrder,
  Tag,
  TagsQuery,
  TradeFill,
  TradesQuery,
  Venue,
} from '@bellwether/contract';
import { DEFAULT_HEADER_PREFIX, walletHeaders } from './authentication.ts';
import { VenueError } from './errors.ts';
import { buildOrder, type OrderRequest, type SignedPlacement } from './order.ts';
import type { Signer } from './signer.ts';
import {
  createTransport,
  DEFAULT_RETRY,
  DEFAULT_TIMEOUT_MS,
  type Fetch,
  type Identity,
  type Repeatable,
  type RetryPolicy,
  type WireRequest,
} from './transport.ts';
import type { SignatureType } from './typed-data.ts';

export interface ClientOptions {
  readonly baseUrl: string;
  /** Needed for orders and for making an API key. */
  readonly signer?: Signer;
  /** Needed for everything private; `createOrDeriveApiKey` fetches them. */
  readonly credentials?: Credentials;
  /** Wallet that trades; default: the signer's own. */
  readonly wallet?: string;
  readonly signatureType?: SignatureType;
  readonly retry?: Partial<RetryPolicy>;
  /** Time an attempt may take. */
  readonly timeoutMs?: number;
  /** Stands in for the platform's `fetch`. */
  readonly fetch?: Fetch;
  /** Unix milliseconds; stands in for the clock. */
  readonly now?: () => number;
  readonly headerPrefix?: string;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** Listing of the cursor form: without a cursor the first page. */
export interface MarketsPageQuery {
  readonly nextCursor?: string;
  readonly limit?: number;
}

export type EventKey = { readonly id: string | number } | { readonly slug: string };

export type Client = ReturnType<typeof createClient>;

/** A client of one venue for at most one account. Makes no request by itself. */
export function createClient(options: ClientOptions) {
  const now = options.now ?? Date.now;
  const headerPrefix = options.headerPrefix ?? DEFAULT_HEADER_PREFIX;
  const transport = createTransport({
    baseUrl: options.baseUrl,
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    retry: { ...DEFAULT_RETRY, ...options.retry },
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    now,
    headerPrefix,
  });
  let credentials = options.credentials ?? null;
  let knownVenue: Venue | null = null;

  const signer = (): Signer => {
    if (options.signer === undefined) throw new TypeError('this client has no signer');
    return options.signer;
  };
  const apiKey = (): Identity & { kind: 'api-key' } => {
    if (credentials === null) throw new TypeError('this client has no API key: call createOrDeriveApiKey first');
    return { kind: 'api-key', address: signer().address, credentials };
  };

  /** The cast is the parse boundary: answers are trusted to have the contract's shape. */
  const send = async <Answer>(request: Omit<WireRequest, 'signal'>, call: CallOptions): Promise<Answer> =>
    (await transport.send({ ...request, signal: call.signal })) as Answer;
  const read = <Answer>(path: string, query: WireRequest['query'], call: CallOptions): Promise<Answer> =>
    send({ method: 'GET', path, query: query ?? {}, identity: { kind: 'anonymous' }, repeatable: 'always' }, call);
  const lookUp = <Answer>(path: string, tokenIds: readonly string[], call: CallOptions): Promise<Answer> => {
    const body = tokenIds.map((tokenId) => ({ token_id: tokenId }));
    return send({ method: 'POST', path, body, identity: { kind: 'anonymous' }, repeatable: 'always' }, call);
  };
  const act = <Answer>(
    method: WireRequest['method'],
    path: string,
    body: unknown,
    repeatable: Repeatable,
    call: CallOptions,
  ): Promise<Answer> => send({ method, path, body, identity: apiKey(), repeatable }, call);

  /** Name, signing domain and mode of the venue, read anew. */
  const venue = async (call: CallOptions = {}): Promise<Venue> => {
    knownVenue = await read<Venue>('/venue', {}, call);
    return knownVenue;
  };

  const authenticate = async (method: 'GET' | 'POST', path: string, nonce: number, call: CallOptions) => {
    const { chainId } = knownVenue ?? (await venue(call));
    const headers = () => walletHeaders(signer(), chainId, Math.floor(now() / 1000), nonce, headerPrefix);
    return send<Credentials>({ method, path, identity: { kind: 'headers', headers }, repeatable: 'always' }, call);
  };

  /** Signs an order without sending it. Reads the venue's signing domain once. */
  const sign = async (order: OrderRequest, call: CallOptions = {}): Promise<SignedPlacement> => {
    const { domain } = knownVenue ?? (await venue(call));
    const { wallet, signatureType } = options;
    return buildOrder({
      ...order,
      domain,
      signer: signer(),
      owner: apiKey().credentials.apiKey,
      ...(wallet === undefined ? {} : { wallet }),
      ...(signatureType === undefined ? {} : { signatureType }),
      nowMs: now(),
    });
  };
  const signed = async (order: OrderRequest | SignedPlacement, call: CallOptions): Promise<SignedPlacement> =>
    'orderId' in order ? order : sign(order, call);

  return {
    venue,

    /** Fetches the API key of the signer and a nonce, making it if need be, and uses it from now on. */
    createOrDeriveApiKey: async (nonce = 0, call: CallOptions = {}): Promise<Credentials> => {
      try {
        credentials = await authenticate('POST', '/auth/api-key', nonce, call);
      } catch (error) {
        if (!(error instanceof VenueError) || error.status !== 400) throw error;
        credentials = await authenticate('GET', '/auth/derive-api-key', nonce, call);
      }
      return credentials;
    },

    signOrder: sign,
    /** Signs and places an order, or places one that is signed already. */
    placeOrder: async (order: OrderRequest | SignedPlacement, call: CallOptions = {}): Promise<OrderAnswer> => {
      const { body } = await signed(order, call);
      return act('POST', '/order', body, 'always', call);
    },
    /** Places up to 15 orders. One that is refused has `success: false` and does not disturb the others. */
    placeOrders: async (
      orders: readonly (OrderRequest | SignedPlacement)[],
      call: CallOptions = {},
    ): Promise<OrderAnswer[]> => {
      const placements = await Promise.all(orders.map((order) => signed(order, call)));
      return act(
        'POST',
        '/orders',
        placements.map(({ body }) => body),
        'always',
        call,
      );
    },
    cancelOrder: (orderId: string, call: CallOptions = {}): Promise<CancelAnswer> =>
      act('DELETE', '/order', { orderID: orderId }, 'always', call),
    cancelOrders: (orderIds: readonly string[], call: CallOptions = {}): Promise<CancelAnswer> =>
      act('DELETE', '/orders', orderIds, 'always', call),
    /** Cancels every open order of the account. */
    cancelAll: (call: CallOptions = {}): Promise<CancelAnswer> =>
      act('DELETE', '/cancel-all', undefined, 'always', call),
    /** Cancels the account's open orders of a market (condition id) or of one of its tokens. */
    cancelMarketOrders: (
      target: { readonly market?: string; readonly asset_id?: string },
      call: CallOptions = {},
    ): Promise<CancelAnswer> => act('DELETE', '/cancel-market-orders', target, 'always', call),
    /** An order of the account, open or not. */
    getOrder: async (orderId: string, call: CallOptions = {}): Promise<SingleOrder['order']> => {
      const path = `/data/order/${encodeURIComponent(orderId)}`;
      return (await act<SingleOrder>('GET', path, undefined, 'always', call)).order;
    },
    /** Wallets, balances and positions of the account. */
    account: (call: CallOptions = {}): Promise<Account> => act('GET', '/account', undefined, 'always', call),
    split: (change: PositionChange, call: CallOptions = {}): Promise<PositionAnswer> =>
      act('POST', '/positions/split', change, 'refused', call),
    merge: (change: PositionChange, call: CallOptions = {}): Promise<PositionAnswer> =>
      act('POST', '/positions/merge', change, 'refused', call),
    convert: (conversion: PositionConversion, call: CallOptions = {}): Promise<PositionAnswer> =>
      act('POST', '/positions/convert', conversion, 'refused', call),

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
