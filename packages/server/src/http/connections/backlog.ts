/**
 * The backlog of one connection: bytes for the parser, unanswered requests, reads that wait, and answers that the client has
 * not read.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import type { PlainHead } from '../plain/head.ts';
import type { PlainLane } from '../plain/lane.ts';
import type { Peer, Waiting } from './peer.ts';

export function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/** An unanswered request: when it began, and whether its answer is in progress and so takes up a slot of its address. */
export class Begun {
  readonly #response: ServerResponse;
  readonly #peer: Peer;
  readonly #placesMax: number;
  /** Arrival time of its first byte, as far as that is known. */
  readonly sinceMs: number;
  /** The reply that answers the request; null before the request's first hook. */
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

  start(): void {
    if (this.#response.closed) return;
    this.#isUnderWay = true;
    this.#peer.underWay++;
  }

  made(): void {
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
  readonly isDear: boolean;
}

interface ReadLineOptions {
  readonly connection: Waiting;
  readonly peer: Peer;
  /** True if a request is not answered yet. Some requests are refused while they wait. */
  readonly isAsked: (request: IncomingMessage) => boolean;
  /** Marks the request's answer as in progress. */
  readonly begin: (request: IncomingMessage) => void;
  readonly countHeld: () => void;
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
    const { connection, peer, isAsked, begin, countHeld } = this.#options;
    if (this.#current !== null) return;
    while (this.#waiting[0] !== undefined && !isAsked(this.#waiting[0].request)) this.#waiting.shift();
    const [next] = this.#waiting;
    if (next === undefined) return;
    // The address already has too many unread bytes.
    if (next.isDear && peer.isUnreadFull && !peer.isTrusted) {
      peer.unreading.add(connection);
      return countHeld();
    }
    this.#waiting.shift();
    this.#current = next.request;
    begin(next.request);
    next.work();
  }
}

const HEAD_END = '\r\n\r\n';

/** Bytes that the server's parser has not been given. */
export class Inbox {
  #bytes: Buffer | null = null;
  /** Bytes that the parser still needs to complete its request; null once that cannot be determined any more. */
  #owed: number | null = 0;

  get isEmpty(): boolean {
    return this.#bytes === null;
  }

  add(chunk: Buffer): void {
    this.#bytes = this.#bytes === null ? chunk : Buffer.concat([this.#bytes, chunk]);
  }

  /** Removes and returns all bytes. */
  takeAll(): Buffer {
    const bytes = this.#bytes ?? Buffer.alloc(0);
    this.#bytes = null;
    this.#owed = 0;
    return bytes;
  }

  /** Removes and returns at most `bytesMax` bytes, for the parser. */
  takePiece(bytesMax: number): Buffer {
    const bytes = this.#take(bytesMax);
    if (this.#owed !== null) this.#owed = bytes.length <= this.#owed ? this.#owed - bytes.length : null;
    return bytes;
  }

  /**
   * The head of a request that is exactly what has arrived; null if that is unknown, or if other bytes precede or
   * follow it.
   */
  readWhole(plain: PlainLane): PlainHead | null {
    const bytes = this.#bytes;
    if (bytes === null || this.#owed !== 0) return null;
    const head = plain.read(bytes);
    this.#owed = head === null ? null : head.headBytes + head.bodyBytes;
    return this.#owed === bytes.length ? head : null;
  }

  #take(bytesMax: number): Buffer {
    const bytes = this.#bytes ?? Buffer.alloc(0);
    this.#bytes = bytesMax < bytes.length ? bytes.subarray(bytesMax) : null;
    return bytes.subarray(0, bytesMax);
  }
}

/** True if a piece holds no more than the rest of a request's head. */
export const endsWithHead = (piece: Buffer): boolean => piece.indexOf(HEAD_END) === piece.length - HEAD_END.length;

/** Answers that the client has not read. */
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
