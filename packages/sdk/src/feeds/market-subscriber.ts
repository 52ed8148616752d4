/**
 * Follows markets through `/ws/market` and proves continuity: the next message about a market must have the next
 * sequence, or hold a whole book. Asks for frames that are whole sequences, and also accepts single messages. Passes on
 * complete sequences only. Where messages are missing it says so, discards books that it cannot trust, and asks for
 * fresh ones. Knows sequences, not books.
 */
import type { FeedErrorMessage, MarketFeedMessage, MarketSubscription, ResyncReason } from '@bellwether/contract';
import { FeedSocket, type SocketOptions } from './socket.ts';

type AnyMessage = Exclude<MarketFeedMessage, FeedErrorMessage>;
export type MarketMessage = Exclude<AnyMessage, { readonly event_type: 'resync' }>;

/**
 * Reasons for missing messages. From the venue: `too_old`, `ahead` (it has less than the client saw), `slow_reader`.
 * Found by the client: `gap`, `hash_mismatch`, `slow_consumer` (the caller did not keep up), `reconnected` (messages
 * that cannot be resumed may have been missed).
 */
export type FeedResyncReason = ResyncReason | 'gap' | 'hash_mismatch' | 'slow_consumer' | 'reconnected';

export interface MarketObserver {
  /** All messages of one sequence of a market, in order. Market '' for news about markets that are not subscribed. */
  messages(market: string, sequence: number, messages: readonly MarketMessage[]): void;
  /** Messages of a market are missing; its fresh books come next. Market '' for `new_market` messages. */
  missed(market: string, tokenIds: readonly string[], reason: FeedResyncReason): void;
  connected(): void;
  disconnected(reason: string): void;
  failed(error: Error): void;
}

interface Followed {
  sequence: number;
  /** The market's subscribed tokens. */
  readonly tokenIds: Set<string>;
  /** True until fresh books arrive. */
  isWaiting: boolean;
}

export class MarketSubscriber {
  readonly #socket: FeedSocket;
  readonly #observer: MarketObserver;
  readonly #tokenIds: Set<string>;
  readonly #wantsCustom: boolean;
  readonly #markets = new Map<string, Followed>();
  /** Messages of incomplete sequences, by market. */
  readonly #parts = new Map<string, readonly AnyMessage[]>();
  #connections = 0;

