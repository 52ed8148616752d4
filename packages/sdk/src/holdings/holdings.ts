/**
 * A live copy of what the account has. It follows the account's feed, and reads the ledger only where that may not be
 * enough: at the start, after a gap or a reconnection, after an answer that never came or that tells of no order, such
 * as a split's, and when an answer or a public book shows something that the feed does not confirm. Nothing is read
 * because time has passed.
 */
import { AbortedError, isAborted, isApiError, isOutcomeUnknown, isUnauthorized } from '../errors.ts';
import type { MarketFeed, MarketFeedItem } from '../feeds/market-feed.ts';
import type { UserFeed, UserFeedItem } from '../feeds/user-feed.ts';
import { backoffMs, pause, type RetryPolicy } from '../retry.ts';
import type { WriteWatcher } from '../session.ts';
import { readAnswer, untold } from './answered.ts';
import { Hearsay } from './hearsay.ts';
import {
  type Holding,
  LedgerCopy,
  type LedgerMessage,
  type LedgerRead,
  type OpenOrder,
  type Unconfirmed,
} from './ledger-copy.ts';
import { levelOf, PublicLevels } from './public-levels.ts';

export interface HoldingsSetup {
  readonly user: UserFeed;
  readonly openMarket: (tokenIds: readonly string[]) => MarketFeed;
  readonly read: (signal: AbortSignal) => Promise<LedgerRead>;
  readonly writeWatchers: Set<WriteWatcher>;
  readonly retry: RetryPolicy;
  /** True if what has settled must not depend on how soon frames of the feed arrive. */
  readonly isRepeatable: boolean;
  /** Time in which the account's feed has to confirm what is known from elsewhere, in milliseconds. */
  readonly confirmMs: number;
}

/** Failed reads after which one that is behind the feed counts: the venue was restored to an earlier moment. */
const BEHIND_MAX = 4;

/**
 * Holdings of the account, kept up to date. As an async iterator it gives itself after the first read and after each
 * change; changes that come while its reader is busy are one. It ends with `close()`, and throws when the `signal` aborts
 * or the venue does not accept the account's key any more.
 */
export class Holdings implements AsyncIterableIterator<Holdings, undefined> {
  readonly #setup: HoldingsSetup;
  readonly #copy = new LedgerCopy();
  readonly #levels = new PublicLevels();
  /** News of public books. */
  readonly #news: Hearsay;
  #market: MarketFeed | null = null;
  readonly #followed = new Set<string>();
  /** Messages of an entry that is not complete yet. */
  #entry: LedgerMessage[] = [];
  #isReading = false;
  #isReadDue = false;
  /** True if the next read may be of another branch, and show fewer entries. */
  #isAnew = false;
  #awaited = 0;
  #hasNews = false;
  #change = Promise.withResolvers<void>();
  readonly #ended = new AbortController();
  #error: unknown = null;

