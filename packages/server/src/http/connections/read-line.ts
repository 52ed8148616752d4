/** Reads of one connection, one after another: the next answer is not produced until the previous one has been read. */
import type { IncomingMessage } from 'node:http';
import type { Peer, Waiting } from './peer.ts';

/** A read that has not begun. */
export interface WaitingRead {
  readonly request: IncomingMessage;
  /** Begins the read. */
  readonly work: () => void;
  /** True if the answer may be large. */
  readonly isDear: boolean;
}

export interface ReadLineOptions {
  readonly connection: Waiting;
  readonly peer: Peer;
  /** True if a request is not answered yet. Some requests are refused while they wait. */
  readonly isAsked: (request: IncomingMessage) => boolean;
  /** Marks the request's answer as in progress. */
  readonly begin: (request: IncomingMessage) => void;
  readonly countHeld: () => void;
}

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
