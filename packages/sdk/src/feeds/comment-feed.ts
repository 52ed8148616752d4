/**
 * Discussions as an async iterator: all their changes, in order, none twice. The feed says when to read the comments:
 * at the beginning, and where messages are missing. It resumes automatically after a lost connection.
 */
import type { CommentFeedMessage, MarketSubscription } from '@bellwether/contract';
import { type Endable, openQueue } from './channel.ts';
import type { FeedResyncReason } from './market-subscriber.ts';
import { FeedSocket, type SocketOptions } from './socket.ts';

/** A message about a change in a discussion. */
export type CommentMessage = Exclude<CommentFeedMessage, { readonly event_type: 'discussion' | 'resync' }>;

export type CommentFeedItem =
  /** The feed reports all changes from now on: read the comments of the discussion now. */
  | { readonly kind: 'joined'; readonly discussion: string }
  /** A change; `applyToComments` applies it to lists of comments. */
  | { readonly kind: 'message'; readonly message: CommentMessage }
  /** Messages are missing: read the comments of the discussion again. */
  | { readonly kind: 'resync'; readonly discussion: string; readonly reason: CommentResyncReason }
  | { readonly kind: 'connected' }
  /** The feed reconnects automatically; later messages continue the stream, or there is a `resync`. */
  | { readonly kind: 'disconnected'; readonly reason: string };

export type CommentResyncReason = Exclude<FeedResyncReason, 'hash_mismatch' | 'reconnected'>;

export interface CommentFeed extends AsyncIterableIterator<CommentFeedItem, undefined>, Endable {
  /** Discussions by name, such as `Event:12`. */
  subscribe(discussions: readonly string[]): void;
  unsubscribe(discussions: readonly string[]): void;
  /** Ends the iteration. */
  close(): void;
}

export interface CommentFeedSetup {
  readonly socket: Omit<SocketOptions, 'hello'>;
  readonly discussions: readonly string[];
  /** Items kept for a busy reader. On overflow all of them are dropped and the reader is told. */
  readonly bufferMax: number;
}

interface Followed {
  /** Sequence of the last message; null until the venue gives the stream's position. */
  sequence: number | null;
  /** Reason for asking the venue for the position; null on the first request. */
  reason: CommentResyncReason | null;
}

/** Creates a feed that connects on the first read. */
export function createCommentFeed({ socket, discussions, bufferMax }: CommentFeedSetup): CommentFeed {
  const { channel, put } = openQueue<CommentFeedItem>(bufferMax, {
    start: () => subscriber.start(),
    dropped: () => subscriber.suspend(),
    readOn: () => subscriber.askAgain(),
    close: () => subscriber.close(),
  });
  const subscriber = new CommentSubscriber(socket, discussions, put, (error) => channel.end(error));
  return Object.assign(channel, {
    subscribe: (names: readonly string[]) => subscriber.subscribe(names),
    unsubscribe: (names: readonly string[]) => subscriber.unsubscribe(names),
    close: () => void channel.return(),
  });
}

/**
 * Proves continuity: the next message about a discussion must have the next sequence, or state where the stream
 * continues.
 */
class CommentSubscriber {
  readonly #socket: FeedSocket;
  readonly #put: (item: CommentFeedItem) => void;
  readonly #followed: Map<string, Followed>;

  constructor(
    options: Omit<SocketOptions, 'hello'>,
    discussions: readonly string[],
    put: (item: CommentFeedItem) => void,
    failed: (error: Error) => void,
  ) {
    this.#put = put;
    this.#followed = new Map(discussions.map((name) => [name, { sequence: null, reason: null }]));
    this.#socket = new FeedSocket(
      { ...options, hello: async () => JSON.stringify(this.#hello()) },
      {
        opened: () => put({ kind: 'connected' }),
        received: (frame) => this.#received(frame),
        lost: (reason) => put({ kind: 'disconnected', reason }),
        failed,
      },
    );
  }

  start(): void {
    this.#socket.start();
  }

  close(): void {
    this.#socket.close();
  }

  subscribe(names: readonly string[]): void {
    const added = [...new Set(names)].filter((name) => !this.#followed.has(name));
    for (const name of added) this.#followed.set(name, { sequence: null, reason: null });
    this.#ask(added);
  }

  unsubscribe(names: readonly string[]): void {
    const removed = names.filter((name) => this.#followed.delete(name));
    if (removed.length > 0) this.#socket.send({ operation: 'unsubscribe', comments: removed });
  }

  /** Suspends all discussions: the caller has not kept up, so nothing can be continued. */
  suspend(): void {
    for (const followed of this.#followed.values())
      Object.assign(followed, { sequence: null, reason: 'slow_consumer' });
  }

  /** Asks the venue for the position of every suspended discussion. */
  askAgain(): void {
    this.#ask([...this.#followed.keys()]);
  }

  #ask(names: readonly string[]): void {
    if (names.length > 0) this.#socket.send({ type: 'market', operation: 'subscribe', comments: names });
  }

  #hello(): MarketSubscription {
    const since = [...this.#followed].flatMap(([name, { sequence }]) => (sequence === null ? [] : [[name, sequence]]));
    return {
      type: 'market',
      comments: [...this.#followed.keys()],
      ...(since.length === 0 ? {} : { since: Object.fromEntries(since) }),
    };
  }

  #received(frame: unknown): void {
    // The cast is the parse boundary: messages are trusted to have the contract's shape.
    const messages = (Array.isArray(frame) ? frame : [frame]) as readonly CommentFeedMessage[];
    for (const message of messages) {
      const followed = this.#followed.get(message.discussion);
      // Late frames of a discussion that is no longer subscribed.
      if (followed !== undefined) this.#take(message, followed);
    }
  }

  #take(message: CommentFeedMessage, followed: Followed): void {
    const { discussion, sequence } = message;
    const known = followed.sequence;
    if (message.event_type === 'discussion' || message.event_type === 'resync') {
      if (message.event_type === 'discussion' && known === sequence) return;
      const { reason } = followed;
      Object.assign(followed, { sequence, reason: null });
      const why = message.event_type === 'resync' ? message.reason : known === null ? reason : 'gap';
      this.#put(why === null ? { kind: 'joined', discussion } : { kind: 'resync', discussion, reason: why });
    } else if (known !== null && sequence > known + 1) {
      Object.assign(followed, { sequence: null, reason: 'gap' });
      this.#ask([discussion]);
    } else if (known !== null && sequence === known + 1) {
      followed.sequence = sequence;
      this.#put({ kind: 'message', message });
    }
  }
}
