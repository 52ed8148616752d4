/**
 * Bounds the work of one connection and one address: sockets, new connections, pipelined requests and unread answers. A
 * connection over a bound is not read from until its answers have been sent. Its unread input stays in the system's
 * buffers at first, and with the client in the end. Pipelined requests of one connection are read a little at a time,
 * since the parser starts every request it is given.
 */

import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionFigures } from '@bellwether/ports/metrics.ts';
import type { Timers } from '@bellwether/ports/runtime.ts';
import type { Origin } from '../../limits/clients.ts';
import type { Limiter } from '../../limits/limiter.ts';
import { originOf, readAddress } from '../plugins/client-address.ts';
import { beginParsed, Connection, type ConnectionOptions, connectionOf, type RequestLimits } from './connection.ts';
import { BROKEN_COUNTS, Peer } from './fairness.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly connections: Connections;
    readonly admit: Admit;
  }
}

export interface ConnectionLimits extends RequestLimits {
  /**
   * Maximum number of sockets of all clients together. The rest of the file descriptors stay free for the venue itself.
   */
  readonly connectionsMax: number;
  /** Maximum number of sockets of one address (IPv6: of one /64), including live feeds. */
  readonly connectionsPerAddressMax: number;
  /**
   * Bytes of unread answers of one address. Above half of this, no further expensive read starts. Above all of it,
   * connections that read nothing are reset, the longest idle first.
   */
  readonly unreadBytesPerAddressMax: number;
  /** Time without progress after which an unread answer is given up and its connection reset. */
  readonly unreadTimeoutMs: number;
  /**
   * Time from a request's first byte until it is answered or refused: `readMsMax` for requests without effect,
   * `writeMsMax` for writes.
   */
  readonly readMsMax: number;
  readonly writeMsMax: number;
  /** Delay before a connection is told that it is refused because of its address's bounds. */
  readonly refusalDelayMs: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  connectionsMax: Number.POSITIVE_INFINITY,
  connectionsPerAddressMax: 2_048,
  requestsPerConnectionMax: 32,
  requestsPerAddressMax: 1_024,
  unreadBytesPerAddressMax: 64 * 1024 * 1024,
  unreadTimeoutMs: 20_000,
  readMsMax: 20_000,
  writeMsMax: 60_000,
  refusalDelayMs: 1_000,
};

/**
 * Connections that are told of their refusal at a time, per address and for a full venue. The rest are reset without an
 * answer.
 */
const REFUSING_PER_ADDRESS_MAX = 32;
const REFUSING_MAX = 8;

/** How long a connection may stay open after its last answer. */
const FAREWELL_MS = 1_000;

/** Interval between sweeps for unread answers. */
const SWEEP_MS = 1_000;

export type Refused = 'address_full' | 'address_busy' | 'venue_full';

/**
 * Decision on a new connection: accepted, refused, or waiting. A waiting client calls `leave` if it disconnects first.
 */
type Admission = 'taken' | 'refused' | { leave(): void };

/** Asks to admit a connection from an address. If the connection has to wait, `conclude` is called once, later. */
type Admit = (origin: Origin, conclude: (isTaken: boolean) => void) => Admission;

export interface ConnectionsOptions extends Omit<ConnectionOptions, 'pauses'> {
  readonly limits: ConnectionLimits;
  /** True for peers that speak for many clients: the operator's own proxies. They are exempt from bounds by address. */
  readonly isTrusted: (address: string) => boolean;
  /** Decides whether one more connection of an address may begin. */
  readonly admit: Admit;
  readonly timers: Timers;
  readonly refuse: (socket: Socket, why: Refused) => void;
}

/** The HTTP server's own connection listener, which attaches a parser. */
type Serve = (socket: Socket) => void;

export class Connections {
  readonly #options: ConnectionsOptions;
  readonly #peers = new Map<string, Peer>();
  readonly #all = new Set<Connection>();
  /** Open sockets, including those that wait for admission or for their refusal. */
  #open = 0;
  #refused = 0;
  /** Connections refused by a full venue and not closed yet. */
  #refusing = 0;
  readonly #pauses = { count: 0 };
  #unread = 0;

  constructor(options: ConnectionsOptions) {
    this.#options = options;
  }

