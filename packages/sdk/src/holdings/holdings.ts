/**
 * A live copy of what the account has. It follows the account's feed, and reads the ledger only where that may not be
 * enough: at the start, after a gap or a reconnection, after an answer that never came, and when an answer or a public
 * book shows something that the feed does not confirm. Nothing is read because time has passed.
 */
import { AbortedError, isAborted, isApiError, isOutcomeUnknown, isUnauthorized } from '../errors.ts';
import type { MarketFeed, MarketFeedItem } from '../feeds/market-feed.ts';
import type { UserFeed, UserFeedItem } from '../feeds/user-feed.ts';
import { backoffMs, pause, type RetryPolicy } from '../retry.ts';
import type { WriteWatcher } from '../session.ts';
import { readAnswer } from './answered.ts';
import { Hearsay } from './hearsay.ts';
import { type Holding, LedgerCopy, type LedgerMessage, type LedgerRead, type OpenOrder } from './ledger-copy.ts';
import { levelOf, PublicLevels } from './public-levels.ts';

/**
 * What the account has, kept up to date. An async iterator gives the same object after the first read and after each
 * change; changes that come while its reader is busy are one. It ends with `close()` or the `signal`, and throws if the
 * venue does not accept the account's key any more.
 */
export interface Holdings extends AsyncIterableIterator<Holdings, undefined> {
  /** Orders that rest in a book, by id. Empty before the first read, as all the rest. */
  readonly openOrders: ReadonlyMap<string, OpenOrder>;
  /** Shares by token id. */
  readonly positions: ReadonlyMap<string, Holding>;
  readonly cash: Holding;
  /** The last journal entry that is known to be in it. */
  readonly sequence: number;
  /**
   * Resolves when everything that this client's requests were answered is in it, and no read is due or under way.
   * Rejects if it has ended.
   */
  settled(): Promise<void>;
  close(): void;
}

/** Reads that may be behind the feed, one after the other; then the venue was restored to an earlier moment. */
const BEHIND_MAX = 4;

export interface HoldingsSetup {
  readonly user: UserFeed;
  readonly openMarket: (tokenIds: readonly string[]) => MarketFeed;
  readonly read: (signal: AbortSignal) => Promise<LedgerRead>;
  readonly writeWatchers: Set<WriteWatcher>;
  readonly retry: RetryPolicy;
  /** Time in which the account's feed has to confirm what is known from elsewhere, in milliseconds. */
  readonly confirmMs: number;
}

export class LiveHoldings implements Holdings {
  readonly #setup: HoldingsSetup;
  readonly #copy = new LedgerCopy();
  readonly #levels = new PublicLevels();
  /** Answers to this client's requests, by order; levels of public books; and other public news. */
  readonly #answers: Hearsay;
  readonly #news: Hearsay;
  /** Messages of an entry that is not complete yet. */
  #entry: LedgerMessage[] = [];
  /** Messages since the read under way was begun; null: none is. */
  #since: LedgerMessage[] | null = null;
  #isReadDue = false;
  /** True if the read under way may be of another branch. */
  #isReadVoid = false;
  #isReading = false;
  #awaited = 0;
  #market: MarketFeed | null = null;
  readonly #followed = new Set<string>();
  readonly #ended = new AbortController();
  #error: unknown = null;
  #hasNews = false;
  #change = Promise.withResolvers<void>();

