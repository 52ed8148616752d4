/**
 * Fairness between clients: turns of this thread, the work in progress and the refusals of an address over
 * all its connections, and the reads and unread answers of one connection.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Timers } from '@bellwether/ports/runtime.ts';
import type { FastifyReply } from 'fastify';
import type { Origin } from '../../limits/clients.ts';

/** Time for work between two socket polls. */
const SLICE_MS = 1;

interface TurnsOptions {
  /** Clock in monotonic milliseconds. */
  readonly clock: () => number;
  /** Calls back after the next socket poll. */
  readonly later: (callback: () => void) => void;
}

/**
 * Shares this thread between clients. Ready work runs at once while little has run since the thread last polled its
 * sockets; otherwise it queues behind its client's other work. The queues are served round-robin, a millisecond at a
 * time with socket polls in between. A burst of one client therefore delays another client by one slice, not by the
 * whole burst.
 */
export class Turns {
  readonly #options: TurnsOptions;
  /** Queues by client. The first in the map is served next. */
  readonly #lines = new Map<string, (() => void)[]>();
  #spentMs = 0;
  /** Start time of the running work; null while none runs. */
  #beganMs: number | null = null;
  #isScheduled = false;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  readonly enter = (client: string, work: () => void): void => {
    if (this.#lines.size === 0 && this.#spent() < SLICE_MS) return this.#run(work);
    const line = this.#lines.get(client);
    if (line === undefined) this.#lines.set(client, [work]);
    else line.push(work);
    this.#schedule();
  };

  /** True while work runs. */
  get isRunning(): boolean {
    return this.#beganMs !== null;
  }

  /** Time spent in this slice, including the running work so far. */
  #spent(): number {
    return this.#spentMs + (this.#beganMs === null ? 0 : this.#options.clock() - this.#beganMs);
  }

  #run(work: () => void): void {
    // Nested work counts as part of the outer work.
    if (this.#beganMs !== null) return work();
    this.#beganMs = this.#options.clock();
    this.#schedule();
    try {
      work();
    } finally {
      this.#spentMs = this.#spent();
      this.#beganMs = null;
    }
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#options.later(() => {
      this.#isScheduled = false;
      this.#serve();
    });
  }

  #serve(): void {
    this.#spentMs = 0;
    while (this.#spentMs < SLICE_MS) {
      const [next] = this.#lines;
      if (next === undefined) return;
      const [client, line] = next;
      const work = line.shift();
      // Moves the client to the end of the map: the others come first.
      this.#lines.delete(client);
      if (line.length > 0) this.#lines.set(client, line);
      if (work !== undefined) this.#run(work);
    }
    if (this.#lines.size > 0) this.#schedule();
  }
}

/** Refusals of one address that are answered without a pause, per second. */
export const REFUSALS_PER_SECOND = 200;
/** A protocol error counts as this many refusals: it costs a connection and often a handshake. */
export const BROKEN_COUNTS = 20;
/** Longest pause until the next connection has its turn. */
const PAUSE_MS_MAX = 1_000;

const LEVEL_MAX = REFUSALS_PER_SECOND + (REFUSALS_PER_SECOND * PAUSE_MS_MAX) / 1_000;

/** A connection that waits for its turn or for room. */
export interface Waiting {
  goOn(): void;
}

interface RefusalsOptions {
  /** Clock in monotonic milliseconds. */
  readonly clock: () => number;
  readonly timers: Pick<Timers, 'after'>;
}

/**
 * Tracks requests over their caps from one address. Refusing costs this thread time, too. Above a fixed rate, refused
 * and new connections of the address are read from one after another, a little each, and no faster than that rate. This
 * slows their clients down without an error.
 */
export class Refusals {
  readonly #options: RefusalsOptions;
  readonly #resting = new Set<Waiting>();
  #isTimed = false;
  #level = 0;
  #countedMs = 0;

  constructor(options: RefusalsOptions) {
    this.#options = options;
  }

