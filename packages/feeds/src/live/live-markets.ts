/**
 * The topic `clob_market` of one connection: the types that it wants for each token, messages owed to it, and whether
 * it keeps up. It reads the streams of the market feed. Every entry would bring a whole book, so books come at a
 * limited rate, only the newest of each. When a client reads too slowly, the rest is left out; it gets a resync and the
 * newest books.
 */

import { LIVE_TOPICS, type LiveSubscription, type ResyncReason } from '@bellwether/contract';
import type { MarketId, Outcome } from '@bellwether/engine';
import type { TokenOfMarket } from '@bellwether/gateway/http/book-cache.ts';
import type { Cancel } from '@bellwether/ports/runtime.ts';
import type { Frame } from '../frame.ts';
import type { MarketFeed, MarketNews, MarketNewsReader } from '../market/market-feed.ts';
import type { MarketReader, MarketStream } from '../market/market-stream.ts';
import { type LiveMarketMessages, marketNewsMessage, type TokenBits } from './live-market-messages.ts';
import type { LiveMessage } from './live-message.ts';
import type { LiveOutlet, LiveProblem } from './live-outlet.ts';
import { filterOf, isProblem, wrongFilters } from './live-requests.ts';
import { type TopicConnection, TypeBits } from './live-topic.ts';

const TOPIC = 'clob_market';
const TYPES = new TypeBits(LIVE_TOPICS[TOPIC]);
const BOOKS = TYPES.bit('agg_orderbook');
const NEWS = TYPES.of(['market_created', 'market_resolved']);
const CREATED = TYPES.bit('market_created');
const OUTCOMES = [0, 1] as const;
/** Characters of books that cost as much as one message. */
const CHARACTERS_PER_UNIT = 1_024;

interface Subscribed {
  readonly stream: MarketStream;
  /** Types wanted for each token. */
  readonly wanted: [number, number];
}

/** A market whose newest books must be sent before any of its messages, with the reason if messages were left out. */
interface Owed {
  readonly stream: MarketStream;
  tokens: TokenBits;
  reason: ResyncReason | null;
}

export class LiveMarkets implements TopicConnection, MarketReader, MarketNewsReader {
  readonly #outlet: LiveOutlet;
  readonly #feed: MarketFeed;
  readonly #messages: LiveMarketMessages;
  readonly #subscribed = new Map<MarketId, Subscribed>();
  /** Types wanted for every token. */
  #all = 0;
  #tokens = 0;
  readonly #owed = new Map<MarketId, Owed>();
  /** True if messages about markets that the client has not named were left out. */
  #missedOthers = false;
  /** Markets whose books changed since they were sent. */
  readonly #changed = new Map<MarketId, MarketStream>();
  /** Cancels the timer that runs until books may be sent again; null: none runs. */
  #cancelTimer: Cancel | null = null;

  constructor(outlet: LiveOutlet, feed: MarketFeed, messages: LiveMarketMessages) {
    this.#outlet = outlet;
    this.#feed = feed;
    this.#messages = messages;
  }

  get isSubscribed(): boolean {
    return this.#all !== 0 || this.#subscribed.size > 0;
  }

