/** Bounds of the live feeds: nothing that a client does or leaves undone costs more than these allow. */

export interface FeedLimits {
  /** Open connections of all feeds together. */
  readonly connectionsMax: number;
  /** Of one client address (IPv6: of one /64 network). */
  readonly connectionsPerAddressMax: number;
  /** Bytes of one message from a client. */
  readonly messageBytesMax: number;
  /** Messages and protocol pings of one connection within `messageWindowMs`. */
  readonly messagesMax: number;
  readonly messageWindowMs: number;
  /**
   * What all connections of one address may cost within `messageWindowMs`: one for each message or ping, for each 64 bytes
   * that arrive, whatever they are, for each token subscribed to, and for each 1,024 characters of books in answer. As
   * much again are whole books that come unasked: over it, they wait.
   */
  readonly costPerAddressMax: number;
  /** Tokens (market and activity feed) or market filters (user feed) of one connection. */
  readonly subscriptionsMax: number;
  /** How often each connection is pinged; one that has not answered by the next time is ended. */
  readonly pingIntervalMs: number;
  /** Until a user connection has sent its credentials. */
  readonly credentialsTimeoutMs: number;
  /** How long a closed connection may take to say goodbye. */
  readonly closeTimeoutMs: number;
  /** Bytes waiting in one market connection above which it gets nothing until they have halved. */
  readonly marketBufferedBytesMax: number;
  /** Bytes waiting in all connections of one address: each has its share at most, down to 64 KB where all are open. */
  readonly bufferedBytesPerAddressMax: number;
  /** Characters of books in one frame of snapshots; a single market's may be more. */
  readonly snapshotFrameMax: number;
  /** Bytes waiting in one user connection above which it is closed. */
  readonly userBufferedBytesMax: number;
  /** Recent frames kept of one market, and of one account. */
  readonly recentFramesMax: number;
  /** Characters of recent frames kept of all markets, and of all accounts; what was used least recently goes first. */
  readonly recentCharactersMax: number;
  /** Discussions of one connection. */
  readonly discussionsMax: number;
  /** Subscriptions in one message of the activity feed. */
  readonly subscriptionsPerMessageMax: number;
  /** Events and markets whose trades one connection filters by. */
  readonly tradeFiltersMax: number;
  /** Accounts that one connection of the activity feed proves. */
  readonly accountsMax: number;
  /** Bytes waiting in one connection of the activity feed above which it gets nothing until they have halved. */
  readonly liveBufferedBytesMax: number;
  /** Least time between two rounds of whole books that one connection of the activity feed gets unasked. */
  readonly liveBooksIntervalMs: number;
  /** Trades that wait to be put into words; over it, they are left out and all readers are told. */
  readonly tradesPendingMax: number;
  /** Changes of one discussion that wait to be put into words; over it, they are left out and all readers are told. */
  readonly commentsPendingMax: number;
  /** Markets and accounts without a listener that are followed on for a resume. */
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

/** How often a node of several looks whether what it shows is what the venue is, beside every message of a client. */
export const CURRENT_LOOK_MS = 250;

/** Close codes beside those of the protocol itself. */
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

/** How long a command waits for the texts that its messages need while readers are busy, and how long from one try to the next. */
export const TEXTS_WAIT_MS = 30_000;
export const TEXTS_PAUSE_MS = 500;
