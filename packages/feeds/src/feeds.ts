/**
 * All live feeds together: observes entries as the view publishes them, keeps the connections, and ends them. An error
 * in the feeds is logged and closes all connections; it never affects the venue or its view.
 */

import type { Duplex } from 'node:stream';
import type { FeedChannel, ProfileKind } from '@bellwether/contract';
import type { State } from '@bellwether/engine';
import type { Authenticator } from '@bellwether/gateway/auth/authenticator.ts';
import type { FeedExtension } from '@bellwether/gateway/http/extension.ts';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import type { FeedFigures } from '@bellwether/ports/metrics.ts';
import type { Reader } from '@bellwether/ports/reader.ts';
import type { Cancel, Runtime } from '@bellwether/ports/runtime.ts';
import type { EntryObserver, ObservableView } from '@bellwether/ports/venue-view.ts';
import type { WebSocket } from 'ws';
import { ActivityFeed } from './activity-feed.ts';
import { AddressCosts, ConnectionCounts } from './address-shares.ts';
import { CommentFeed } from './comments/comment-feed.ts';
import { LiveCommentMessages } from './comments/live-comment-messages.ts';
import type { EventTexts } from './event-texts.ts';
import { FEED_DIALECT, FeedSocket, type SocketGroup } from './feed-socket.ts';
import { CLOSE, CURRENT_LOOK_MS, type FeedLimits } from './limits.ts';
import { LiveConnection, type LiveSources, liveDialect } from './live/live-connection.ts';
import { LiveMarketMessages } from './live/live-market-messages.ts';
import { MarketConnection } from './market/market-connection.ts';
import { MarketFeed } from './market/market-feed.ts';
import { SettlingMessages } from './settling-messages.ts';
import { EntryOrders } from './user/entry-orders.ts';
import { UserConnection } from './user/user-connection.ts';
import { UserFeed } from './user/user-feed.ts';

export interface FeedOptions {
  readonly view: ObservableView;
  readonly authenticator: Pick<Authenticator, 'authenticateKey'>;
  /** Reads changed comments and new trades from the rows. */
  readonly reader: Reader;
  /** Event texts around the exchange to which the gateway submits its commands. */
  readonly texts: EventTexts;
  readonly logger: { error(details: object, message: string): void };
  readonly limits: FeedLimits;
  /** Profile whose words the user feed uses. */
  readonly profile: ProfileKind;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly runtime: Runtime;
  /** Only with several nodes: returns true if this node shows the current state of the venue. */
  readonly isCurrent?: () => boolean;
  readonly extension?: FeedExtension | undefined;
}

export interface FeedClient {
  readonly address: string;
  /** True for a page of an origin that the operator has not named: it gets public data alone. */
  readonly isForeign: boolean;
  /** True if the client may read everyone's trades. */
  readonly mayReadLedger: boolean;
}

interface Connection {
  readonly channel: FeedChannel;
  readonly address: string;
  readonly socket: FeedSocket;
  /** Counts messages left out because the client is too slow; null if none ever are. */
  readonly reader: { readonly dropped: number } | null;
}

interface Totals {
  connections: number;
  frames: number;
  dropped: number;
  closed: number;
  bufferedBytes: number;
}

const CHANNELS = ['market', 'user', 'live'] as const satisfies readonly FeedChannel[];
const NOTHING: Totals = { connections: 0, frames: 0, dropped: 0, closed: 0, bufferedBytes: 0 };

export class Feeds implements EntryObserver, SocketGroup {
  readonly limits: FeedLimits;
  readonly clock: () => number;
  isBatching = false;
  readonly corked: FeedSocket[] = [];
  readonly costs: AddressCosts;
  readonly pushes: AddressCosts;
  readonly #options: FeedOptions;
  readonly #market: MarketFeed;
  readonly #comments: CommentFeed;
  readonly #user: UserFeed;
  readonly #activity: ActivityFeed;
  readonly #live: LiveSources;
  readonly #liveConnections = new Set<LiveConnection>();
  readonly #before = new EntryOrders();
  readonly #connections = new Map<WebSocket, Connection>();
  readonly #counts: ConnectionCounts;
  /** Totals of ended connections. */
  readonly #gone: Record<FeedChannel, Totals> = { market: { ...NOTHING }, user: { ...NOTHING }, live: { ...NOTHING } };
  readonly #stopTimers: readonly Cancel[];
  readonly #stopObserving: () => void;
  readonly #stopFollowing: readonly ((() => void) | undefined)[];
  #isClosing = false;

