/** Limits of the live feeds: they bound the cost of everything that a client does or leaves undone. */

export const FEED_LIMITS = {
  /** Open connections of all feeds together. */
  connectionsMax: 10_000,
  /** Open connections of one client address (IPv6: of one /64 network). */
  connectionsPerAddressMax: 1_000,
  messageBytesMax: 256 * 1024,
  /** Messages and protocol pings of one connection within `messageWindowMs`. */
  messagesMax: 200,
  messageWindowMs: 10_000,
  /**
   * Cost of all connections of one address within `messageWindowMs`. One unit is a message or ping, 64 arriving bytes
   * of any kind, a token subscribed to, or 1,024 characters of books in answers. Unsolicited whole books have a budget
   * of the same size: beyond it, they wait.
   */
  costPerAddressMax: 100_000,
  /** Tokens (market and activity feed) or market filters (user feed) of one connection. */
  subscriptionsMax: 2_000,
  /** Milliseconds between pings; a connection that has not answered by the next one is ended. */
  pingIntervalMs: 15_000,
  /** Pings in a row that a client may answer without a pong. After them, most intervals send a pong instead. */
  unconfirmedPingsMax: 2,
  /** Intervals between two pings of such a client: an hour. */
  rarePingEvery: 240,
  /** Milliseconds until a user connection must have sent its credentials. */
  credentialsTimeoutMs: 30_000,
  /** Milliseconds that a closed connection may take for the closing handshake. */
  closeTimeoutMs: 2_000,
  /**
   * Buffered bytes of a market connection above which it gets nothing until the buffer is down to half of this limit.
   */
  marketBufferedBytesMax: 256 * 1024,
  /**
   * Buffered bytes of all connections of one address. Each connection has an equal share, down to 64 KB if all are
   * open.
   */
  bufferedBytesPerAddressMax: 64 * 1024 * 1024,
  /** Characters of books in one frame of snapshots; those of a single market may be more. */
  snapshotFrameMax: 128 * 1024,
  /** Buffered bytes of a user connection above which it is closed. */
  userBufferedBytesMax: 256 * 1024,
  /** Recent frames kept for each market and each account. */
  recentFramesMax: 256,
  /** Characters of recent frames kept for all markets, and for all accounts; the stream idle for longest goes first. */
  recentCharactersMax: 32 * 1024 * 1024,
  discussionsMax: 100,
  subscriptionsPerMessageMax: 100,
  /** Events and markets whose trades one connection filters by. */
  tradeFiltersMax: 100,
  /** Accounts that one connection of the activity feed can prove. */
  accountsMax: 10,
  /**
   * Buffered bytes of an activity connection above which it gets nothing until the buffer is down to half of this
   * limit.
   */
  liveBufferedBytesMax: 256 * 1024,
  /** Minimum milliseconds between two rounds of unsolicited whole books on one connection of the activity feed. */
  liveBooksIntervalMs: 100,
  /** Trades that wait to be formatted; beyond this, they are left out and all readers are notified. */
  tradesPendingMax: 10_000,
  /**
   * Changes of one discussion that wait to be formatted; beyond this, they are left out and all readers are notified.
   */
  commentsPendingMax: 1_000,
  /** Markets and accounts without listeners that are still followed, for resumes. */
  idleStreamsMax: 512,
} as const;

export type FeedLimits = { readonly [Limit in keyof typeof FEED_LIMITS]: number };

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