  /** Watches all connections of a server; called before the server listens. */
  watch(server: Server): void {
    // Runs before the server's own listener, because a parser costs more than a refusal.
    const own = server.listeners('connection') as Serve[];
    server.removeAllListeners('connection');
    const serve = (socket: Socket): void => {
      for (const listener of own) listener.call(server, socket);
    };
    server.on('connection', (socket: Socket) => this.#arrive(socket, serve, () => server.listening));
    server.prependListener('request', beginParsed);
    const { timers, limits } = this.#options;
    const cancel = timers.every(Math.min(SWEEP_MS, limits.unreadTimeoutMs / 4), () => this.#sweep());
    server.once('close', cancel);
  }

  /** Counts a protocol error by a client, which ends the connection. */
  broke(socket: Socket): void {
    const peer = connectionOf(socket)?.peer;
    if (peer?.isTrusted === false) peer.refusals.count(BROKEN_COUNTS);
  }

  figures(): ConnectionFigures {
    return { open: this.#all.size, refused: this.#refused, held: this.#pauses.count, unread: this.#unread };
  }

  /** Resolves when all requests that have begun are answered. */
  async answered(): Promise<void> {
    await Promise.all([...this.#all].flatMap((connection) => connection.answers()));
  }

  /** Runs `work` once all earlier requests are answered. The connection takes no more requests after that. */
  afterAnswers(socket: Socket, work: () => void): void {
    const connection = connectionOf(socket);
    if (connection === undefined) work();
    else connection.afterAnswers(work);
  }

  /**
   * Lets a socket without a parser end after its last answer. Further input is dropped, so that the end of the socket
   * is seen. The client has a short time to read the answer and disconnect.
   */
  partWith(socket: Socket): void {
    socket.resume();
    socket.once(
      'close',
      this.#options.timers.after(FAREWELL_MS, () => socket.destroy()),
    );
  }

  /** Closes connections that are idle or whose clients still have to read their answers. */
  cutOff(): void {
    for (const connection of this.#all) connection.cutOff();
  }

  /** Releases a socket that is taken over. Returns the bytes that its parser was not given. */
  release(socket: Socket): Buffer {
    return connectionOf(socket)?.release() ?? Buffer.alloc(0);
  }

  #peerOf(socket: Socket): Peer {
    const address = readAddress(socket.remoteAddress);
    const origin = originOf(address);
    const known = this.#peers.get(origin.address);
    if (known !== undefined) return known;
    const isTrusted = address !== null && this.#options.isTrusted(address);
    const peer = new Peer(origin, isTrusted, this.#options);
    this.#peers.set(origin.address, peer);
    return peer;
  }

  #arrive(socket: Socket, serve: Serve, isListening: () => boolean): void {
    const { admit } = this.#options;
    // Stays on for the socket's whole life: the server removes its own listener when it hands a socket over (`CONNECT`,
    // upgrades), and an unhandled `error` event ends the process.
    socket.on('error', () => socket.destroy());
    const entered = this.#enter(socket);
    if (entered === 'venue_full') return this.#refuseFull(socket);
    const { peer } = entered;
    if (entered.isFull) return this.#refuse(socket, peer, 'address_full');
    if (peer.isTrusted) return this.#take(socket, peer, serve);
    const admission = admit(peer.origin, (isTaken) => {
      socket.off('close', leave);
      // A server that has stopped listening accepts no connection.
      if (isTaken && isListening()) this.#take(socket, peer, serve);
      else this.#refuse(socket, peer, 'address_busy');
    });
    const leave = (): void => {
      if (typeof admission === 'object') admission.leave();
    };
    if (admission === 'taken') return this.#take(socket, peer, serve);
    // No input is read meanwhile.
    socket.pause();
    if (admission === 'refused') this.#refuse(socket, peer, 'address_busy');
    else socket.once('close', leave);
  }

  /** Counts the socket for its address until the socket is closed, if there is room. */
  #enter(socket: Socket): { readonly peer: Peer; readonly isFull: boolean } | 'venue_full' {
    const { limits } = this.#options;
    if (this.#open >= limits.connectionsMax) return 'venue_full';
    const peer = this.#peerOf(socket);
    if (!peer.isTrusted && peer.connections >= limits.connectionsPerAddressMax) return { peer, isFull: true };
    this.#open++;
    peer.connections++;
    socket.once('close', () => {
      this.#open--;
      peer.connections--;
      this.#forget(peer);
    });
    return { peer, isFull: false };
  }

  #forget(peer: Peer): void {
    if (peer.isForgotten) this.#peers.delete(peer.name);
  }

  #take(socket: Socket, peer: Peer, serve: Serve): void {
    const before = new Set(socket.listeners('end'));
    serve(socket);
    const tellEnd = socket.listeners('end').filter((listener) => !before.has(listener)) as (() => void)[];
    const options = { ...this.#options, pauses: this.#pauses };
    const connection = new Connection(socket, peer, options, tellEnd);
    this.#all.add(connection);
    socket.once('close', () => {
      this.#all.delete(connection);
      connection.release();
    });
  }

  /** Refuses a connection to a full venue. Each pending refusal holds a file descriptor, so their number is bounded. */
  #refuseFull(socket: Socket): void {
    this.#refused++;
    if (this.#refusing >= REFUSING_MAX) return void socket.resetAndDestroy();
    this.#refusing++;
    socket.once('close', () => this.#refusing--);
    this.#sayNo(socket, 'venue_full');
  }

  /** Refuses a connection after a delay, because a client that is refused at once reconnects at once. */
  #refuse(socket: Socket, peer: Peer, why: Refused): void {
    const { limits, timers } = this.#options;
    this.#refused++;
    if (peer.refusing >= REFUSING_PER_ADDRESS_MAX) return void socket.resetAndDestroy();
    peer.refusing++;
    socket.pause();
    socket.once('close', () => {
      peer.refusing--;
      this.#forget(peer);
    });
    timers.after(limits.refusalDelayMs, () => this.#sayNo(socket, why));
  }

  /** Sends the refusal, and gives the client a short time to read it and disconnect. */
  #sayNo(socket: Socket, why: Refused): void {
    const { refuse } = this.#options;
    if (socket.destroyed) return;
    refuse(socket, why);
    this.partWith(socket);
  }

  /**
   * Refuses requests that have waited too long. Resets connections that have read nothing for too long. While their
   * address is over its unread bytes, connections without recent progress are reset as well.
   */
  #sweep(): void {
    const now = this.#options.clock();
    const { unreadTimeoutMs, unreadBytesPerAddressMax } = this.#options.limits;
    const bytes = new Map<Peer, number>();
    const stuck: Connection[] = [];
    for (const connection of this.#all) {
      connection.refuseLate(now);
      if (connection.isStuck(now)) stuck.push(connection);
      bytes.set(connection.peer, (bytes.get(connection.peer) ?? 0) + connection.unreadBytes);
    }
    stuck.sort((left, right) => left.unread.stuckSince - right.unread.stuckSince);
    for (const connection of stuck) {
      const { peer, unreadBytes, unread } = connection;
      const all = bytes.get(peer) ?? 0;
      const isOver = !peer.isTrusted && all > unreadBytesPerAddressMax;
      if (!isOver && now - unread.stuckSince < unreadTimeoutMs) continue;
      bytes.set(peer, all - unreadBytes);
      this.#unread++;
      connection.reset();
    }
    for (const peer of this.#peers.values()) {
      peer.setUnread((bytes.get(peer) ?? 0) > unreadBytesPerAddressMax / 2);
      this.#forget(peer);
    }
  }
}

/** The cap table treats a new connection like any other request. */
const ARRIVAL = { method: 'GET', path: '', caps: ['connections'] } as const;

/**
 * Counts new connections of an address in the row `connections`, like requests: each costs the venue a handshake and a
 * parser before it has sent a request. Admits all of them if caps are off.
 */
export function createAdmit(limiter: Limiter | null): Admit {
  const plan = limiter?.plan(ARRIVAL) ?? null;
  if (limiter === null || plan === null) return () => 'taken';
  return (origin, conclude) => {
    const clients = limiter.byOrigin(origin);
    if (limiter.pass(clients, plan)) return 'taken';
    let isWaiting = false;
    let isTaken = false;
    const started = limiter.wait(clients, plan, 1, (refusal) => {
      // There may be room by now.
      if (isWaiting) conclude(refusal === null);
      else isTaken = refusal === null;
    });
    if (isTaken) return 'taken';
    isWaiting = true;
    return started.kind === 'refused' ? 'refused' : started;
  };
}
