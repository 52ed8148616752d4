/**
 * Bounds what one connection and one address can have under way: sockets, connections that begin, requests that came
 * before their turn, answers that no one reads. A connection over a bound is not read from until its answers have gone;
 * what it sent stays where it is, in the system's buffers at first and in the end with the client. Requests behind each
 * other on one connection are read a little at a time, since the parser starts all that it is given.
 */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import type { ConnectionFigures } from '../../ports/metrics.ts';
import type { Timers } from '../../ports/runtime.ts';
import type { PlainLane } from '../plain/lane.ts';
import { isPlain } from '../plain/message.ts';
import { originOf, readAddress } from '../plugins/client-address.ts';
import type { Admit } from './arrivals.ts';
import { Connection } from './connection.ts';
import { Peer } from './peer.ts';
import type { WaitingRead } from './read-line.ts';
import { BROKEN_COUNTS } from './refusals.ts';

export interface ConnectionLimits {
  /** Sockets of all clients together; the files that the venue itself needs stay free. */
  readonly connectionsMax: number;
  /** Sockets of one address (IPv6: of one /64), those of live feeds included. */
  readonly connectionsPerAddressMax: number;
  /** Requests of one connection that are not answered yet. */
  readonly requestsPerConnectionMax: number;
  /** Answers of one address that are being made. */
  readonly requestsPerAddressMax: number;
  /**
   * Bytes of answers that wait to be read by one address: from half of it on no further dear read is begun, and over it
   * connections that read nothing are reset, oldest first.
   */
  readonly unreadBytesPerAddressMax: number;
  /** After so long without a byte of it being read, an answer is given up and its connection reset. */
  readonly unreadTimeoutMs: number;
  /** A request has its answer so long after its first byte, or is refused: one that changes nothing, and one that does. */
  readonly readMsMax: number;
  readonly writeMsMax: number;
  /** How long a connection that is not taken, for what its address has already, waits to be told. */
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

/** Connections that are told at a time that they are not taken, of one address and of a full venue; more are reset without a word. */
const REFUSING_PER_ADDRESS_MAX = 32;
const REFUSING_MAX = 8;

/** How long a connection that has been told may stay. */
const FAREWELL_MS = 1_000;

/** How often answers that no one reads are looked for. */
const SWEEP_MS = 1_000;

/** Why a connection is not taken. */
export type Refused = 'address_full' | 'address_busy' | 'venue_full';

export interface ConnectionsOptions {
  readonly limits: ConnectionLimits;
  /** Peers that speak for many clients: the operator's own proxies, for whom the bounds by address do not hold. */
  readonly isTrusted: (address: string) => boolean;
  /** Whether one more connection of an address may begin. */
  readonly admit: Admit;
  /** Runs work for a client now, or in its turn. */
  readonly turn: (client: string, work: () => void) => void;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
  readonly timers: Timers;
  readonly plain: PlainLane | null;
  /** Answers a connection that is not taken, and ends it. */
  readonly refuse: (socket: Socket, why: Refused) => void;
  /** Answers a request that has waited for so long, if that is too long for it. */
  readonly refuseLate: (reply: FastifyReply, waitedMs: number) => void;
}

/** What the HTTP server does with a connection: it gives it a parser. */
type Serve = (socket: Socket) => void;

export class Connections {
  readonly #options: ConnectionsOptions;
  readonly #peers = new Map<string, Peer>();
  readonly #bySocket = new WeakMap<Socket, Connection>();
  readonly #all = new Set<Connection>();
  /** Sockets that are open, those that wait and those that are told why they are not taken among them. */
  #open = 0;
  #refused = 0;
  /** Refused by a full venue and not closed yet. */
  #refusing = 0;
  #held = 0;
  #unread = 0;

  constructor(options: ConnectionsOptions) {
    this.#options = options;
  }

  /** Looks after all connections of a server, from before it listens. */
  watch(server: Server): void {
    // Before its own listener: a parser costs more than a refusal.
    const own = server.listeners('connection') as Serve[];
    server.removeAllListeners('connection');
    const serve = (socket: Socket): void => {
      for (const listener of own) listener.call(server, socket);
    };
    server.on('connection', (socket: Socket) => this.#arrive(socket, serve, () => server.listening));
    server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
      // A plain one was begun where it was read.
      if (!isPlain(request)) this.#bySocket.get(request.socket)?.begin(request, response);
    });
    const { timers, limits } = this.#options;
    const cancel = timers.every(Math.min(SWEEP_MS, limits.unreadTimeoutMs / 4), () => this.#sweep());
    server.once('close', cancel);
  }

  /** Begins a read when the answers before it on its connection have gone to the client. */
  enterRead(read: WaitingRead): void {
    const connection = this.#bySocket.get(read.request.socket);
    if (connection === undefined) read.work();
    else connection.enterRead(read);
  }

  /** What will answer a request. */
  owes(request: IncomingMessage, reply: FastifyReply): void {
    this.#bySocket.get(request.socket)?.owes(request, reply);
  }

  /** The answer to a request leaves in pieces: what is `left` of it counts as unread. */
  sends(request: IncomingMessage, left: () => number): void {
    this.#bySocket.get(request.socket)?.sends(request, left);
  }

