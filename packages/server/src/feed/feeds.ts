/**
 * Both live feeds together: looks over the view's shoulder as entries go by, keeps the connections, and ends them. A
 * mistake in here is logged and closes all connections; the venue and its view never feel it.
 */
import type { Duplex } from 'node:stream';
import type { State } from '@bellwether/engine';
import type { WebSocket } from 'ws';
import type { Authenticator } from '../auth/authenticator.ts';
import type { ChainedEntry } from '../ports/journal-record.ts';
import type { FeedFigures } from '../ports/metrics.ts';
import type { Reader } from '../ports/reader.ts';
import type { EntryObserver, ObservableView } from '../ports/venue-view.ts';
import { AddressCosts } from './address-costs.ts';
import { CommentFeed } from './comment-feed.ts';
import { ConnectionCounts } from './connection-counts.ts';
import { EntryOrders } from './entry-orders.ts';
import type { EventTexts } from './event-texts.ts';
import { FeedSocket, type SocketGroup } from './feed-socket.ts';
import { CLOSE, FEED_LIMITS, type FeedLimits } from './limits.ts';
import { MarketConnection } from './market-connection.ts';
import { MarketFeed } from './market-feed.ts';
import { UserConnection } from './user-connection.ts';
import { UserFeed } from './user-feed.ts';

export type Channel = 'market' | 'user';

export interface FeedOptions {
  readonly view: ObservableView;
  readonly authenticator: Pick<Authenticator, 'authenticateKey'>;
  /** Reads how comments look after they have changed. */
  readonly reader: Reader;
  /** Those of the exchange that the gateway hands its commands to. */
  readonly texts: EventTexts;
  /** Told of mistakes in the feeds. */
  readonly logger: { error(details: object, message: string): void };
  readonly limits?: FeedLimits;
}

interface Connection {
  readonly channel: Channel;
  readonly address: string;
  readonly socket: FeedSocket;
  readonly market: MarketConnection | null;
}

interface Totals {
  connections: number;
  frames: number;
  dropped: number;
  closed: number;
  bufferedBytes: number;
}

const NOTHING: Totals = { connections: 0, frames: 0, dropped: 0, closed: 0, bufferedBytes: 0 };

export class Feeds implements EntryObserver, SocketGroup {
  readonly limits: FeedLimits;
  readonly clock = (): number => performance.now();
  isBatching = false;
  readonly corked: FeedSocket[] = [];
  readonly costs: AddressCosts;
  readonly #options: FeedOptions;
  readonly #market: MarketFeed;
  readonly #comments: CommentFeed;
  readonly #user: UserFeed;
  readonly #before = new EntryOrders();
  readonly #connections = new Map<WebSocket, Connection>();
  readonly #counts: ConnectionCounts;
  /** What connections that are gone have added up to. */
  readonly #gone: Record<Channel, Totals> = {
    market: { ...NOTHING },
    user: { ...NOTHING },
  };
  readonly #pings: NodeJS.Timeout;
  #isClosing = false;

  constructor(options: FeedOptions) {
    this.#options = options;
    this.limits = options.limits ?? FEED_LIMITS;
    this.costs = new AddressCosts(this.limits, this.clock);
    this.#market = new MarketFeed(options.view, this.limits, options.texts);
    const { view, reader } = options;
    this.#comments = new CommentFeed({ view, reader, limits: this.limits, fault: (error) => this.fault(error) });
    this.#user = new UserFeed(options.view, this.limits);
    this.#counts = new ConnectionCounts(this.limits);
    this.#pings = setInterval(() => this.#ping(), this.limits.pingIntervalMs);
    this.#pings.unref();
    options.view.observe(this);
  }

  /** Takes a place for a client from `address`, or says why there is none. A place taken is accepted or left. */
  enter(address: string): ReturnType<ConnectionCounts['enter']> {
    return this.#isClosing ? 'venue_full' : this.#counts.enter(address);
  }

  connectionsOf(address: string): number {
    return this.#counts.of(address);
  }

  leave(address: string): void {
    this.#counts.leave(address);
  }

  /** A connection that has a place; it is given back when the connection ends. */
  accept(channel: Channel, address: string, ws: WebSocket, raw: Duplex): void {
    const socket = new FeedSocket(ws, raw, this, address);
    let market: MarketConnection | null = null;
    if (channel === 'market') market = new MarketConnection(socket, this.#market, this.#comments, this.limits);
    else {
      const { authenticator } = this.#options;
      new UserConnection({ socket, feed: this.#user, authenticator, limits: this.limits });
    }
    this.#connections.set(ws, { channel, address, socket, market });
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
    this.#user.before(entry, state);
  }

  after(entry: ChainedEntry, state: Readonly<State>): void {
    this.#comments.take(entry, state);
    if (!this.isBatching) return;
    this.#market.publish(entry, state, this.#before);
    this.#user.publish(entry, state, this.#before);
  }

  published(): void {
    this.#comments.published();
    if (!this.isBatching) return;
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
    this.#user.reset();
    this.published();
  }

  fault(error: unknown): void {
    this.#options.logger.error({ err: error }, 'a live feed failed');
  }

  /** What each feed has done so far. */
  figures(): readonly FeedFigures[] {
    const totals = { market: { ...this.#gone.market }, user: { ...this.#gone.user } };
    for (const connection of this.#connections.values()) addOpen(totals[connection.channel], connection);
    return [
      { channel: 'market', ...totals.market },
      { channel: 'user', ...totals.user },
    ];
  }

  /** Says goodbye to everyone and waits, for a bounded time, until they are gone. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#options.view.observe(null);
    clearInterval(this.#pings);
    this.#comments.reset();
    const gone = [...this.#connections.keys()].map((ws) => new Promise((resolve) => ws.once('close', resolve)));
    for (const { socket } of this.#connections.values()) socket.close(CLOSE.goingAway, 'the venue is stopping');
    await Promise.all(gone);
  }

  #ping(): void {
    this.costs.sweep();
    for (const { socket } of this.#connections.values()) {
      if (socket.isOpen) socket.ping();
    }
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

/** What stays when a connection is gone. */
function addDone(totals: Totals, { socket, market }: Connection): void {
  totals.frames += socket.frames;
  totals.dropped += market?.dropped ?? 0;
  totals.closed += socket.endedByVenue ? 1 : 0;
}
