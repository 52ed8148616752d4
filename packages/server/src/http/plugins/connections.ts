/**
 * Bounds what one connection and one address can have under way: sockets, requests that came before their turn, answers
 * that no one reads. A connection over a bound is not read from until its answers have gone; what it sent stays where it
 * is, in the system's buffers at first and in the end with the client. Requests behind each other on one connection are
 * read a little at a time, since the parser starts all that it is given.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionFigures } from '../../ports/metrics.ts';
import { originOf, readAddress } from './client-address.ts';
import { Refusals } from './refusals.ts';

export interface ConnectionLimits {
  /** Sockets of all clients together; the files that the venue itself needs stay free. */
  readonly connectionsMax: number;
  /** Sockets of one address (IPv6: of one /64), those of live feeds included. */
  readonly connectionsPerAddressMax: number;
  /** Requests of one connection that are not answered yet. */
  readonly requestsPerConnectionMax: number;
  /** Answers of one address that are being made. */
  readonly requestsPerAddressMax: number;
  /** Bytes of answers that wait to be read by one address; over it, connections that read nothing are reset, oldest first. */
  readonly unreadBytesPerAddressMax: number;
  /** After so long without a byte of it being read, an answer is given up and its connection reset. */
  readonly unreadTimeoutMs: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  connectionsMax: Number.POSITIVE_INFINITY,
  connectionsPerAddressMax: 2_048,
  requestsPerConnectionMax: 32,
  requestsPerAddressMax: 1_024,
  unreadBytesPerAddressMax: 64 * 1024 * 1024,
  unreadTimeoutMs: 20_000,
};

/** Bytes given to the parser at a time: no more than some sixty requests, and usually no more than ten. */
const PIECE_BYTES = 1_024;

/** Connections that are told at a time that the venue is full; more are reset without a word. */
const REFUSALS_MAX = 8;

/** How often answers that no one reads are looked for. */
const SWEEP_MS = 1_000;

/** Why a connection is not taken. */
export type Refused = 'address_full' | 'venue_full';

export interface ConnectionOptions {
  readonly limits: ConnectionLimits;
  /** Peers that speak for many clients: the operator's own proxies, for whom the bounds by address do not hold. */
  readonly isTrusted: (address: string) => boolean;
  /** Runs work for a client now, or in its turn. */
  readonly turn: (client: string, work: () => void) => void;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
  /** Calls back after so many milliseconds, if the process is still there. */
  readonly after: (ms: number, callback: () => void) => void;
  /** Answers a connection that is not taken, and ends it. */
  readonly refuse: (socket: Socket, why: Refused) => void;
}

interface Peer {
  readonly name: string;
  readonly isTrusted: boolean;
  connections: number;
  underWay: number;
  /** Connections that wait for an answer of another one to go; first come first. */
  readonly waiting: Set<Connection>;
  readonly refusals: Refusals;
}

export class Connections {
  readonly #options: ConnectionOptions;
  readonly #peers = new Map<string, Peer>();
  readonly #bySocket = new WeakMap<Socket, Connection>();
  readonly #all = new Set<Connection>();
  #refused = 0;
  /** Refused and not closed yet. */
  #refusing = 0;
  #held = 0;
  #unread = 0;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** Looks after all connections of a server, from before it listens. */
  watch(server: Server): void {
    // The server's own listener has come first and given the socket its parser.
    server.on('connection', (socket: Socket) => this.#open(socket));
    server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
      this.#bySocket.get(request.socket)?.begin(request, response);
    });
    const timer = setInterval(() => this.#dropUnread(), Math.min(SWEEP_MS, this.#options.limits.unreadTimeoutMs / 4));
    timer.unref();
    server.once('close', () => clearInterval(timer));
  }

  /** Runs `work` for a read when the answers before it on its connection have gone to the client. */
  enterRead(request: IncomingMessage, work: () => void): void {
    const connection = this.#bySocket.get(request.socket);
    if (connection === undefined) work();
    else connection.enterRead(request, work);
  }

  /** A request on it was refused for its cap: who keeps asking is read from less and less. */
  refused(request: IncomingMessage): void {
    this.#bySocket.get(request.socket)?.refused();
  }

