/**
 * The account's own feed as an async iterator: every message about its orders, trades and, on request, balances, in
 * order, none twice. Where messages may be missing the feed gives a `resync` item: read this data again then.
 */
import type {
  BalanceMessage,
  Credentials,
  FeedErrorMessage,
  ResyncReason,
  UserFeedMessage,
  UserSubscription,
} from '@bellwether/contract';
import { type Endable, openQueue } from './channel.ts';
import { FeedSocket, type SocketOptions } from './socket.ts';

type AnyMessage = Exclude<UserFeedMessage, FeedErrorMessage>;
/** An `order` or a `trade` message. */
export type UserMessage = Exclude<AnyMessage, { readonly event_type: 'resync' | 'balance' }>;

export type UserFeedItem =
  | { readonly kind: 'message'; readonly message: UserMessage }
  /** The new balance of an asset in one of the account's wallets; only on request. `foldBalance` applies it. */
  | { readonly kind: 'balance'; readonly message: BalanceMessage }
  /** Messages may be missing: read the account's orders, trades and balances again. */
  | { readonly kind: 'resync'; readonly reason: ResyncReason | 'gap' | 'slow_consumer' }
  /** All changes from now on will be reported. */
  | { readonly kind: 'connected' }
  /** The feed reconnects automatically and resumes where it stopped. */
  | { readonly kind: 'disconnected'; readonly reason: string };

export interface UserFeed extends AsyncIterableIterator<UserFeedItem, undefined>, Endable {
  /** Ends the iteration. */
  close(): void;
}

export interface UserFeedSetup {
  readonly socket: Omit<SocketOptions, 'hello'>;
  readonly credentials: () => Promise<Credentials>;
  /** Condition ids; all markets if empty. */
  readonly markets: readonly string[];
  readonly wantsBalances: boolean;
  /** Items kept for a busy reader. On overflow all of them are dropped and the reader is told. */
  readonly bufferMax: number;
}

/** The reader's position in the account's stream: the last sequence and how much of it was seen. */
interface Position {
  readonly sequence: number;
  /** Sequence to resume after: the last one if it is complete, else the one before. */
  readonly since: number;
  readonly index: number;
}

/** Creates a feed that connects on the first read. */
export function createUserFeed(setup: UserFeedSetup): UserFeed {
  const { socket: options, credentials, markets, wantsBalances, bufferMax } = setup;
  let position: Position | null = null;
  const { channel, put } = openQueue<UserFeedItem>(bufferMax, {
    start: () => socket.start(),
    dropped: () => undefined,
    readOn: () => put({ kind: 'resync', reason: 'slow_consumer' }),
    close: () => socket.close(),
  });

  const hello = async (): Promise<string> => {
    const subscription: UserSubscription = {
      type: 'user',
      auth: await credentials(),
      ...(markets.length === 0 ? {} : { markets: [...markets] }),
      ...(wantsBalances ? { custom_feature_enabled: true } : {}),
      // At first there is nothing to resume, but asking makes the venue state its stream's position.
      since: position?.since ?? 0,
    };
    return JSON.stringify(subscription);
  };
  const receive = (message: AnyMessage): void => {
    const { sequence } = message;
    if (message.event_type === 'resync') {
      // A rewind, which is told again on the next connection.
      if (message.branch !== undefined) return;
      const isStart = position === null;
      position = { sequence, since: sequence, index: Number.POSITIVE_INFINITY };
      put(isStart ? { kind: 'connected' } : { kind: 'resync', reason: message.reason });
      return;
    }
    if (message.event_type !== 'balance' && message.again === true) return put({ kind: 'message', message });
    const { index, count, previous } = message;
    if (position !== null) {
      if (sequence < position.sequence || (sequence === position.sequence && index <= position.index)) return;
      const isNext =
        sequence === position.sequence ? index === position.index + 1 : previous <= position.sequence && index === 0;
      // On a new connection the venue sends the message again, or reports that it cannot.
      if (!isNext) return socket.restart('a message is missing');
    }
    position = { sequence, since: index + 1 >= count ? sequence : previous, index };
    put(message.event_type === 'balance' ? { kind: 'balance', message } : { kind: 'message', message });
  };
  const socket = new FeedSocket(
    { ...options, hello },
    {
      // The first time only after the venue has stated its stream's position.
      opened: () => {
        if (position !== null) put({ kind: 'connected' });
      },
      // The cast is the parse boundary: messages are trusted to have the contract's shape.
      received: (frame) => {
        for (const message of (Array.isArray(frame) ? frame : [frame]) as readonly AnyMessage[]) receive(message);
      },
      lost: (reason) => put({ kind: 'disconnected', reason }),
      failed: (error) => channel.end(error),
    },
  );
  return Object.assign(channel, { close: () => void channel.return() });
}
