/** Requests of one connection: unanswered ones, and reads, which start one after another. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
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

/** A read that has not begun. */
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