  constructor(setup: HoldingsSetup) {
    this.#setup = setup;
    this.#news = new Hearsay(setup.confirmMs, () => this.#read());
    setup.writeWatchers.add(this.#wrote);
    void this.#follow(setup.user, (item) => this.#heard(item));
    // The feed may be silent from the start.
    this.#read();
  }

  /** Orders that rest in a book, by id. Empty before the first read, as all the rest. */
  get openOrders(): ReadonlyMap<string, OpenOrder> {
    return this.#copy.openOrders;
  }

  /** Shares by token id. */
  get positions(): ReadonlyMap<string, Holding> {
    return this.#copy.positions;
  }

  get cash(): Holding {
    return this.#copy.cash;
  }

  /** The last journal entry that is known to be in it. */
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

  /**
   * Resolves when everything that requests of this client were answered is in it, and no read is due or under way. For a
   * client with a seed the ledger is read first. Rejects if it has ended.
   */
  async settled(): Promise<void> {
    if (this.#setup.isRepeatable) this.#read();
    while (!this.#ended.signal.aborted && (this.#isReading || this.#awaited > 0 || !this.#copy.isConfirmed))
      await this.#change.promise;
    if (this.#ended.signal.aborted) throw this.#error ?? new AbortedError('the holdings were closed');
  }

  close(): void {
    this.#end(null);
  }

  async return(): Promise<IteratorResult<Holdings, undefined>> {
    this.close();
    return { done: true, value: undefined };
  }

  #end(error: unknown): void {
    if (this.#ended.signal.aborted) return;
    this.#error = error;
    this.#ended.abort();
    this.#setup.writeWatchers.delete(this.#wrote);
    this.#news.clear();
    this.#setup.user.close();
    this.#market?.close();
    this.#changed();
  }

  async #follow<Item>(feed: AsyncIterableIterator<Item, undefined>, take: (item: Item) => void): Promise<void> {
    try {
      for await (const item of feed) take(item);
    } catch (error) {
      this.#end(error);
    }
  }

  /** Takes an item of the account's feed; messages of one entry together. */
  #heard(item: UserFeedItem): void {
    if (item.kind === 'message' || item.kind === 'balance') {
      const { message } = item;
      if ('again' in message && message.again === true) return;
      if (message.event_type !== 'trade') this.#entry.push(message);
      if (message.index + 1 >= message.count) this.#entered();
    } else if (item.kind === 'resync') this.#readAnew();
    else this.#read();
  }

  #entered(): void {
    const levels = new Set<string>();
    for (const message of this.#entry) {
      this.#copy.fold(message);
      if (message.event_type !== 'order') continue;
      const { asset_id, side, price, type } = message;
      if (type !== 'PLACEMENT') levels.add(levelOf(asset_id, side, price));
    }
    // An entry changes a level once, whatever number of own orders it meets there.
    for (const level of levels) this.#news.tell(level, 'feed');
    this.#entry = [];
    this.#changed();
  }

  /** Takes an item of the public feed of the markets in which the account has something. */
  #learned(item: MarketFeedItem): void {
    if (item.kind === 'resync' && item.reason === 'rewound') this.#readAnew();
    if (item.kind !== 'message') return;
    const { event_type } = item.message;
    const isWhole = event_type === 'book' || event_type === 'market_resolved';
    // No message of the account's feed confirms these: one read for all that come meanwhile.
    if (isWhole && !this.#news.awaits('books')) this.#news.tell('books', 'elsewhere');
    const shrunk = this.#levels.shrunkBy(item.message);
    if (shrunk.length === 0) return;
    const own = new Set([...this.openOrders.values()].map(({ tokenId, side, price }) => levelOf(tokenId, side, price)));
    for (const level of shrunk) if (own.has(level) || this.#news.awaits(level)) this.#news.tell(level, 'elsewhere');
  }

  readonly #wrote: WriteWatcher = (route, body) => {
    const take = this.#copy.awaitAnswer();
    this.#awaited += 1;
    return (outcome) => {
      this.#awaited -= 1;
      const answered =
        'answer' in outcome
          ? readAnswer(route, body, outcome.answer)
          : untold(isOutcomeUnknown(outcome.error) || isAborted(outcome.error));
      const news = take(answered);
      if (answered.isOpen) this.#read();
      else if (news.length > 0) void this.#confirm(news);
      this.#changed();
    };
  };

  /** Reads the ledger unless the feed confirms the answers in time. */
  async #confirm(answers: readonly Unconfirmed[]): Promise<void> {
    await pause(this.#setup.confirmMs, this.#ended.signal).catch(() => undefined);
    if (this.#copy.doubts(answers)) this.#read();
  }

  /** Reads the ledger after a gap, perhaps on another branch. */
  #readAnew(): void {
    this.#entry = [];
    this.#isAnew = true;
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
      const needed = this.#isAnew ? 0 : this.#copy.sequence;
      this.#isAnew = false;
      this.#isReadDue = false;
      this.#copy.beginRead();
      const read = await this.#setup.read(signal).catch((error: unknown) => this.#failed(error));
      // Another node may be behind the one of the feed.
      if (read !== null && (read.account.sequence >= needed || failures >= BEHIND_MAX)) {
        failures = 0;
        this.#copy.endRead(read);
        this.#leave();
        this.#changed();
      } else {
        this.#isReadDue = true;
        this.#isAnew ||= needed === 0;
        await pause(backoffMs(this.#setup.retry, ++failures), signal).catch(() => undefined);
      }
    }
    this.#isReading = false;
    this.#changed();
  }

  #failed(error: unknown): null {
    const isPassing = isOutcomeUnknown(error) || (isApiError(error) && !isUnauthorized(error));
    if (!isPassing) this.#end(error);
    return null;
  }

  #changed(): void {
    this.#join();
    this.#hasNews = this.#copy.isRead;
    this.#change.resolve();
    this.#change = Promise.withResolvers<void>();
  }

  /** Tokens that the account has orders or shares of. */
  #tokens(): Set<string> {
    return new Set([...[...this.openOrders.values()].map(({ tokenId }) => tokenId), ...this.positions.keys()]);
  }

  /** Follows the public books of these tokens. */
  #join(): void {
    const added = [...this.#tokens().difference(this.#followed)];
    if (added.length === 0 || this.#ended.signal.aborted) return;
    for (const tokenId of added) this.#followed.add(tokenId);
    if (this.#market !== null) return this.#market.subscribe(added);
    this.#market = this.#setup.openMarket(added);
    void this.#follow(this.#market, (item) => this.#learned(item));
  }

  /** Leaves the books of other tokens, but never the last one: a feed of none hears of all markets. */
  #leave(): void {
    const own = this.#tokens();
    const left = [...this.#followed].filter((tokenId) => !own.has(tokenId));
    if (own.size === 0 || left.length === 0) return;
    for (const tokenId of left) this.#followed.delete(tokenId);
    this.#market?.unsubscribe(left);
  }
}