  constructor(
    options: Omit<SocketOptions, 'hello'>,
    tokenIds: Iterable<string>,
    wantsCustom: boolean,
    observer: MarketObserver,
  ) {
    this.#tokenIds = new Set(tokenIds);
    this.#wantsCustom = wantsCustom;
    this.#observer = observer;
    this.#socket = new FeedSocket(
      { ...options, hello: async () => JSON.stringify(this.#hello()) },
      {
        opened: () => this.#opened(),
        received: (frame) => this.#received(frame),
        lost: (reason) => observer.disconnected(reason),
        failed: (error) => observer.failed(error),
      },
    );
  }

  start(): void {
    this.#socket.start();
  }

  close(): void {
    this.#socket.close();
  }

  follows(tokenId: string): boolean {
    return this.#tokenIds.has(tokenId);
  }

  subscribe(tokenIds: readonly string[]): void {
    const added = tokenIds.filter((tokenId) => !this.#tokenIds.has(tokenId));
    for (const tokenId of added) this.#tokenIds.add(tokenId);
    if (added.length > 0) this.#socket.send({ type: 'market', operation: 'subscribe', assets_ids: added });
  }

  unsubscribe(tokenIds: readonly string[]): void {
    const removed = tokenIds.filter((tokenId) => this.#tokenIds.delete(tokenId));
    for (const [market, followed] of this.#markets) {
      for (const tokenId of removed) followed.tokenIds.delete(tokenId);
      if (followed.tokenIds.size === 0) this.#markets.delete(market);
    }
    if (removed.length > 0) this.#socket.send({ operation: 'unsubscribe', assets_ids: removed });
  }

  /** Discards the state of markets (default: all), reports it, and asks for fresh books. */
  distrust(reason: FeedResyncReason, markets: Iterable<string> = this.#markets.keys()): void {
    const tokenIds: string[] = [];
    for (const market of [...markets]) {
      const followed = this.#markets.get(market);
      if (followed === undefined) continue;
      followed.isWaiting = true;
      tokenIds.push(...followed.tokenIds);
      this.#observer.missed(market, [...followed.tokenIds], reason);
    }
    this.#ask(tokenIds);
  }

  /** Stops following markets until `distrust` asks for fresh books. */
  suspend(): void {
    for (const followed of this.#markets.values()) followed.isWaiting = true;
  }

  #hello(): MarketSubscription {
    const known = [...this.#markets].filter(([, { isWaiting }]) => !isWaiting);
    return {
      type: 'market',
      assets_ids: [...this.#tokenIds],
      grouped: true,
      ...(this.#wantsCustom ? { custom_feature_enabled: true } : {}),
      ...(known.length === 0 ? {} : { since: Object.fromEntries(known.map(([id, { sequence }]) => [id, sequence])) }),
    };
  }

  #opened(): void {
    this.#connections += 1;
    this.#parts.clear();
    this.#observer.connected();
    // The venue sends news of new markets once, to the clients connected then.
    if (this.#wantsCustom && this.#connections > 1) this.#observer.missed('', [], 'reconnected');
  }

  #ask(tokenIds: readonly string[]): void {
    if (tokenIds.length > 0) this.#socket.send({ type: 'market', operation: 'subscribe', assets_ids: tokenIds });
  }

  #received(frame: unknown): void {
    // The cast is the parse boundary: messages are trusted to have the contract's shape.
    const messages = (Array.isArray(frame) ? frame : [frame]) as readonly AnyMessage[];
    const byMarket = new Map<string, AnyMessage[]>();
    for (const message of messages) {
      // Clients that follow no market get results unasked.
      const isResult = message.event_type === 'market_resolved' && this.#tokenIds.size === 0;
      const isNews = message.event_type === 'new_market' || message.event_type === 'clarification' || isResult;
      if (isNews) this.#observer.messages('', message.sequence, [message]);
      else if (message.market !== '') byMarket.set(message.market, [...(byMarket.get(message.market) ?? []), message]);
      // A rewind is told again, market by market, on the next connection.
      else if (message.event_type !== 'resync' || message.reason !== 'rewound')
        this.#observer.missed('', [], 'slow_reader');
    }
    for (const [market, own] of byMarket) this.#gather(market, own);
  }

  /** Joins sequences that arrive in parts. */
  #gather(market: string, messages: readonly AnyMessage[]): void {
    const first = placeOf(messages[0]);
    const parts = first?.index === 0 ? [] : (this.#parts.get(market) ?? []);
    this.#parts.delete(market);
    // A snapshot, which starts over.
    if (first === null) return this.#take(market, messages);
    const sequence = messages[0]?.sequence;
    const whole = [...parts, ...messages];
    const fits = (message: AnyMessage, index: number): boolean => {
      const place = placeOf(message);
      return message.sequence === sequence && place?.index === index && place.count === first.count;
    };
    if (!whole.every(fits)) return this.#broken(market, sequence ?? 0);
    if (whole.length < first.count) this.#parts.set(market, whole);
    else this.#take(market, whole);
  }

  /** Handles a message missing within a sequence. */
  #broken(market: string, sequence: number): void {
    const followed = this.#markets.get(market);
    if (followed !== undefined && !followed.isWaiting && sequence > followed.sequence) this.distrust('gap', [market]);
  }

  #take(market: string, messages: readonly AnyMessage[]): void {
    const followed = this.#markets.get(market) ?? { sequence: -1, tokenIds: new Set(), isWaiting: true };
    const sequence = messages[0]?.sequence ?? 0;
    const told = messages.filter((message): message is MarketMessage => message.event_type !== 'resync');
    const resync = messages.find((message) => message.event_type === 'resync');
    const books = new Set(told.flatMap((message) => (message.event_type === 'book' ? [message.asset_id] : [])));
    const isDump = messages.every(({ event_type }) => event_type === 'book' || event_type === 'resync');
    for (const tokenId of books) if (this.#tokenIds.has(tokenId)) followed.tokenIds.add(tokenId);
    // Late frames of a market that is no longer subscribed.
    if (followed.tokenIds.size === 0) return;
    this.#markets.set(market, followed);

    const hasAllBooks = isDump && [...followed.tokenIds].every((tokenId) => books.has(tokenId));
    if (resync !== undefined) this.#observer.missed(market, [...followed.tokenIds], resync.reason);
    else if (followed.isWaiting ? !hasAllBooks : sequence < followed.sequence) return;
    else if (!followed.isWaiting && sequence === followed.sequence && !isDump) return;
    else if (!followed.isWaiting && sequence > followed.sequence + 1) return this.distrust('gap', [market]);
    followed.sequence = sequence;
    followed.isWaiting = resync !== undefined && !hasAllBooks;
    if (followed.isWaiting) return this.#ask([...followed.tokenIds]);
    this.#observer.messages(market, sequence, told);
  }
}

/** Index of a message in its sequence; null in a snapshot. */
function placeOf(message: AnyMessage | undefined): { readonly index: number; readonly count: number } | null {
  if (message === undefined || message.event_type === 'resync') return null;
  const { index, count } = message;
  return index === undefined || count === undefined ? null : { index, count };
}
