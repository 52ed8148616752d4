/** Limits of the live feeds: they bound the cost of everything that a client does or leaves undone. */

export interface FeedLimits {
  /** Open connections of all feeds together. */
  readonly connectionsMax: number;
  /** Open connections of one client address (IPv6: of one /64 network). */
  readonly connectionsPerAddressMax: number;
  /** Bytes of one message from a client. */
  readonly messageBytesMax: number;
  /** Messages and protocol pings of one connection within `messageWindowMs`. */
  readonly messagesMax: number;
  readonly messageWindowMs: number;
  /**
   * Cost of all connections of one address within `messageWindowMs`. One unit is a message or ping, 64 arriving bytes
   * of any kind, a token subscribed to, or 1,024 characters of books in answers. Unsolicited whole books have a budget
   * of the same size: beyond it, they wait.
   */
  readonly costPerAddressMax: number;
  /** Tokens (market and activity feed) or market filters (user feed) of one connection. */
  readonly subscriptionsMax: number;
  /** Milliseconds between pings; a connection that has not answered by the next one is ended. */
  readonly pingIntervalMs: number;
  /** Milliseconds until a user connection must have sent its credentials. */
  readonly credentialsTimeoutMs: number;
  /** Milliseconds that a closed connection may take for the closing handshake. */
  readonly closeTimeoutMs: number;
  /**
   * Buffered bytes of a market connection above which it gets nothing until the buffer is down to half of this limit.
   */
  readonly marketBufferedBytesMax: number;
  /**
   * Buffered bytes of all connections of one address. Each connection has an equal share, down to 64 KB if all are
   * open.
   */
  readonly bufferedBytesPerAddressMax: number;
  /** Characters of books in one frame of snapshots; those of a single market may be more. */
  readonly snapshotFrameMax: number;
  /** Buffered bytes of a user connection above which it is closed. */
  readonly userBufferedBytesMax: number;
  /** Recent frames kept for each market and each account. */
  readonly recentFramesMax: number;
  /** Characters of recent frames kept for all markets, and for all accounts; the stream idle for longest goes first. */
  readonly recentCharactersMax: number;
  /** Discussions of one connection. */
  readonly discussionsMax: number;
  /** Subscriptions in one message of the activity feed. */
  readonly subscriptionsPerMessageMax: number;
  /** Events and markets whose trades one connection filters by. */
  readonly tradeFiltersMax: number;
  /** Accounts that one connection of the activity feed can prove. */
  readonly accountsMax: number;
  /**
   * Buffered bytes of an activity connection above which it gets nothing until the buffer is down to half of this
   * limit.
   */
  readonly liveBufferedBytesMax: number;
  /** Minimum milliseconds between two rounds of unsolicited whole books on one connection of the activity feed. */
  readonly liveBooksIntervalMs: number;
  /** Trades that wait to be formatted; beyond this, they are left out and all readers are notified. */
  readonly tradesPendingMax: number;
  /**
   * Changes of one discussion that wait to be formatted; beyond this, they are left out and all readers are notified.
   */
  readonly commentsPendingMax: number;
  /** Markets and accounts without listeners that are still followed, for resumes. */
  readonly idleStreamsMax: number;
}

export const FEED_LIMITS: FeedLimits = {
  connectionsMax: 10_000,
  connectionsPerAddressMax: 1_000,
  messageBytesMax: 256 * 1024,
  messagesMax: 200,
  messageWindowMs: 10_000,
  costPerAddressMax: 100_000,
  subscriptionsMax: 2_000,
  pingIntervalMs: 15_000,
  credentialsTimeoutMs: 30_000,
  closeTimeoutMs: 2_000,
  marketBufferedBytesMax: 256 * 1024,
  bufferedBytesPerAddressMax: 64 * 1024 * 1024,
  snapshotFrameMax: 128 * 1024,
  userBufferedBytesMax: 256 * 1024,
  recentFramesMax: 256,
  recentCharactersMax: 32 * 1024 * 1024,
  discussionsMax: 100,
  subscriptionsPerMessageMax: 100,
  tradeFiltersMax: 100,
  accountsMax: 10,
  liveBufferedBytesMax: 256 * 1024,
  liveBooksIntervalMs: 100,
  tradesPendingMax: 10_000,
  commentsPendingMax: 1_000,
  idleStreamsMax: 512,
};

/** Milliseconds between checks whether the data of one of several nodes is current; each client message checks too. */
export const CURRENT_LOOK_MS = 250;

/** Close codes that the feeds send. */
export const CLOSE = {
  goingAway: 1001,
  unsupported: 1003,
  policy: 1008,
  internal: 1011,
  /** Too slow: connect again, with `since` on the user feed. */
  tryAgain: 1013,
  credentials: 4401,
  tooManyMessages: 4429,
} as const;

/** Milliseconds that a command waits for event texts while readers are busy, and milliseconds between two tries. */
export const TEXTS_WAIT_MS = 30_000;
export const TEXTS_PAUSE_MS = 500;