  subscribe(types: readonly string[], { type, filters, since }: LiveSubscription): LiveProblem | null {
    const tokenIds = filterOf(TOPIC, filters);
    if (isProblem(tokenIds)) return tokenIds;
    if (typeof since === 'number') return { code: 'invalid_since', message: 'since of clob_market is by market' };
    if (tokenIds === null) {
      if (since !== undefined) return { code: 'invalid_since', message: 'since of clob_market needs filters' };
      this.#all |= TYPES.of(types);
      this.#follow();
      return null;
    }
    if (type === 'market_created') return wrongFilters('market_created has none: a new market is in no list yet');
    const tokens = this.#find(tokenIds);
    if (isProblem(tokens)) return tokens;
    if (!this.#outlet.spend(tokens.length)) return null;
    this.#join(tokens, TYPES.of(types) & ~CREATED, since);
    return null;
  }

  unsubscribe(types: readonly string[], { filters }: LiveSubscription): LiveProblem | null {
    const tokenIds = filterOf(TOPIC, filters);
    if (isProblem(tokenIds)) return tokenIds;
    const bits = TYPES.of(types);
    if (tokenIds === null) {
      this.#all &= ~bits;
      for (const { stream } of this.#subscribed.values())
        for (const outcome of OUTCOMES) this.#drop(stream, outcome, bits);
    } else {
      for (const tokenId of tokenIds) {
        const token = this.#feed.find(tokenId);
        const subscribed = token === null ? undefined : this.#subscribed.get(token.market.id);
        if (token !== null && subscribed !== undefined) this.#drop(subscribed.stream, token.outcome, bits);
      }
    }
    this.#follow();
    return null;
  }

  takeFrame(stream: MarketStream, frame: Frame): void {
    const { id } = stream.market;
    const wanted = this.#wantedOf(id);
    const owed = this.#owed.get(id);
    if (owed !== undefined || !this.#outlet.hasRoom || (this.#missedOthers && !this.#subscribed.has(id))) {
      if ((wanted[0] | wanted[1]) !== 0) this.#leaveOut(stream, frame);
      return;
    }
    for (const message of this.#messages.of(stream, frame)) {
      const tokens = tokensWanting(wanted, TYPES.bit(message.type));
      if ((tokens & message.tokens) !== 0) this.#outlet.send(message.for(tokens));
    }
    if (((wanted[0] | wanted[1]) & BOOKS) !== 0) this.#changed.set(id, stream);
  }

  takeMarketNews(news: MarketNews): void {
    const wanted = this.#wantedOf(news.market.id);
    if (((wanted[0] | wanted[1]) & TYPES.bit(news.type)) === 0) return;
    if (this.#outlet.hasRoom) return this.#outlet.send(marketNewsMessage(news));
    this.#outlet.dropped++;
    this.#missedOthers = true;
  }

  /** Sends the changed books, after the messages of all entries that became durable together. */
  published(): void {
    if (this.#cancelTimer === null && this.#changed.size > 0) this.#sendChanged();
  }

  #sendChanged(): void {
    for (const [id, stream] of this.#changed) {
      const tokens = this.#owed.has(id) ? 0 : tokensWanting(this.#wantedOf(id), BOOKS);
      if (tokens !== 0 && this.#outlet.hasRoom) {
        if (!this.#outlet.mayPush(this.#sizeOfBooks(stream, tokens) / CHARACTERS_PER_UNIT)) break;
        this.#sendBooks(stream, tokens);
      } else if (tokens !== 0) {
        this.#outlet.dropped++;
        this.#leftOut(stream, tokens);
      }
      this.#changed.delete(id);
    }
    const { liveBooksIntervalMs } = this.#outlet.limits;
    if (liveBooksIntervalMs === 0 && this.#changed.size === 0) return;
    this.#cancelTimer = this.#outlet.timers.after(liveBooksIntervalMs, () => {
      this.#cancelTimer = null;
      this.published();
    });
  }

  flushed(): void {
    if ((this.#owed.size > 0 || this.#missedOthers) && this.#outlet.hasDrained) this.#payOwed();
  }

  closed(): void {
    for (const { stream } of this.#subscribed.values()) this.#feed.leave(stream, this);
    this.#subscribed.clear();
    this.#owed.clear();
    this.#changed.clear();
    this.#cancelTimer?.();
    this.#all = 0;
    this.#missedOthers = false;
    this.#feed.allReaders.delete(this);
    this.#feed.newsReaders.delete(this);
  }

  /** Returns the tokens of a filter, or the problem if one does not exist or there are too many. */
  #find(tokenIds: readonly string[]): readonly TokenOfMarket[] | LiveProblem {
    const tokens = new Map<string, TokenOfMarket>();
    let added = 0;
    for (const tokenId of tokenIds) {
      const token = this.#feed.find(tokenId);
      if (token === null) return wrongFilters(`there is no token ${tokenId}`);
      if (!tokens.has(tokenId) && (this.#subscribed.get(token.market.id)?.wanted[token.outcome] ?? 0) === 0) added++;
      tokens.set(tokenId, token);
    }
    const { subscriptionsMax } = this.#outlet.limits;
    if (this.#tokens + added > subscriptionsMax)
      return {
        code: 'too_many_subscriptions',
        message: `clob_market: at most ${subscriptionsMax} tokens on a connection`,
      };
    return [...tokens.values()];
  }

  /** Subscribes, then completes each market: with the frames since a position, or with its newest books. */
  #join(tokens: readonly TokenOfMarket[], bits: number, since: Readonly<Record<string, number>> = {}): void {
    const asked = new Map<MarketStream, TokenBits>();
    for (const token of tokens) {
      const { id } = token.market;
      const subscribed = this.#subscribed.get(id) ?? { stream: this.#feed.join(token, this), wanted: [0, 0] };
      this.#subscribed.set(id, subscribed);
      if (subscribed.wanted[token.outcome] === 0) this.#tokens++;
      subscribed.wanted[token.outcome] |= bits;
      const before = asked.get(subscribed.stream) ?? 0;
      asked.set(subscribed.stream, (before | (1 << token.outcome)) as TokenBits);
    }
    this.#follow();
    for (const [stream, wanted] of asked) {
      const seen = stream.seenIn(since);
      const frames = seen === undefined ? [] : this.#feed.framesSince(stream, seen);
      if (typeof frames === 'string') this.#owe(stream, wanted, frames);
      else {
        for (const frame of frames) this.takeFrame(stream, frame);
        if ((bits & BOOKS) === 0) continue;
        this.#changed.delete(stream.market.id);
        this.#owe(stream, wanted, null);
      }
    }
    if (this.#outlet.hasRoom) this.#payOwed();
  }

  #drop(stream: MarketStream, outcome: Outcome, bits: number): void {
    const { id } = stream.market;
    const subscribed = this.#subscribed.get(id);
    if (subscribed === undefined || subscribed.wanted[outcome] === 0) return;
    subscribed.wanted[outcome] &= ~bits;
    if (subscribed.wanted[outcome] !== 0) return;
    this.#tokens--;
    if ((subscribed.wanted[0] | subscribed.wanted[1]) !== 0) return;
    this.#subscribed.delete(id);
    this.#owed.delete(id);
    this.#feed.leave(stream, this);
  }

  /** Follows the markets that the client has not named, and news, exactly as far as it wants. */
  #follow(): void {
    let named = 0;
    for (const { wanted } of this.#subscribed.values()) named |= wanted[0] | wanted[1];
    if (((this.#all | named) & NEWS) === 0) this.#feed.newsReaders.delete(this);
    else this.#feed.newsReaders.add(this);
    if ((this.#all & ~NEWS) === 0) this.#feed.allReaders.delete(this);
    else this.#feed.allReaders.add(this);
    if (this.#all === 0) this.#missedOthers = false;
  }

  #wantedOf(id: MarketId): readonly [number, number] {
    const [first, second] = this.#subscribed.get(id)?.wanted ?? [0, 0];
    return [first | this.#all, second | this.#all];
  }

  #leaveOut(stream: MarketStream, frame: Frame): void {
    this.#outlet.dropped += frame.count({ custom: false, grouped: false });
    this.#changed.delete(stream.market.id);
    this.#leftOut(stream, tokensWanting(this.#wantedOf(stream.market.id), BOOKS));
  }

  #leftOut(stream: MarketStream, tokens: TokenBits): void {
    if (this.#subscribed.has(stream.market.id)) this.#owe(stream, tokens, 'slow_reader');
    else this.#missedOthers = true;
  }

  #owe(stream: MarketStream, tokens: TokenBits, reason: ResyncReason | null): void {
    const { id } = stream.market;
    const owed = this.#owed.get(id) ?? { stream, tokens: 0, reason };
    owed.tokens = (owed.tokens | tokens) as TokenBits;
    owed.reason ??= reason;
    this.#owed.set(id, owed);
  }

  /** Sends what is owed, as far as there is room; the rest follows when that has been read. */
  #payOwed(): void {
    if (this.#missedOthers) {
      this.#missedOthers = false;
      this.#outlet.resync(TOPIC, 'slow_reader', 0, { market: '', asset_ids: [] });
    }
    for (const [id, { stream, tokens, reason }] of this.#owed) {
      if (!this.#outlet.hasRoom || !this.#outlet.isOpen) return;
      this.#owed.delete(id);
      const { conditionId: market, tokenIds } = stream.market;
      if (reason !== null) this.#outlet.resync(TOPIC, reason, stream.sequence, { market, asset_ids: tokenIds });
      const books = (tokens & tokensWanting(this.#wantedOf(id), BOOKS)) as TokenBits;
      if (!this.#outlet.spend(this.#sendBooks(stream, books) / CHARACTERS_PER_UNIT)) return;
    }
  }

  /** Sends books. Returns their number of characters. */
  #sendBooks(stream: MarketStream, tokens: TokenBits): number {
    const books = this.#booksOf(stream, tokens);
    for (const book of books) this.#outlet.send(book);
    return books.reduce((sum, { size }) => sum + size, 0);
  }

  #sizeOfBooks(stream: MarketStream, tokens: TokenBits): number {
    return this.#booksOf(stream, tokens).reduce((sum, { size }) => sum + size, 0);
  }

  #booksOf(stream: MarketStream, tokens: TokenBits): readonly LiveMessage[] {
    return OUTCOMES.filter((outcome) => (tokens & (1 << outcome)) !== 0).map((outcome) =>
      this.#messages.book(stream, outcome),
    );
  }
}

function tokensWanting([first, second]: readonly [number, number], bits: number): TokenBits {
  return (((first & bits) === 0 ? 0 : 1) | ((second & bits) === 0 ? 0 : 2)) as TokenBits;
}
