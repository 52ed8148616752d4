/**
 * The market feed of the whole venue: one stream for each market with listeners, and for a while after they leave.
 * Entries of all other markets cost next to nothing. Everything happens between two entries or right after one, in one
 * thread. That is why a snapshot and the frames after it join without a gap or a repeat.
 */
import type { ProfileKind, ResyncReason } from '@bellwether/contract';
import type { ClarificationAdded, Entry, Event, Market, MarketId, State } from '@bellwether/engine';
import { marketOfToken, type TokenOfMarket } from '@bellwether/gateway/http/book-cache.ts';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import type { VenueView } from '@bellwether/ports/venue-view.ts';
import type { EventText, EventTexts } from '../event-texts.ts';
import { Frame } from '../frame.ts';
import type { FeedLimits } from '../limits.ts';
import { Recent } from '../recent.ts';
import type { EntryOrders } from '../user/entry-orders.ts';
import { marketChanges, resolvedMarkets, touchedMarkets } from './market-changes.ts';
import { clarificationMessage, marketResolvedMessage, newMarketMessage } from './market-messages.ts';
import { type MarketReader, MarketStream } from './market-stream.ts';

/** Reader of every new market, and of the results of all markets while it follows none. */
export interface NewsReader {
  readonly isFollowingMarkets: boolean;
  takeNews(frame: Frame): void;
}

/** An added market, or fixed payouts of a market. */
export interface MarketNews {
  readonly type: 'market_created' | 'market_resolved';
  readonly market: Market;
  readonly timeMs: number;
}

export interface MarketNewsReader {
  takeMarketNews(news: MarketNews): void;
}

export class MarketFeed {
  readonly #view: VenueView;
  readonly #limits: FeedLimits;
  readonly #texts: Pick<EventTexts, 'of'>;
  /** True if positions of clients may belong to another history. */
  readonly #isRewound: boolean;
  readonly #profile: ProfileKind;
  readonly #streams = new Map<MarketId, MarketStream>();
  /** Streams without readers, in the order in which they were left. */
  readonly #idle = new Set<MarketId>();
  readonly #recent: Recent<Frame>;
  readonly newMarketReaders = new Set<NewsReader>();
  /** Readers that get the frames of every market, each once. */
  readonly allReaders = new Set<MarketReader>();
  /** Streams that live for one entry, for readers of every market; their frames are not kept. */
  readonly #passing = new Map<MarketId, MarketStream>();
  readonly newsReaders = new Set<MarketNewsReader>();
  readonly #isFollowed = (market: MarketId): boolean => this.#streams.has(market) || this.#passing.has(market);

  constructor(
    view: VenueView,
    limits: FeedLimits,
    texts: Pick<EventTexts, 'of'>,
    isRewound: boolean,
    profile: ProfileKind,
  ) {
    this.#view = view;
    this.#limits = limits;
    this.#texts = texts;
    this.#isRewound = isRewound;
    this.#profile = profile;
    this.#recent = new Recent(limits.recentFramesMax, limits.recentCharactersMax);
  }

  /** False if no entry needs to be examined. */
  get isFollowing(): boolean {
    return this.#streams.size + this.newMarketReaders.size + this.newsReaders.size > 0 || this.allReaders.size > 0;
  }

