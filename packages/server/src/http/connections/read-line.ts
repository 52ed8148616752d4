/** Reads of one connection, one after another: an answer that is not read keeps the next from being made. */
import type { IncomingMessage } from 'node:http';
import type { Peer } from './peer.ts';
import type { Waiting } from './refusals.ts';

/** A read that has not begun. */
export interface WaitingRead {
  readonly request: IncomingMessage;
  /** Begins it. */
  readonly work: () => void;
  /** Its answer may be large. */
  readonly isDear: boolean;
}

export interface ReadLineOptions {
  readonly connection: Waiting;
  readonly peer: Peer;
  /** Whether a request is not answered yet: some are refused while they wait. */
  readonly isAsked: (request: IncomingMessage) => boolean;
  /** Its answer is being made from now on. */
  readonly begin: (request: IncomingMessage) => void;
  readonly countHeld: () => void;
}

export class ReadLine {
  readonly #options: ReadLineOptions;
  /** Its answer has not gone to the client. */
  #current: IncomingMessage | null = null;
  readonly #waiting: WaitingRead[] = [];

  constructor(options: ReadLineOptions) {
    this.#options = options;
  }

  enter(read: WaitingRead): void {
    this.#waiting.push(read);
    this.goOn();
  }

  /** An answer has gone to the client. */
  answered(request: IncomingMessage): void {
    if (request !== this.#current) return;
    this.#current = null;
    this.goOn();
  }

  /** There may be room for the next one. */
  goOn(): void {
    const { connection, peer, isAsked, begin, countHeld } = this.#options;
    if (this.#current !== null) return;
    while (this.#waiting[0] !== undefined && !isAsked(this.#waiting[0].request)) this.#waiting.shift();
    const [next] = this.#waiting;
    if (next === undefined) return;
    // Its address leaves too much unread as it is.
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
