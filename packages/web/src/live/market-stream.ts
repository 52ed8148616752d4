/**
 * The page's only connection to the market feed. Components follow the tokens they show and are notified once per beat.
 * The SDK detects missing messages and reconnects; this class tracks which tokens are needed.
 */
import type { Client, FeedBook, MarketFeed, MarketFeedItem, MarketMessage } from '@bellwether/sdk';
import type { Beat } from './beat.ts';
import { type Quote, Quotes } from './quotes.ts';

/** `off` until started; `connecting` before the first connection; `lost` while reconnecting. */
export type Connection = 'off' | 'connecting' | 'live' | 'lost';

export interface StreamEvents {
  /** Receives every message of the feed, after it has been applied to the quotes. */
  readonly message: (message: MarketMessage) => void;
  /** The connection was restored or messages were missing, so data read by requests may be stale. */
  readonly gap: () => void;
}

/** Tokens stay subscribed this long, so that navigating back and forth costs nothing. */
const UNFOLLOW_DELAY_MS = 10_000;
/** Delay after an error that the feed cannot recover from. */
const RESTART_MS = 15_000;

export class MarketStream {
  readonly #client: Client;
  readonly #beat: Beat;
  readonly #quotes = new Quotes();
  readonly #counts = new Map<string, number>();
  readonly #watchers = new Map<string, Set<() => void>>();
  readonly #connectionWatchers = new Set<() => void>();
  readonly #listeners = new Set<StreamEvents>();
  readonly #changed = new Set<string>();
  #feed: MarketFeed | null = null;
  #connection: Connection = 'off';

  constructor(client: Client, beat: Beat) {
    this.#client = client;
    this.#beat = beat;
  }

  start(): void {
    if (this.#feed !== null) return;
    if (this.#connection === 'off') this.#setConnection('connecting');
    const feed = this.#client.feeds.market({ tokens: [...this.#counts.keys()], custom: true });
    this.#feed = feed;
    void this.#read(feed);
  }

  get connection(): Connection {
    return this.#connection;
  }

  quote(tokenId: string): Quote | undefined {
    return this.#quotes.get(tokenId);
  }

  /** Returns the current, verified book of a followed token; null while it is not known. */
  book(tokenId: string): FeedBook | null {
    return this.#feed?.book(tokenId) ?? null;
  }

  /** Follows tokens until the returned function is called. */
  follow(tokenIds: readonly string[]): () => void {
    const added = tokenIds.filter((tokenId) => !this.#counts.has(tokenId));
    for (const tokenId of tokenIds) this.#counts.set(tokenId, (this.#counts.get(tokenId) ?? 0) + 1);
    if (added.length > 0) this.#feed?.subscribe(added);
    return () => setTimeout(() => this.#unfollow(tokenIds), UNFOLLOW_DELAY_MS);
  }

  /** Calls back, at most once per beat, when a token's quote has changed. */
  watch(tokenId: string, callback: () => void): () => void {
    const watchers = this.#watchers.get(tokenId) ?? new Set();
    watchers.add(callback);
    this.#watchers.set(tokenId, watchers);
    return () => {
      watchers.delete(callback);
      if (watchers.size === 0) this.#watchers.delete(tokenId);
    };
  }

  watchConnection(callback: () => void): () => void {
    this.#connectionWatchers.add(callback);
    return () => this.#connectionWatchers.delete(callback);
  }

  listen(listener: StreamEvents): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #read(feed: MarketFeed): Promise<void> {
    try {
      for await (const item of feed) this.#take(item);
    } catch {
      // The venue considers the request invalid. The only remedy is to start over.
    }
    this.#feed = null;
    this.#setConnection('lost');
    setTimeout(() => this.start(), RESTART_MS);
  }

  #take(item: MarketFeedItem): void {
    if (item.kind === 'message') {
      for (const tokenId of this.#quotes.fold(item.message)) this.#changed.add(tokenId);
      if (this.#changed.size > 0) this.#beat.ask(this.#tell);
      for (const listener of this.#listeners) listener.message(item.message);
    } else if (item.kind === 'connected') {
      const isReturn = this.#connection === 'lost';
      this.#setConnection('live');
      if (isReturn) this.#tellGap();
    } else if (item.kind === 'disconnected') this.#setConnection('lost');
    else {
      item.kind satisfies 'resync';
      this.#tellGap();
    }
  }

  readonly #tell = (): void => {
    // One callback may watch many tokens.
    const callbacks = new Set([...this.#changed].flatMap((tokenId) => [...(this.#watchers.get(tokenId) ?? [])]));
    this.#changed.clear();
    for (const callback of callbacks) callback();
  };

  #tellGap(): void {
    for (const listener of this.#listeners) listener.gap();
  }

  #setConnection(connection: Connection): void {
    if (this.#connection === connection) return;
    this.#connection = connection;
    for (const callback of this.#connectionWatchers) callback();
  }

  #unfollow(tokenIds: readonly string[]): void {
    const gone: string[] = [];
    for (const tokenId of tokenIds) {
      const count = (this.#counts.get(tokenId) ?? 0) - 1;
      if (count > 0) this.#counts.set(tokenId, count);
      else if (this.#counts.delete(tokenId)) gone.push(tokenId);
    }
    for (const tokenId of gone) this.#quotes.forget(tokenId);
    if (gone.length > 0) this.#feed?.unsubscribe(gone);
  }
}