  find(tokenId: string): TokenOfMarket | null {
    return marketOfToken(this.#view.state, tokenId);
  }

  join({ market }: Pick<TokenOfMarket, 'market'>, reader: MarketReader): MarketStream {
    const stream = this.#streams.get(market.id) ?? new MarketStream(market);
    this.#streams.set(market.id, stream);
    this.#idle.delete(market.id);
    stream.readers.add(reader);
    stream.idleFrames = 0;
    return stream;
  }

  leave(stream: MarketStream, reader: MarketReader): void {
    const { id } = stream.market;
    stream.readers.delete(reader);
    // After a reset, a reader may have joined a new stream of the same market.
    if (stream.readers.size > 0 || this.#streams.get(id) !== stream) return;
    this.#idle.add(id);
    for (const oldest of this.#idle) {
      if (this.#idle.size <= this.#limits.idleStreamsMax) break;
      this.#forget(oldest);
    }
  }

  /** Returns every frame after `sequence`, or the reason why some are missing. */
  framesSince(stream: MarketStream, sequence: number): readonly Frame[] | ResyncReason {
    if (this.#isRewound) return 'rewound';
    if (sequence > stream.sequence) return 'ahead';
    if (sequence === stream.sequence) return [];
    const frames = this.#recent.of(stream.market.id);
    const [oldest] = frames;
    if (oldest === undefined || oldest.sequence > sequence + 1) return 'too_old';
    return frames.slice(sequence + 1 - oldest.sequence);
  }

  /**
   * Follows the markets that an entry is about to change, if a reader follows everything. `state` is the state before
   * the entry.
   */
  before(entry: Entry, state: Readonly<State>, before: EntryOrders): void {
    if (this.allReaders.size === 0) return;
    for (const id of touchedMarkets(entry, before)) {
      const market = state.markets[id];
      // A market that the entry adds has no book to follow yet.
      if (market !== undefined && !this.#streams.has(id)) this.#passing.set(id, new MarketStream(market));
    }
  }

  /** Makes and hands out the frames of an entry that `state` has just taken in. */
  publish(entry: ChainedEntry, state: Readonly<State>, before: EntryOrders): void {
    if (this.#streams.size + this.#passing.size > 0) this.#publishChanges(entry, state, before);
    if (this.newMarketReaders.size > 0) this.#publishToAll(entry, state);
    if (this.newsReaders.size > 0) this.#publishNews(entry, state);
    if (this.#passing.size > 0) this.#passing.clear();
  }

  /** Drops everything, since the kept frames may be incomplete. */
  reset(): void {
    for (const id of [...this.#streams.keys()]) this.#forget(id);
    this.newMarketReaders.clear();
    this.allReaders.clear();
    this.newsReaders.clear();
    this.#passing.clear();
  }

  #publishChanges(entry: ChainedEntry, state: Readonly<State>, before: EntryOrders): void {
    for (const [id, change] of marketChanges(entry, state, before, this.#isFollowed)) {
      const kept = this.#streams.get(id);
      const stream = kept ?? this.#passing.get(id);
      if (stream === undefined) continue;
      const text = change.isResolved ? this.#textOf(stream.market) : undefined;
      const frame = stream.advance(change, state, entry.hash, text);
      if (frame === null) continue;
      if (kept !== undefined) this.#recent.add(id, frame);
      for (const reader of stream.readers) reader.takeFrame(stream, frame);
      for (const reader of this.allReaders) if (!stream.readers.has(reader)) reader.takeFrame(stream, frame);
      frame.release();
      if (kept === undefined) continue;
      // Once more frames were made than are kept, no client can resume from a frame it has seen.
      if (stream.readers.size === 0 && ++stream.idleFrames >= this.#limits.recentFramesMax) this.#forget(id);
    }
  }

  /** Tells readers of new markets and clarifications, and those that follow no market of all results. */
  #publishToAll({ events, timeMs }: Entry, state: Readonly<State>): void {
    for (const event of events)
      if (event.kind === 'ClarificationAdded') this.#publishClarification(event, state, timeMs);
    for (const [event, market] of newsOf(events, state)) {
      const readers = [...this.newMarketReaders].filter(
        ({ isFollowingMarkets }) => event.kind === 'MarketAdded' || !isFollowingMarkets,
      );
      if (readers.length === 0) continue;
      const text = this.#textOf(market);
      const message =
        event.kind === 'MarketAdded'
          ? newMarketMessage(event, market, state, text, this.#profile)
          : marketResolvedMessage(market, state, text);
      const frame = new Frame(market.id, market.bookVersion, [message], []);
      for (const reader of readers) reader.takeNews(frame);
    }
  }

  /** Tells every reader of news; the message stands beside the first market of the event. */
  #publishClarification(added: ClarificationAdded, state: Readonly<State>, timeMs: number): void {
    const event = state.catalogEvents.get(added.catalogEvent);
    const market = state.markets[event?.markets[0] ?? -1];
    if (event === undefined || market === undefined) return;
    const message = clarificationMessage(added, event, market, timeMs);
    const frame = new Frame(market.id, market.bookVersion, [message], []);
    for (const reader of this.newMarketReaders) reader.takeNews(frame);
  }

  #publishNews({ events, timeMs }: ChainedEntry, state: Readonly<State>): void {
    for (const [event, market] of newsOf(events, state)) {
      const type = event.kind === 'MarketAdded' ? 'market_created' : 'market_resolved';
      for (const reader of this.newsReaders) reader.takeMarketNews({ type, market, timeMs });
    }
  }

  #textOf({ catalogEvent }: Market): EventText | undefined {
    return catalogEvent === null ? undefined : this.#texts.of(catalogEvent);
  }

  #forget(id: MarketId): void {
    this.#streams.delete(id);
    this.#idle.delete(id);
    this.#recent.forget(id);
  }
}

/** Added markets and those whose payouts are fixed or replaced, each with its event. */
function newsOf(events: readonly Event[], state: Readonly<State>): (readonly [Event, Market])[] {
  return events.flatMap((event) => {
    const markets = event.kind === 'MarketAdded' ? [event.market] : resolvedMarkets(event);
    return markets.flatMap((id) => {
      const market = state.markets[id];
      return market === undefined ? [] : [[event, market] as const];
    });
  });
}