  count(times = 1): void {
    this.#level = Math.min(LEVEL_MAX, this.#levelNow() + times);
    this.#countedMs = this.#options.clock();
  }

  /** True if refusals exceed the rate that is answered without a pause. */
  get isOver(): boolean {
    return this.#levelNow() > REFUSALS_PER_SECOND;
  }

  /** True at more than half of that rate: reads should then bring in few requests at a time. */
  get isNear(): boolean {
    return this.#levelNow() > REFUSALS_PER_SECOND / 2;
  }

  /** True if no refusals are left to remember. */
  get isForgotten(): boolean {
    return this.#levelNow() === 0;
  }

  /** Suspends a connection until its turn. */
  rest(connection: Waiting): void {
    this.#resting.add(connection);
    this.#schedule();
  }

  isResting(connection: Waiting): boolean {
    return this.#resting.has(connection);
  }

  /** Removes a connection that has closed. */
  leave(connection: Waiting): void {
    this.#resting.delete(connection);
  }

  #levelNow(): number {
    // Most addresses were never refused, and every request calls this several times.
    if (this.#level === 0) return 0;
    const level = this.#level - ((this.#options.clock() - this.#countedMs) * REFUSALS_PER_SECOND) / 1_000;
    if (level > 0) return level;
    this.#level = 0;
    return 0;
  }

  #schedule(): void {
    if (this.#isTimed || this.#resting.size === 0) return;
    this.#isTimed = true;
    const pauseMs = ((this.#levelNow() - REFUSALS_PER_SECOND) * 1_000) / REFUSALS_PER_SECOND;
    this.#options.timers.after(Math.max(1, Math.ceil(pauseMs)), () => {
      this.#isTimed = false;
      this.#serve();
    });
  }

  #serve(): void {
    while (!this.isOver) {
      const [next] = this.#resting;
      if (next === undefined) return;
      this.#resting.delete(next);
      // A turn counts as a refusal whatever it brings; its requests are counted when they are refused.
      this.count();
      next.goOn();
    }
    this.#schedule();
  }
}

/** One address over all its connections. */
export class Peer {
  readonly origin: Origin;
  /** True for a proxy of the operator, which speaks for many clients. It is exempt from bounds by address. */
  readonly isTrusted: boolean;
  readonly refusals: Refusals;
  /** Open connections, including those that wait for admission or for their refusal. */
  connections = 0;
  /** Connections that wait for their refusal. */
  refusing = 0;
  /** Answers in progress. */
  underWay = 0;
  /** True if so much is unread that no further expensive read starts. */
  isUnreadFull = false;
  /** Connections that wait for an answer of another connection to complete, in order of arrival. */
  readonly waiting = new Set<Waiting>();
  /** Connections whose next read waits until less is unread. */
  readonly unreading = new Set<Waiting>();

  constructor(origin: Origin, isTrusted: boolean, options: RefusalsOptions) {
    this.origin = origin;
    this.isTrusted = isTrusted;
    this.refusals = new Refusals(options);
  }

  /** The client's name in the turn queue. */
  get name(): string {
    return this.origin.address;
  }

  /** True if nothing would be lost by deleting and recreating this object. */
  get isForgotten(): boolean {
    return this.connections === 0 && this.refusing === 0 && this.refusals.isForgotten;
  }

  /** Removes a connection that has closed. */
  leave(connection: Waiting): void {
    this.waiting.delete(connection);
    this.unreading.delete(connection);
    this.refusals.leave(connection);
  }

  /** Sets whether too much is unread; if not, waiting reads continue. */
  setUnread(isFull: boolean): void {
    this.isUnreadFull = isFull;
    if (isFull) return;
    const all = [...this.unreading];
    this.unreading.clear();
    for (const connection of all) connection.goOn();
  }
}

export function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** True if the headers announce a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** An unanswered request: when it began, and whether its answer is in progress and so takes up a slot of its address. */
export class Pending {
  readonly #response: ServerResponse;
  readonly #peer: Peer;
  readonly #placesMax: number;
  /** Arrival time of its first byte, as far as that is known. */
  sinceMs: number;
  /** The reply that answers the request; null before the request's first hook, and while it may wait for ever. */
  reply: FastifyReply | null = null;
  #isUnderWay = false;

