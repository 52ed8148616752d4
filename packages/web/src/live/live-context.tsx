/** Provides the live feeds to all components below, and applies their messages to the query cache. */
import type { Book } from '@bellwether/contract';
import type { Client } from '@bellwether/sdk';
import type { QueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useCallback, useEffect, useSyncExternalStore } from 'react';
import { KEYS, renew } from '../venue/keys.ts';
import type { EventRow } from '../venue/market-model.ts';
import { Beat } from './beat.ts';
import { type BookState, BookStreams, NO_BOOK } from './book-streams.ts';
import { type Connection, MarketStream, type StreamEvents } from './market-stream.ts';
import { displayedPrice, NO_QUOTE, type Quote } from './quotes.ts';
import { Volumes } from './volumes.ts';

export interface Live {
  readonly markets: MarketStream;
  readonly books: BookStreams;
}

/** Minimum interval between updates of quotes and books. */
const BEAT_MS = 100;

/** Messages after which a market is read again. */
const MARKET_NEWS: ReadonlySet<string> = new Set(['market_resolved', 'close_time', 'result_status']);

/** Opens the market feed, if this browser may, and keeps the query cache up to date. */
export function startLive(client: Client, queries: QueryClient, isAllowed: boolean): Live {
  const beat = new Beat(BEAT_MS);
  const markets = new MarketStream(client, beat);
  const volumes = new Volumes(queries);
  // Each of an event's markets sends a message, and one read has them all.
  const renewMarkets = (): void => void renew(queries, KEYS.markets, KEYS.anyEvent);
  const renewAccounts = (): void => void renew(queries, KEYS.anyAccount);
  markets.listen({
    message: (message) => {
      if (message.event_type === 'last_trade_price') volumes.ask();
      if (MARKET_NEWS.has(message.event_type)) {
        beat.ask(renewMarkets);
        // A debt changes no balance, so the account's own feed may have nothing to tell.
        if (message.event_type !== 'close_time') beat.ask(renewAccounts);
      } else if (message.event_type === 'book') {
        // A first full book ends a time in which no news came. A repeated one may mean that the market was closed,
        // reopened or given other terms.
        beat.ask(renewMarkets);
      } else if (message.event_type === 'clarification') {
        void queries.invalidateQueries({ queryKey: KEYS.event(message.event_slug) });
      } else if (message.event_type === 'new_market') {
        // A visible list must not jump, so it is only refetched when it is next opened.
        void queries.invalidateQueries({ queryKey: KEYS.events, refetchType: 'none' });
        beat.ask(renewMarkets);
      }
    },
    gap: () => void queries.invalidateQueries({ refetchType: 'active' }),
  });
  if (isAllowed) markets.start();
  return { markets, books: new BookStreams(markets, beat) };
}

const LiveContext = createContext<Live | null>(null);

export function LiveProvider({ live, children }: { readonly live: Live; readonly children: ReactNode }) {
  return <LiveContext value={live}>{children}</LiveContext>;
}

export function useLive(): Live {
  const live = use(LiveContext);
  if (live === null) throw new Error('useLive needs a LiveProvider above');
  return live;
}

export function useConnection(): Connection {
  const { markets } = useLive();
  const subscribe = useCallback((callback: () => void) => markets.watchConnection(callback), [markets]);
  return useSyncExternalStore(subscribe, () => markets.connection);
}

export function useFollow(tokenIds: readonly string[]): void {
  const { markets } = useLive();
  const key = tokenIds.join(',');
  useEffect(() => (key === '' ? undefined : markets.follow(key.split(','))), [markets, key]);
}

/** Returns a token's live best prices; `NO_QUOTE` until the feed sends them. A parent must `useFollow` the token. */
export function useQuote(tokenId: string): Quote {
  return useKnownQuote(tokenId) ?? NO_QUOTE;
}

/** Returns a token's live best prices; undefined until the feed sends them. */
export function useKnownQuote(tokenId: string): Quote | undefined {
  const { markets } = useLive();
  const subscribe = useCallback((callback: () => void) => markets.watch(tokenId, callback), [markets, tokenId]);
  return useSyncExternalStore(subscribe, () => markets.quote(tokenId));
}

/**
 * Returns a token's live displayed price; null while it is unknown. Returns `asRead` until the feed sends a quote, and
 * after the market has ended, when its book no longer gives a price.
 */
export function useLivePrice(tokenId: string, asRead: string | null, hasEnded: boolean): string | null {
  return livePrice(useKnownQuote(tokenId), asRead, hasEnded);
}

const livePrice = (quote: Quote | undefined, asRead: string | null, hasEnded: boolean): string | null =>
  quote === undefined || hasEnded ? asRead : displayedPrice(quote);

/** Returns the displayed price of a market's first outcome in a list: live, or as loaded once the market is closed. */
export function useRowPrice({
  tokenIds,
  prices,
  closed,
}: Pick<EventRow, 'tokenIds' | 'prices' | 'closed'>): string | null {
  return useLivePrice(tokenIds[0], prices[0], closed);
}

/** Returns the live, hash-verified book of a token. */
export function useBook(tokenId: string): BookState {
  const { books } = useLive();
  const subscribe = useCallback(
    (callback: () => void) => (tokenId === '' ? () => undefined : books.watch(tokenId, callback)),
    [books, tokenId],
  );
  return useSyncExternalStore(subscribe, () => (tokenId === '' ? NO_BOOK : books.state(tokenId)));
}

/** Returns the live books of tokens, in their order; null until they are known. */
export function useBooks(tokenIds: readonly string[]): readonly (Book | null)[] {
  const { books } = useLive();
  const known = (): readonly (Book | null)[] => tokenIds.map((tokenId) => books.state(tokenId).book);
  useChange(books, tokenIds, () => known().map((book) => book?.hash));
  return known();
}

/** Returns the displayed prices of rows' first outcomes, live, in their order. A parent must `useFollow` them. */
export function useRowPrices(rows: readonly Pick<EventRow, 'tokenIds' | 'prices' | 'closed'>[]) {
  const { markets } = useLive();
  const tokenIds = rows.map((row) => row.tokenIds[0]);
  const known = () => rows.map((row) => livePrice(markets.quote(row.tokenIds[0]), row.prices[0], row.closed));
  useChange(markets, tokenIds, known);
  return known();
}

/** Renders again when one of the texts about the tokens changes. */
function useChange(store: Pick<BookStreams, 'watch'>, tokenIds: readonly string[], textsOf: () => readonly unknown[]) {
  const key = tokenIds.join();
  const subscribe = useCallback(
    (callback: () => void) => {
      const leave = key === '' ? [] : key.split(',').map((tokenId) => store.watch(tokenId, callback));
      return () => leave.forEach((stop) => stop());
    },
    [store, key],
  );
  useSyncExternalStore(subscribe, () => textsOf().join());
}

/** Calls back for every message of the feed. The callbacks must be stable. */
export function useFeedMessages({ message, gap }: StreamEvents): void {
  const { markets } = useLive();
  useEffect(() => markets.listen({ message, gap }), [markets, message, gap]);
}