  constructor(setup: HoldingsSetup) {
    this.#setup = setup;
    this.#answers = new Hearsay(setup.confirmMs, () => this.#read());
    this.#news = new Hearsay(setup.confirmMs, () => this.#read());
    setup.writeWatchers.add(this.#wrote);
    void this.#follow(setup.user, (item) => this.#heard(item));
    // The feed may be silent from the start.
    this.#read();
  }

  get openOrders(): ReadonlyMap<string, OpenOrder> {
    return this.#copy.openOrders;
  }

  get positions(): ReadonlyMap<string, Holding> {
    return this.#copy.positions;
  }

  get cash(): Holding {
    return this.#copy.cash;
  }

  get sequence(): number {
    return this.#copy.sequence;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Holdings, undefined>> {
    while (!this.#hasNews && !this.#ended.signal.aborted) await this.#change.promise;
    this.#hasNews = false;
    if (this.#error !== null) throw this.#error;
    return this.#ended.signal.aborted ? { done: true, value: undefined } : { done: false, value: this };
  }

  async return(): Promise<IteratorResult<Holdings, undefined>> {
    this.close();
    return { done: true, value: undefined };
  }

  async settled(): Promise<void> {
    while (!this.#ended.signal.aborted && (this.#isReading || this.#awaited > 0 || this.#answers.isOpen))
      await this.#change.promise;
    if (this.#ended.signal.aborted) throw this.#error ?? new AbortedError('the holdings were closed');
  }

  close(): void {
    this.end(null);
  }

  /** Ends with an error that the reader gets; null: with none. */
  end(error: unknown): void {
    if (this.#ended.signal.aborted) return;
    this.#error = error;
    this.#ended.abort();
    this.#setup.writeWatchers.delete(this.#wrote);
    this.#answers.clear();
    this.#news.clear();
    this.#setup.user.close();
    this.#market?.close();
    this.#changed();
  }

  async #follow<Item>(feed: AsyncIterableIterator<Item, undefined>, take: (item: Item) => void): Promise<void> {
    try {
      for await (const item of feed) take(item);
      this.close();
    } catch (error) {
      this.end(error);
    }
  }

  /** Takes an item of the account's feed; messages of one entry together. */
  #heard(item: UserFeedItem): void {
    switch (item.kind) {
      case 'message':
      case 'balance': {
        const { message } = item;
        if ('again' in message && message.again === true) return;
        if (message.event_type !== 'trade') this.#entry.push(message);
        if (message.index + 1 < message.count) return;
        const entry = this.#entry;
        this.#entry = [];
        this.#since?.push(...entry);
        if (entry.map((one) => this.#copy.fold(one)).includes(false)) this.#read();
        return this.#confirm(entry);
      }
      case 'resync':
        return this.#readAnew();
      case 'connected':
      case 'disconnected':
        return this.#read();
      default:
        item satisfies never;
    }
  }

  #confirm(entry: readonly LedgerMessage[]): void {
    const levels = new Set<string>();
    for (const message of entry) {
      if (message.event_type !== 'order') continue;
      const { id, asset_id, side, price, type } = message;
      if (this.#answers.awaits(id)) this.#answers.heard(id);
      if (type !== 'PLACEMENT') levels.add(levelOf(asset_id, side, price));
    }
    // One entry is one change of a level, whatever number of own orders it meets there.
    for (const level of levels) this.#news.heard(level);
    this.#changed();
  }

  /** Takes an item of the public feed of the markets in which the account has something. */
  #learned(item: MarketFeedItem): void {
    if (item.kind === 'resync') {
      this.#levels.forget(item.tokenIds);
      if (item.reason === 'rewound') this.#readAnew();
    }
    if (item.kind !== 'message') return;
    const { message } = item;
    if (message.event_type === 'book' || message.event_type === 'market_resolved') this.#learn('books');
    const shrunk = this.#levels.shrunkBy(message);
    if (shrunk.length === 0) return;
    const own = new Set([...this.openOrders.values()].map(({ tokenId, side, price }) => levelOf(tokenId, side, price)));
    for (const level of shrunk) if (own.has(level) || this.#news.awaits(level)) this.#news.learned(level);
  }

  /** Notes news that no message of the account's feed confirms; once at a time. */
  #learn(what: string): void {
    if (!this.#news.awaits(what)) this.#news.learned(what);
  }

  readonly #wrote: WriteWatcher = (route, body) => {
    this.#awaited += 1;
    const take = this.#copy.awaitAnswer();
    return (outcome) => {
      this.#awaited -= 1;
      const { orders, isOpen } =
        'answer' in outcome
          ? readAnswer(route, body, outcome.answer)
          : { orders: new Map(), isOpen: isOutcomeUnknown(outcome.error) || isAborted(outcome.error) };
      for (const id of take(orders)) this.#answers.learned(id);
      if (isOpen) this.#read();
      this.#changed();
    };
  };

  /** Reads the ledger after a gap, or on another branch: what was learned before does not count. */
  #readAnew(): void {
    this.#entry = [];
    this.#copy.forget();
    this.#isReadVoid = this.#isReading;
    this.#read();
  }

  #read(): void {
    this.#isReadDue = true;
    if (!this.#isReading) void this.#readWhileDue();
  }

  async #readWhileDue(): Promise<void> {
    const { signal } = this.#ended;
    this.#isReading = true;
    for (let failures = 0; this.#isReadDue && !signal.aborted; ) {
      this.#isReadDue = false;
      this.#isReadVoid = false;
      this.#since = [];
      const [put, needed] = [this.#copy.beginRead(), this.#copy.sequence];
      const read = await this.#setup.read(signal).catch((error: unknown) => this.#failed(error));
      // Another node may be behind the one of the feed.
      const isBehind = read !== null && read.account.sequence < needed && failures < BEHIND_MAX;
      if (read !== null && !isBehind && !this.#isReadVoid) {
        failures = 0;
        if (!put(read, this.#since)) this.#isReadDue = true;
        this.#leave();
        this.#changed();
      } else if (!this.#isReadVoid && !signal.aborted) {
        this.#isReadDue = true;
        await pause(backoffMs(this.#setup.retry, ++failures), signal).catch(() => undefined);
      }
    }
    this.#since = null;
    this.#isReading = false;
    this.#changed();
  }

  #failed(error: unknown): null {
    const isPassing = isOutcomeUnknown(error) || (isApiError(error) && !isUnauthorized(error));
    if (!isPassing) this.end(error);
    return null;
  }

  #changed(): void {
    this.#follows();
    this.#hasNews = this.#copy.isRead;
    this.#change.resolve();
    this.#change = Promise.withResolvers<void>();
  }

  /** Follows the public books of all tokens that the account has orders or shares of. */
  #follows(): void {
    if (this.#ended.signal.aborted) return;
    const added = this.#tokens().filter((tokenId) => !this.#followed.has(tokenId));
    if (added.length === 0) return;
    for (const tokenId of added) this.#followed.add(tokenId);
    if (this.#market !== null) return this.#market.subscribe(added);
    this.#market = this.#setup.openMarket(added);
    void this.#follow(this.#market, (item) => this.#learned(item));
  }

  /** Leaves the books that do not matter any more, except the last ones. */
  #leave(): void {
    const own = new Set(this.#tokens());
    const left = [...this.#followed].filter((tokenId) => !own.has(tokenId));
    if (left.length === 0 || left.length === this.#followed.size) return;
    for (const tokenId of left) this.#followed.delete(tokenId);
    this.#market?.unsubscribe(left);
    this.#levels.forget(left);
  }

  #tokens(): string[] {
    return [...[...this.openOrders.values()].map(({ tokenId }) => tokenId), ...this.positions.keys()];
  }
}