  constructor(response: ServerResponse, peer: Peer, placesMax: number, sinceMs: number) {
    this.#response = response;
    this.#peer = peer;
    this.#placesMax = placesMax;
    this.sinceMs = sinceMs;
  }

  get hasAnswer(): boolean {
    return this.#response.headersSent;
  }

  /** Resolves when the answer has been sent or the connection has closed. */
  get closed(): Promise<void> {
    return new Promise((resolve) => this.#response.once('close', resolve));
  }

  start(): void {
    if (this.#response.closed) return;
    this.#isUnderWay = true;
    this.#peer.underWay++;
  }

  completed(): void {
    if (!this.#isUnderWay) return;
    const peer = this.#peer;
    this.#isUnderWay = false;
    peer.underWay--;
    for (const other of peer.waiting) {
      if (peer.underWay >= this.#placesMax) break;
      other.goOn();
    }
  }
}

export interface WaitingRead {
  readonly request: IncomingMessage;
  /** Begins the read. */
  readonly work: () => void;
  /** True if the answer may be large. */
  readonly isExpensive: boolean;
}

interface ReadLineOptions {
  readonly connection: Waiting;
  readonly peer: Peer;
  /** True if a request is not answered yet. Some requests are refused while they wait. */
  readonly isAsked: (request: IncomingMessage) => boolean;
  /** Marks the request's answer as in progress. */
  readonly begin: (request: IncomingMessage) => void;
  /** Number of pauses. */
  readonly pauses: { count: number };
}

/** Reads of one connection: the next answer is not produced until the previous one has been read. */
export class ReadLine {
  readonly #options: ReadLineOptions;
  /** The read whose answer has not left for the client. */
  #current: IncomingMessage | null = null;
  readonly #waiting: WaitingRead[] = [];

  constructor(options: ReadLineOptions) {
    this.#options = options;
  }

  enter(read: WaitingRead): void {
    this.#waiting.push(read);
    this.goOn();
  }

  /** Handles an answer that has left for the client. */
  answered(request: IncomingMessage): void {
    if (request !== this.#current) return;
    this.#current = null;
    this.goOn();
  }

  /** Starts the next read if there is room. */
  goOn(): void {
    const { connection, peer, isAsked, begin, pauses } = this.#options;
    if (this.#current !== null) return;
    while (this.#waiting[0] !== undefined && !isAsked(this.#waiting[0].request)) this.#waiting.shift();
    const [next] = this.#waiting;
    if (next === undefined) return;
    // The address already has too many unread bytes.
    if (next.isExpensive && peer.isUnreadFull && !peer.isTrusted) {
      peer.unreading.add(connection);
      pauses.count++;
      return;
    }
    this.#waiting.shift();
    this.#current = next.request;
    begin(next.request);
    next.work();
  }
}

/** Answers on one connection that its client has not read. */
export class Unread {
  readonly #socket: Socket;
  /** Bytes of an answer in pieces that the socket has not been given. */
  #left = (): number => 0;
  #sentBefore = 0;
  /** Monotonic time since which the client has read none of the waiting bytes. */
  stuckSince = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  get bytes(): number {
    return this.#socket.writableLength + this.#left();
  }

  /** Tracks an answer that leaves in pieces; `left` returns the bytes that the socket has not been given. */
  sends(left: () => number): void {
    this.#left = left;
  }

  /** True if unread bytes are waiting and the client has read none since the last call. */
  look(now: number): boolean {
    const { writableLength, bytesWritten } = this.#socket;
    // The socket counts bytes when they are handed over, so bytes still waiting there are subtracted.
    const sent = bytesWritten - writableLength;
    if (writableLength > 0 && sent === this.#sentBefore) return true;
    this.#sentBefore = sent;
    this.stuckSince = now;
    return false;
  }
}
