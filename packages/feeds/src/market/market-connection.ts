/**
 * One client of the market feed: its tokens, books owed to it, and whether it keeps up. It always gets a snapshot and
 * every frame after that. When it reads too slowly, its frames are dropped, not kept: once there is room again, it gets
 * a resync and the newest book instead.
 */
import type { MarketSubscription, ResyncReason } from '@bellwether/contract';
import type { MarketId, Outcome } from '@bellwether/engine';
import type { CommentFeed } from '../comments/comment-feed.ts';
import { CommentSubscriptions } from '../comments/comment-subscriptions.ts';
import type { FeedSocket, SocketOwner } from '../feed-socket.ts';
import type { Frame, FrameForm } from '../frame.ts';
import { CLOSE, type FeedLimits } from '../limits.ts';
import { readMarketSubscription } from '../requests.ts';
import type { MarketFeed, NewsReader } from './market-feed.ts';
import { bookMessage, NEW_MARKETS_RESYNC, resyncMessage } from './market-messages.ts';
import type { MarketReader, MarketStream } from './market-stream.ts';

type Subscribed = { readonly stream: MarketStream; readonly tokens: Set<Outcome> };

/** A market whose newest book must be sent before any of its frames, with the reason if messages were left out. */
interface Owed {
  readonly stream: MarketStream;
  readonly outcomes: Set<Outcome>;
  reason: ResyncReason | null;
  /** True if the client has asked for the book. */
  isAnswer: boolean;
}

/** Characters of books that cost as much as one message. */
const CHARACTERS_PER_UNIT = 1_024;

/** Text that clients of the ecosystem know. */
const INVALID = 'invalid subscription payload';

export class MarketConnection implements SocketOwner, MarketReader, NewsReader {
  readonly #socket: FeedSocket;
  readonly #feed: MarketFeed;
  readonly #limits: FeedLimits;
  readonly #subscribed = new Map<MarketId, Subscribed>();
  readonly #owed = new Map<MarketId, Owed>();
  #tokens = 0;
  #form: FrameForm = { custom: false, grouped: false };
  #missedNews = false;
  readonly #comments: CommentSubscriptions;
  #dropped = 0;

  constructor(socket: FeedSocket, feed: MarketFeed, comments: CommentFeed, limits: FeedLimits) {
    this.#socket = socket;
    this.#feed = feed;
    this.#limits = limits;
    this.#comments = new CommentSubscriptions(socket, comments, limits);
    socket.attach(this);
  }

  /** WebSocket frames left out because the client was too slow. */
  get dropped(): number {
    return this.#dropped + this.#comments.dropped;
  }

