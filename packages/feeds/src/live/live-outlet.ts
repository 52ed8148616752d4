/** Output of one connection of the activity feed, which its topics share: one buffer, one id, one clock. */

import type { ResyncReason } from '@bellwether/contract';
import type { Timers } from '@bellwether/ports/runtime.ts';
import type { FeedSocket } from '../feed-socket.ts';
import { CLOSE, type FeedLimits } from '../limits.ts';
import { LiveMessage, tailOf } from './live-message.ts';

/** A refusal with its code and text. */
export interface LiveProblem {
  readonly code: string;
  readonly message: string;
}

interface OutletSetup {
  readonly limits: FeedLimits;
  readonly timers: Timers;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export class LiveOutlet {
  readonly limits: FeedLimits;
  readonly timers: Timers;
  /** Messages left out because the client was too slow. */
  dropped = 0;
  readonly #socket: FeedSocket;
  readonly #connectionId: string;
  readonly #now: () => number;
  readonly #tail: Buffer;

  constructor(socket: FeedSocket, connectionId: string, { limits, timers, now }: OutletSetup) {
    this.#socket = socket;
    this.#connectionId = connectionId;
    this.limits = limits;
    this.timers = timers;
    this.#now = now;
    this.#tail = Buffer.from(tailOf(connectionId));
  }

  get isOpen(): boolean {
    return this.#socket.isOpen;
  }

  /** False if the buffer has reached its limit: further messages are left out, and reported later. */
  get hasRoom(): boolean {
    return !this.#socket.isBehind(this.limits.liveBufferedBytesMax);
  }

  /** True if the client has read enough to get what is owed. */
  get hasDrained(): boolean {
    return !this.#socket.isBehind(this.limits.liveBufferedBytesMax / 2);
  }

  /** Counts the cost of a request. Returns false if that has ended the connection. */
  spend(cost: number): boolean {
    return this.#socket.spend(cost);
  }

  /** Counts the cost of unsolicited data. Returns false if it must wait. */
  mayPush(cost: number): boolean {
    return this.#socket.mayPush(cost);
  }

  /** Sends a message that other connections get too. */
  send(message: LiveMessage): void {
    this.#socket.sendParts(message.bytes, this.#tail);
  }

  /** Sends a message for this connection alone, with the current time or that of an entry. */
  tell(topic: string, type: string, payload: object, timestampMs = this.#now()): void {
    this.#socket.send(new LiveMessage(topic, type, timestampMs, JSON.stringify(payload)).of(this.#connectionId));
  }

  resync(topic: string, reason: ResyncReason, sequence: number, more: object = {}): void {
    this.tell(topic, 'resync', { reason, sequence, ...more });
  }

  /** Refuses a request. The connection stays: its client would connect again at once and ask again. */
  refuse(topic: string, problem: LiveProblem, subscription?: object): void {
    // A client that keeps asking without reading the answers is disconnected.
    if (!this.hasRoom) return this.#socket.close(CLOSE.tryAgain, 'answers are not read');
    this.tell(topic, 'error', { ...problem, ...(subscription !== undefined && { subscription }) });
  }
}