  figures(): ConnectionFigures {
    return { open: this.#all.size, refused: this.#refused, held: this.#held, unread: this.#unread };
  }

  /** What a socket that is taken over had sent and its parser was not given; it is read from by others now. */
  release(socket: Socket): Buffer {
    return this.#bySocket.get(socket)?.release() ?? Buffer.alloc(0);
  }

  #open(socket: Socket): void {
    const { limits, isTrusted, refuse } = this.#options;
    const address = readAddress(socket.remoteAddress);
    const name = originOf(address).address;
    const peer = this.#peers.get(name) ?? {
      name,
      isTrusted: address !== null && isTrusted(address),
      connections: 0,
      underWay: 0,
      waiting: new Set(),
      refusals: new Refusals(),
    };
    const isAddressFull = !peer.isTrusted && peer.connections >= limits.connectionsPerAddressMax;
    if (isAddressFull || this.#all.size >= limits.connectionsMax) {
      this.#refused++;
      // Each has a file open until its refusal has gone: of a crowd that would be all there are.
      if (this.#refusing >= REFUSALS_MAX && !isAddressFull) return void socket.destroy();
      this.#refusing++;
      socket.once('close', () => this.#refusing--);
      // Nothing that it sends is read.
      for (const listener of socket.listeners('data')) socket.off('data', listener as () => void);
      return refuse(socket, isAddressFull ? 'address_full' : 'venue_full');
    }
    this.#peers.set(name, peer);
    peer.connections++;
    const connection = new Connection(socket, peer, this.#options, () => this.#held++);
    this.#bySocket.set(socket, connection);
    this.#all.add(connection);
    // What asks once and comes again on another connection is no better than what asks on.
    if (!peer.isTrusted) connection.pause(peer.refusals.pauseMs(this.#options.clock()));
    socket.once('close', () => {
      this.#all.delete(connection);
      connection.release();
      peer.connections--;
      if (peer.connections === 0) this.#peers.delete(name);
    });
  }

  /** Resets connections that have read nothing for too long, or nothing of late while their address is over its bytes. */
  #dropUnread(): void {
    const now = this.#options.clock();
    const { unreadTimeoutMs, unreadBytesPerAddressMax } = this.#options.limits;
    const bytes = new Map<Peer, number>();
    const stuck: Connection[] = [];
    for (const connection of this.#all) {
      if (connection.look(now)) stuck.push(connection);
      bytes.set(connection.peer, (bytes.get(connection.peer) ?? 0) + connection.unreadBytes);
    }
    stuck.sort((left, right) => left.stuckSince - right.stuckSince);
    for (const connection of stuck) {
      const { peer, unreadBytes, stuckSince } = connection;
      const all = bytes.get(peer) ?? 0;
      const isOver = !peer.isTrusted && all > unreadBytesPerAddressMax;
      if (!isOver && now - stuckSince < unreadTimeoutMs) continue;
      bytes.set(peer, all - unreadBytes);
      this.#unread++;
      connection.reset();
    }
  }
}

type DataListener = (chunk: Buffer) => void;

class Connection {
  readonly #socket: Socket;
  readonly peer: Peer;
  /** Since when nothing of what waits has been read, by the monotonic clock. */
  stuckSince = 0;
  readonly #limits: ConnectionLimits;
  readonly #turn: ConnectionOptions['turn'];
  readonly #clock: ConnectionOptions['clock'];
  readonly #after: ConnectionOptions['after'];
  readonly #countHeld: () => void;
  /** Gives bytes to the server's parser. */
  readonly #parse: DataListener;
  /** What has arrived and the parser has not been given. */
  #rest: Buffer | null = null;
  #isFeeding = false;
  /** Its turn to give the parser a piece will come. */
  #isQueued = false;
  #isReleased = false;
  /** While there are any nothing new is read: too much of what came was over its caps. */
  #pauses = 0;
  #unanswered = 0;
  /** The request that may still be arriving. */
  #latest: IncomingMessage | null = null;
  #sentBefore = 0;
  /** The read whose answer has not gone to the client yet, and those behind it. */
  #read: IncomingMessage | null = null;
  /** What counts a read as under way. */
  readonly #starts = new WeakMap<IncomingMessage, () => void>();
  readonly #reads: { readonly request: IncomingMessage; readonly work: () => void }[] = [];

  constructor(socket: Socket, peer: Peer, { limits, turn, clock, after }: ConnectionOptions, countHeld: () => void) {
    this.#turn = turn;
    this.#clock = clock;
    this.#after = after;
    this.#socket = socket;
    this.peer = peer;
    this.#limits = limits;
    this.#countHeld = countHeld;
    this.#parse = socket.listeners('data')[0] as DataListener;
    socket.off('data', this.#parse);
    socket.on('data', this.#take);
    // The server lets a connection go on when its answers have drained.
    socket.on('resume', this.#feed);
  }

  begin(request: IncomingMessage, response: ServerResponse): void {
    const peer = this.peer;
    this.#latest = request;
    this.#unanswered++;
    let isUnderWay = false;
    const underWay = (): void => {
      isUnderWay = !response.closed;
      if (isUnderWay) peer.underWay++;
    };
    // A body that is slow to come takes up no one's place, nor does a read behind others on its connection.
    if (isRead(request)) this.#starts.set(request, underWay);
    else if (hasBody(request)) request.once('end', underWay);
    else underWay();
    const made = (): void => {
      if (!isUnderWay) return;
      peer.underWay--;
      isUnderWay = false;
      for (const other of peer.waiting) {
        if (peer.underWay >= this.#limits.requestsPerAddressMax) break;
        other.#feed();
      }
    };
    // What waits to be read takes up no one's place either.
    response.once('prefinish', made);
    response.once('close', () => {
      this.#unanswered--;
      made();
      // The answer has gone to the client: there is room for the next one.
      if (request === this.#read) this.#nextRead();
      this.#feed();
    });
  }

  /** One read after another: an answer that is not read keeps the next from being made. */
  enterRead(request: IncomingMessage, work: () => void): void {
    if (this.#read !== null) this.#reads.push({ request, work });
    else this.#startRead(request, work);
  }

  #startRead(request: IncomingMessage, work: () => void): void {
    this.#read = request;
    this.#starts.get(request)?.();
    work();
  }

  #nextRead(): void {
    const next = this.#reads.shift();
    this.#read = null;
    if (next !== undefined) this.#startRead(next.request, next.work);
  }

  refused(): void {
    if (!this.peer.isTrusted) this.pause(this.peer.refusals.count(this.#clock()));
  }

  /** Reads nothing new for so many milliseconds. */
  pause(pauseMs: number): void {
    if (pauseMs === 0 || this.#isReleased) return;
    this.#pauses++;
    this.#after(pauseMs, () => {
      this.#pauses--;
      this.#feed();
    });
    this.#settle();
  }

  release(): Buffer {
    const rest = this.#rest ?? Buffer.alloc(0);
    this.#isReleased = true;
    this.#rest = null;
    this.peer.waiting.delete(this);
    this.#socket.off('data', this.#take);
    this.#socket.off('resume', this.#feed);
    return rest;
  }

  get unreadBytes(): number {
    return this.#isReleased ? 0 : this.#socket.writableLength;
  }

  /** Whether something waits of which nothing has been read since it was last looked at. */
  look(now: number): boolean {
    const { writableLength, bytesWritten } = this.#socket;
    // Counted when it is handed to the socket, so what still waits there is taken off.
    const sent = bytesWritten - writableLength;
    if (!this.#isReleased && writableLength > 0 && sent === this.#sentBefore) return true;
    this.#sentBefore = sent;
    this.stuckSince = now;
    return false;
  }

  reset(): void {
    this.#socket.resetAndDestroy();
  }

  readonly #take = (chunk: Buffer): void => {
    // Nothing follows an answer that ends the connection.
    if (this.#socket.writableEnded) return;
    this.#rest = this.#rest === null ? chunk : Buffer.concat([this.#rest, chunk]);
    this.#feed();
  };

  /** Has the parser given what it may have, a piece in each turn of its client: every request in it costs something. */
  readonly #feed = (): void => {
    if (this.#isFeeding || this.#isReleased) return;
    // A body that is read resumes the socket by itself, whatever still waits here.
    if (!this.#isQueued && this.#rest !== null && this.#mayGoOn()) {
      this.#isQueued = true;
      this.#turn(this.peer.name, this.#feedPiece);
    }
    this.#settle();
  };

  readonly #feedPiece = (): void => {
    this.#isQueued = false;
    if (this.#rest !== null && this.#mayGoOn()) {
      const piece = this.#rest.subarray(0, PIECE_BYTES);
      this.#rest = piece.length < this.#rest.length ? this.#rest.subarray(PIECE_BYTES) : null;
      this.#isFeeding = true;
      // An upgrade takes the rest along.
      this.#parse(piece);
      this.#isFeeding = false;
    }
    this.#feed();
  };

  /** Reads from the socket or not: its end, too, is to come behind all that it sent. */
  #settle(): void {
    if (this.#isReleased || this.#socket.destroyed) return;
    if (this.#socket.writableEnded) {
      this.#rest = null;
      this.#socket.resume();
      return;
    }
    const mayGoOn = this.#mayGoOn();
    const mayRead = mayGoOn && !this.#isQueued;
    if (mayRead !== this.#socket.isPaused()) return;
    if (mayRead) this.#socket.resume();
    else {
      this.#socket.pause();
      if (!mayGoOn) this.#countHeld();
    }
  }

  /** Whether the parser may be given more. What a request lacks of its body always comes through. */
  #mayGoOn(): boolean {
    const socket = this.#socket;
    if (this.#isReleased || socket.destroyed || socket.writableEnded || isHeldByServer(socket)) return false;
    const peer = this.peer;
    const isArriving = this.#latest !== null && !this.#latest.complete;
    const isPeerFull = !peer.isTrusted && peer.underWay >= this.#limits.requestsPerAddressMax;
    if (isPeerFull && !isArriving) peer.waiting.add(this);
    else peer.waiting.delete(this);
    return (
      isArriving || (!isPeerFull && this.#pauses === 0 && this.#unanswered < this.#limits.requestsPerConnectionMax)
    );
  }
}

/** The server has paused parser and socket until answers have drained, and resumes both by itself. */
function isHeldByServer(socket: Socket): boolean {
  return '_paused' in socket && socket._paused === true;
}

export function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}