  /** A request on it was refused for its cap: who keeps asking is read from less and less. */
  refused(request: IncomingMessage): void {
    this.#bySocket.get(request.socket)?.refused();
  }

  /** What its client sends breaks the protocol, and ends it. */
  broke(socket: Socket): void {
    const peer = this.#bySocket.get(socket)?.peer;
    if (peer?.isTrusted === false) peer.refusals.count(BROKEN_COUNTS);
  }

  figures(): ConnectionFigures {
    return { open: this.#all.size, refused: this.#refused, held: this.#held, unread: this.#unread };
  }

  /** Runs `work`, after which the connection takes no more requests, once those before it are answered. */
  afterAnswers(socket: Socket, work: () => void): void {
    const connection = this.#bySocket.get(socket);
    if (connection === undefined) work();
    else connection.afterAnswers(work);
  }

  /**
   * The last word has been said on a socket that no parser looks after: what still comes is dropped, so that its end is
   * seen, and its client has a while to read the answer and to go.
   */
  partWith(socket: Socket): void {
    socket.resume();
    socket.once(
      'close',
      this.#options.timers.after(FAREWELL_MS, () => socket.destroy()),
    );
  }

  /** Ends connections that wait for nothing of the venue: their clients have yet to ask, or to read. */
  cutOff(): void {
    for (const connection of this.#all) connection.cutOff();
  }

  /** What a socket that is taken over had sent and its parser was not given; it is read from by others now. */
  release(socket: Socket): Buffer {
    return this.#bySocket.get(socket)?.release() ?? Buffer.alloc(0);
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
    // For its whole life: the server takes its own listener off a socket that it hands over (`CONNECT`, upgrades), and an
    // error that no one listens to ends the process.
    socket.on('error', () => socket.destroy());
    const entered = this.#enter(socket);
    if (entered === 'venue_full') return this.#refuseFull(socket);
    const { peer } = entered;
    if (entered.isFull) return this.#refuse(socket, peer, 'address_full');
    if (peer.isTrusted) return this.#take(socket, peer, serve);
    const admission = admit(peer.origin, (isTaken) => {
      socket.off('close', leave);
      // What has stopped listening meanwhile begins nothing.
      if (isTaken && isListening()) this.#take(socket, peer, serve);
      else this.#refuse(socket, peer, 'address_busy');
    });
    const leave = (): void => {
      if (typeof admission === 'object') admission.leave();
    };
    if (admission === 'taken') return this.#take(socket, peer, serve);
    // Nothing that it sends is read meanwhile.
    socket.pause();
    if (admission === 'refused') this.#refuse(socket, peer, 'address_busy');
    else socket.once('close', leave);
  }

  /** Where there is room it is one of the open ones of its address until it is closed. */
  #enter(socket: Socket): { readonly peer: Peer; readonly isFull: boolean } | 'venue_full' {
    const { limits } = this.#options;
    if (this.#open >= limits.connectionsMax) return 'venue_full';
    const peer = this.#peerOf(socket);
    if (!peer.isTrusted && peer.connections >= limits.connectionsPerAddressMax) return { peer, isFull: true };
    this.#count(peer, 1);
    socket.once('close', () => {
      this.#count(peer, -1);
      this.#forget(peer);
    });
    return { peer, isFull: false };
  }

  #count(peer: Peer, change: number): void {
    this.#open += change;
    peer.connections += change;
  }

  #forget(peer: Peer): void {
    if (peer.isForgotten) this.#peers.delete(peer.name);
  }

  #take(socket: Socket, peer: Peer, serve: Serve): void {
    const { limits, turn, plain, clock, refuseLate } = this.#options;
    const { requestsPerConnectionMax, requestsPerAddressMax } = limits;
    const before = new Set(socket.listeners('end'));
    serve(socket);
    const tellEnd = socket.listeners('end').filter((listener) => !before.has(listener)) as (() => void)[];
    const countHeld = (): void => void this.#held++;
    const bounds = { requestsPerConnectionMax, requestsPerAddressMax };
    const options = { ...bounds, turn, countHeld, plain, clock, refuseLate };
    const connection = new Connection(socket, peer, options, tellEnd);
    this.#bySocket.set(socket, connection);
    this.#all.add(connection);
    socket.once('close', () => {
      this.#all.delete(connection);
      connection.release();
    });
  }

  /** Each has a file open until its refusal has gone: of a crowd that would be all there are. */
  #refuseFull(socket: Socket): void {
    this.#refused++;
    if (this.#refusing >= REFUSING_MAX) return void socket.resetAndDestroy();
    this.#refusing++;
    socket.once('close', () => this.#refusing--);
    this.#sayNo(socket, 'venue_full');
  }

  /** Who is told at once comes again at once. */
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

  /** Its client has a while to read the answer and to go. */
  #sayNo(socket: Socket, why: Refused): void {
    const { refuse } = this.#options;
    if (socket.destroyed) return;
    refuse(socket, why);
    this.partWith(socket);
  }

  /**
   * Refuses requests that wait too long. Resets connections that have read nothing for too long, or nothing of late while
   * their address is over its bytes.
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