  constructor(options: FeedOptions) {
    this.#options = options;
    this.limits = options.limits;
    const { clock, timers } = options.runtime;
    this.clock = () => clock.monotonicMs();
    const { extension } = options;
    const isRewound = extension?.isRewound === true;
    this.costs = new AddressCosts(this.limits, this.clock);
    this.pushes = new AddressCosts(this.limits, this.clock);
    const { profile } = options;
    this.#market = new MarketFeed(options.view, this.limits, options.texts, isRewound, profile);
    const { view, reader, authenticator, now } = options;
    const setup = {
      view,
      reader,
      limits: this.limits,
      timers,
      isRewound,
      fault: (error: unknown) => this.fault(error),
    };
    this.#comments = new CommentFeed(setup);
    const settling = extension === undefined ? null : new SettlingMessages(extension.settling, profile);
    this.#user = new UserFeed({ view, limits: this.limits, isRewound, profile, settling });
    this.#activity = new ActivityFeed(setup);
    this.#live = {
      market: this.#market,
      marketMessages: new LiveMarketMessages(),
      comments: this.#comments,
      commentMessages: new LiveCommentMessages(),
      user: this.#user,
      activity: this.#activity,
      authenticator,
      slugs: {
        hasEvent: (slug) => view.state.catalogEventsBySlug.has(slug),
        hasMarket: (slug) => view.state.marketsBySlug.has(slug),
      },
      limits: this.limits,
      timers,
      now,
    };
    this.#counts = new ConnectionCounts(this.limits);
    this.#stopTimers = [
      timers.every(this.limits.pingIntervalMs, () => this.#ping()),
      ...(options.isCurrent === undefined ? [] : [timers.every(CURRENT_LOOK_MS, () => this.#isCurrent())]),
    ];
    this.#stopObserving = options.view.observe(this);
    this.#stopFollowing = [
      extension?.settling.follow((trade) => this.#tellAside(() => this.#user.publishAgain(trade))),
      extension?.waiting.follow((order) => this.#tellAside(() => this.#user.publishWaiting(order))),
    ];
  }

  /**
   * Takes a place for a client from `address`, or returns the reason why there is none. A place taken must be passed to
   * `accept` or `leave`.
   */
  enter(address: string): ReturnType<ConnectionCounts['enter']> {
    return this.#isClosing ? 'venue_full' : this.#counts.enter(address);
  }

  connectionsOf(address: string): number {
    return this.#counts.of(address);
  }

  leave(address: string): void {
    this.#counts.leave(address);
  }

  checkCurrent(): void {
    this.#isCurrent();
  }

  /** Accepts a connection that has a place; the place is released when the connection ends. */
  accept(channel: FeedChannel, client: FeedClient, ws: WebSocket, raw: Duplex): void {
    const connection = this.#connect(channel, client, ws, raw);
    const { socket } = connection;
    this.#connections.set(ws, connection);
    ws.on('close', () => this.#ended(ws));
    if (this.#isClosing) socket.close(CLOSE.goingAway, 'the venue is stopping');
  }

  before(entry: ChainedEntry, state: Readonly<State>): void {
    const { texts } = this.#options;
    const isFollowed = this.#market.isFollowing || this.#user.isFollowing;
    if (isFollowed || texts.isWaiting) texts.take(entry);
    if (!isFollowed) return;
    this.isBatching = true;
    this.#before.read(entry, state);
    this.#market.before(entry, state, this.#before);
    this.#user.before(entry, state);
  }

  after(entry: ChainedEntry, state: Readonly<State>): void {
    this.#comments.take(entry, state);
    this.#activity.take(entry);
    if (!this.isBatching) return;
    this.#market.publish(entry, state, this.#before);
    this.#user.publish(entry, state, this.#before);
  }

  published(): void {
    this.#comments.published();
    this.#activity.published();
    if (!this.isBatching) return;
    for (const connection of this.#liveConnections) connection.published();
    this.#live.marketMessages.clear();
    this.#live.commentMessages.clear();
    this.isBatching = false;
    this.#before.clear();
    for (const socket of this.corked.splice(0)) socket.uncork();
  }

  failed(error: unknown): void {
    this.fault(error);
    for (const { socket } of this.#connections.values())
      socket.close(CLOSE.internal, 'internal error: subscribe again');
    this.#market.reset();
    this.#comments.reset();
    this.#activity.reset();
    this.#user.reset();
    this.published();
  }

  fault(error: unknown): void {
    this.#options.logger.error({ err: error }, 'a live feed failed');
  }

  /** Totals of each feed so far. */
  figures(): readonly FeedFigures[] {
    return CHANNELS.map((channel) => {
      const totals = { channel, ...this.#gone[channel] };
      for (const connection of this.#connections.values())
        if (connection.channel === channel) addOpen(totals, connection);
      return totals;
    });
  }

  /** Tells all clients that another branch is current, and closes their connections so that they connect there. */
  rewound(branch: string): void {
    this.#isClosing = true;
    const { sequence } = this.#options.view.state;
    for (const live of this.#liveConnections) live.rewound(branch, sequence);
    const told = { reason: 'rewound', sequence, branch };
    const ofMarkets = JSON.stringify({ event_type: 'resync', market: '', asset_ids: [], ...told });
    const ofAccount = JSON.stringify({ event_type: 'resync', ...told });
    for (const { channel, socket } of this.#connections.values()) {
      if (channel !== 'live') socket.send(channel === 'market' ? ofMarkets : ofAccount);
      socket.close(CLOSE.goingAway, `rewound: branch ${branch} begins, connect again`);
    }
  }

  /** Closes all connections and waits, for a bounded time, until they are gone. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#stopObserving();
    for (const stop of this.#stopFollowing) stop?.();
    for (const stop of this.#stopTimers) stop();
    this.#comments.reset();
    this.#activity.reset();
    const gone = [...this.#connections.keys()].map((ws) => new Promise((resolve) => ws.once('close', resolve)));
    for (const { socket } of this.#connections.values()) socket.close(CLOSE.goingAway, 'the venue is stopping');
    await Promise.all(gone);
  }

  #connect(channel: FeedChannel, client: FeedClient, ws: WebSocket, raw: Duplex): Connection {
    const { authenticator, extension, now } = this.#options;
    const { address } = client;
    const pass = extension?.openFrames(channel) ?? null;
    if (channel === 'live') {
      const connectionId = this.#options.runtime.random.uuid();
      const socket = new FeedSocket(ws, raw, this, address, liveDialect(connectionId, now), pass);
      const reader = new LiveConnection(socket, this.#live, { ...client, connectionId });
      this.#liveConnections.add(reader);
      ws.on('close', () => this.#liveConnections.delete(reader));
      return { channel, address, socket, reader };
    }
    const socket = new FeedSocket(ws, raw, this, address, FEED_DIALECT, pass);
    if (channel === 'market') {
      return {
        channel,
        address,
        socket,
        reader: new MarketConnection(socket, this.#market, this.#comments, this.limits),
      };
    }
    new UserConnection({
      socket,
      feed: this.#user,
      authenticator,
      limits: this.limits,
      timers: this.#options.runtime.timers,
    });
    return { channel, address, socket, reader: null };
  }

  /** Sends messages that no new entry causes. */
  #tellAside(send: () => void): void {
    try {
      send();
    } catch (error) {
      this.failed(error);
    }
  }

  #ping(): void {
    this.costs.sweep();
    this.pushes.sweep();
    for (const { socket } of this.#connections.values()) {
      if (socket.isOpen) socket.ping();
    }
  }

  /** Returns false once this node's data may be out of date; all clients are then sent to another node. */
  #isCurrent(): boolean {
    if (this.#options.isCurrent?.() !== false) return true;
    for (const { socket } of this.#connections.values())
      socket.close(CLOSE.goingAway, 'this node does not know who leads the venue: connect again');
    return false;
  }

  #ended(ws: WebSocket): void {
    const connection = this.#connections.get(ws);
    if (connection === undefined) return;
    this.#connections.delete(ws);
    this.#counts.leave(connection.address);
    addDone(this.#gone[connection.channel], connection);
  }
}

function addOpen(totals: Totals, connection: Connection): void {
  totals.connections++;
  totals.bufferedBytes += connection.socket.bufferedBytes;
  addDone(totals, connection);
}

/** Adds the totals that remain when a connection has ended. */
function addDone(totals: Totals, { socket, reader }: Connection): void {
  totals.frames += socket.frames;
  totals.dropped += reader?.dropped ?? 0;
  totals.closed += socket.endedByVenue ? 1 : 0;
}