  receive(text: string): void {
    const request = readMarketSubscription(text);
    if (request.kind === 'failure') return this.#refuse(request.text);
    const { value } = request;
    this.#setForm({
      custom: value.custom_feature_enabled ?? this.#form.custom,
      grouped: value.grouped ?? this.#form.grouped,
    });
    const { assets_ids: tokenIds, comments = [] } = value;
    if (!this.#socket.spend((tokenIds?.length ?? 0) + comments.length)) return;
    if (value.operation === 'unsubscribe') {
      this.#comments.unsubscribe(comments);
      return this.#unsubscribe(tokenIds ?? []);
    }
    if (tokenIds !== undefined) this.#subscribe(tokenIds, value);
    if (!this.#socket.isOpen) return;
    const problem = this.#comments.subscribe(comments, value.since);
    if (problem !== null) this.#refuse(problem);
  }

  takeFrame(stream: MarketStream, frame: Frame): void {
    if (this.#owed.has(stream.market.id)) {
      // The owed book will include this frame.
      this.#dropped += frame.count(this.#form);
    } else if (this.#socket.isBehind(this.#limits.marketBufferedBytesMax)) {
      this.#dropped += frame.count(this.#form);
      this.#owe(stream, this.#subscribed.get(stream.market.id)?.tokens ?? [], 'slow_reader', false);
    } else this.#socket.sendAll(frame.payloads(this.#form));
  }

  get isFollowingMarkets(): boolean {
    return this.#tokens > 0;
  }

  takeNews(frame: Frame): void {
    if (!this.#socket.isBehind(this.#limits.marketBufferedBytesMax)) {
      return this.#socket.sendAll(frame.payloads(this.#form));
    }
    this.#dropped++;
    this.#missedNews = true;
  }

  flushed(): void {
    this.#comments.flushed();
    if (this.#owed.size === 0 && !this.#missedNews) return;
    if (!this.#socket.isBehind(this.#limits.marketBufferedBytesMax / 2)) this.#payOwed();
  }

  closed(): void {
    for (const { stream } of this.#subscribed.values()) this.#feed.leave(stream, this);
    this.#feed.newMarketReaders.delete(this);
    this.#comments.closed();
    this.#subscribed.clear();
    this.#owed.clear();
    this.#missedNews = false;
  }

  #refuse(message: string): void {
    this.#socket.refuse({ code: 'invalid_subscription', message }, CLOSE.policy, INVALID);
  }

  #setForm(form: FrameForm): void {
    const { custom } = this.#form;
    this.#form = form;
    if (form.custom === custom) return;
    if (form.custom) this.#feed.newMarketReaders.add(this);
    else this.#feed.newMarketReaders.delete(this);
  }

  #unsubscribe(tokenIds: readonly string[]): void {
    for (const tokenId of tokenIds) {
      const token = this.#feed.find(tokenId);
      const subscribed = token === null ? undefined : this.#subscribed.get(token.market.id);
      if (token === null || subscribed?.tokens.delete(token.outcome) !== true) continue;
      this.#tokens--;
      this.#owed.get(token.market.id)?.outcomes.delete(token.outcome);
      if (subscribed.tokens.size > 0) continue;
      this.#subscribed.delete(token.market.id);
      this.#owed.delete(token.market.id);
      this.#feed.leave(subscribed.stream, this);
    }
  }

  /** Subscribes, then completes each market: with the frames since a position, or with its newest book. */
  #subscribe(tokenIds: readonly string[], { initial_dump: wantsBooks = true, since }: MarketSubscription): void {
    const asked = new Map<MarketId, Set<Outcome>>();
    const streams: MarketStream[] = [];
    for (const tokenId of tokenIds) {
      const token = this.#feed.find(tokenId);
      if (token === null) continue;
      const { id } = token.market;
      const subscribed = this.#subscribed.get(id) ?? { stream: this.#feed.join(token, this), tokens: new Set() };
      this.#subscribed.set(id, subscribed);
      if (!subscribed.tokens.has(token.outcome)) this.#tokens++;
      subscribed.tokens.add(token.outcome);
      const outcomes = asked.get(id);
      if (outcomes === undefined) streams.push(subscribed.stream);
      asked.set(id, (outcomes ?? new Set<Outcome>()).add(token.outcome));
    }
    const { subscriptionsMax } = this.#limits;
    if (this.#tokens > subscriptionsMax) return this.#refuse(`assets_ids: at most ${subscriptionsMax} on a connection`);
    const replays: (readonly [MarketStream, readonly Frame[]])[] = [];
    let isOwed = false;
    for (const stream of streams) {
      const outcomes = asked.get(stream.market.id) ?? [];
      const seen = since === undefined ? undefined : stream.seenIn(since);
      const frames = seen === undefined ? null : this.#feed.framesSince(stream, seen);
      if (typeof frames === 'object' && frames !== null) {
        replays.push([stream, frames]);
        continue;
      }
      if (frames === null && !wantsBooks) continue;
      this.#owe(stream, outcomes, frames, true);
      isOwed = true;
    }
    if (isOwed) this.#payOwed();
    else if (wantsBooks) this.#socket.send('[]');
    for (const [stream, frames] of replays) {
      for (const frame of frames) {
        this.takeFrame(stream, frame);
        frame.release();
      }
    }
  }

  #owe(stream: MarketStream, outcomes: Iterable<Outcome>, reason: ResyncReason | null, isAnswer: boolean): void {
    const { id } = stream.market;
    const owed = this.#owed.get(id) ?? { stream, outcomes: new Set(), reason, isAnswer };
    for (const outcome of outcomes) owed.outcomes.add(outcome);
    owed.reason ??= reason;
    owed.isAnswer ||= isAnswer;
    this.#owed.set(id, owed);
  }

  /** Sends owed books, as far as there is room; the rest follows when those have been read. */
  #payOwed(): void {
    if (this.#missedNews) {
      this.#missedNews = false;
      this.#socket.send(NEW_MARKETS_RESYNC);
    }
    const { marketBufferedBytesMax, snapshotFrameMax } = this.#limits;
    while (this.#owed.size > 0 && this.#socket.bufferedBytes <= marketBufferedBytesMax && this.#socket.isOpen) {
      const messages: string[] = [];
      let size = 0;
      for (const [id, owed] of this.#owed) {
        this.#owed.delete(id);
        const own = owedMessages(owed);
        for (const { length } of own) size += length;
        // The answer to a subscription is an array. Unsolicited books are not, for clients that read single messages.
        if (owed.isAnswer || this.#form.grouped) messages.push(...own);
        else this.#socket.sendAll(own);
        if (size > snapshotFrameMax) break;
      }
      if (!this.#socket.spend(size / CHARACTERS_PER_UNIT)) return;
      if (messages.length > 0) this.#socket.send(`[${messages.join(',')}]`);
    }
  }
}

/** Returns the newest books of a market, after a resync if messages were left out. */
function owedMessages({ stream, outcomes, reason }: Owed): string[] {
  const books = [...outcomes].map((outcome) => bookMessage(stream.books[outcome]));
  return reason === null ? books : [resyncMessage(stream.market, reason), ...books];
}
