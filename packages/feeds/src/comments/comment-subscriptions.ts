/**
 * Discussions of one client of the market feed: its subscriptions, messages owed to it, and whether it keeps up. A
 * client that reads too slowly loses messages, as it loses books: it gets a resync and reads the comments again.
 */
import type { MarketSubscription, ResyncReason } from '@bellwether/contract';
import type { CommentEntity } from '@bellwether/engine';
import type { FeedSocket } from '../feed-socket.ts';
import type { FeedLimits } from '../limits.ts';
import type { CommentFeed } from './comment-feed.ts';
import type { CommentFrame } from './comment-frame.ts';
import type { CommentReader, CommentStream } from './comment-stream.ts';

export class CommentSubscriptions implements CommentReader {
  readonly readsRows = true;
  readonly #socket: FeedSocket;
  readonly #feed: CommentFeed;
  readonly #limits: FeedLimits;
  readonly #streams = new Map<string, CommentStream>();
  /** Positions from which clients resume, in streams that have not started yet; null: from now on. */
  readonly #starting = new Map<CommentStream, number | null>();
  /** Streams whose position must be sent before any more messages, with the reason if messages were left out. */
  readonly #owed = new Map<CommentStream, ResyncReason | null>();
  /** Messages left out because the client was too slow. */
  dropped = 0;

  constructor(socket: FeedSocket, feed: CommentFeed, limits: FeedLimits) {
    this.#socket = socket;
    this.#feed = feed;
    this.#limits = limits;
  }

  /**
   * Subscribes, then sends the position of each discussion. If a name is wrong, returns an error text and does nothing.
   */
  subscribe(names: readonly string[], since: MarketSubscription['since']): string | null {
    const found = new Map<string, CommentEntity>();
    for (const name of names) {
      const entity = this.#feed.find(name);
      if (entity === null) return `comments: unknown discussion ${name}`;
      found.set(name, entity);
    }
    const { discussionsMax } = this.#limits;
    const added = [...found.keys()].filter((name) => !this.#streams.has(name));
    if (this.#streams.size + added.length > discussionsMax) {
      return `comments: at most ${discussionsMax} on a connection`;
    }
    for (const [name, entity] of found) {
      const stream = this.#streams.get(name) ?? this.#feed.join(name, entity, this);
      this.#streams.set(name, stream);
      if (stream.isStarted) this.#begin(stream, since?.[name] ?? null);
      else this.#starting.set(stream, since?.[name] ?? null);
    }
    return null;
  }

  /** Ends subscriptions; ignores names without one. */
  unsubscribe(names: readonly string[]): void {
    for (const name of names) {
      const stream = this.#streams.get(name);
      if (stream === undefined) continue;
      this.#streams.delete(name);
      this.#starting.delete(stream);
      this.#owed.delete(stream);
      this.#feed.leave(stream, this);
    }
  }

  discussionStarted(stream: CommentStream, isAgain: boolean): void {
    const since = this.#starting.get(stream);
    this.#starting.delete(stream);
    if (since !== undefined) this.#begin(stream, since);
    else if (isAgain) this.#owe(stream, 'too_old');
  }

  takeComment(stream: CommentStream, frame: CommentFrame): void {
    if (this.#owed.has(stream)) this.dropped++;
    else if (this.#socket.isBehind(this.#limits.marketBufferedBytesMax)) {
      this.dropped++;
      this.#owed.set(stream, 'slow_reader');
    } else this.#socket.send(frame.bytes);
  }

  /** Called when buffered data has been written. */
  flushed(): void {
    if (this.#owed.size > 0 && !this.#socket.isBehind(this.#limits.marketBufferedBytesMax / 2)) this.#payOwed();
  }

  closed(): void {
    this.unsubscribe([...this.#streams.keys()]);
  }

  #begin(stream: CommentStream, since: number | null): void {
    const frames = since === null ? null : this.#feed.framesSince(stream, since);
    if (since === null || frames === null) return this.#owe(stream, null);
    if (typeof frames === 'string') return this.#owe(stream, frames);
    this.#socket.send(discussionMessage(stream, since));
    for (const frame of frames) {
      this.takeComment(stream, frame);
      frame.release();
    }
  }

  #owe(stream: CommentStream, reason: ResyncReason | null): void {
    this.#owed.set(stream, this.#owed.get(stream) ?? reason);
    if (!this.#socket.isBehind(this.#limits.marketBufferedBytesMax)) this.#payOwed();
  }

  #payOwed(): void {
    for (const [stream, reason] of this.#owed) {
      // A stream that starts again sends its position when it does.
      if (!stream.isStarted) continue;
      this.#owed.delete(stream);
      this.#socket.send(reason === null ? discussionMessage(stream, stream.sequence) : resyncMessage(stream, reason));
    }
  }
}

function discussionMessage({ name }: CommentStream, sequence: number): string {
  return JSON.stringify({ event_type: 'discussion', discussion: name, sequence });
}

function resyncMessage({ name, sequence }: CommentStream, reason: ResyncReason): string {
  return JSON.stringify({ event_type: 'resync', reason, discussion: name, sequence });
}
