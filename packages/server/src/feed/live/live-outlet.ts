/** What the topics of one connection of the activity feed speak through: one buffer, one id, one clock. */

import type { ResyncReason } from '@bellwether/contract';
import type { Timers } from '../../ports/runtime.ts';
import type { FeedSocket } from '../feed-socket.ts';
import { CLOSE, type FeedLimits } from '../limits.ts';
import { LiveMessage, tailOf } from './live-message.ts';

/** A refusal in words. */
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
  /** Messages left out because their reader was too slow. */
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

  /** False when what waits has reached the bound: what comes now is left out, and told of later. */
  get hasRoom(): boolean {
    return !this.#socket.isBehind(this.limits.liveBufferedBytesMax);
  }

  /** True when enough has been read for what is owed. */
  get hasDrained(): boolean {
    return !this.#socket.isBehind(this.limits.liveBufferedBytesMax / 2);
  }

  /** Counts a cost of what was asked for; false once the connection has been ended for it. */
  spend(cost: number): boolean {
    return this.#socket.spend(cost);
  }

  /** Whether there may be so much more of what was not asked for just now. */
  mayPush(cost: number): boolean {
    return this.#socket.mayPush(cost);
  }

  /** A message that others get too. */
  send(message: LiveMessage): void {
    this.#socket.sendParts(message.bytes, this.#tail);
  }

  /** A message for this connection alone, at this moment or as of an entry. */
  tell(topic: string, type: string, payload: object, timestampMs = this.#now()): void {
    this.#socket.send(new LiveMessage(topic, type, timestampMs, JSON.stringify(payload)).of(this.#connectionId));
  }

  resync(topic: string, reason: ResyncReason, sequence: number, more: object = {}): void {
    this.tell(topic, 'resync', { reason, sequence, ...more });
  }

  /** Refuses what a client has asked for. The connection stays: its client would come back at once and ask again. */
  refuse(topic: string, problem: LiveProblem, subscription?: object): void {
    // Who asks on and on without reading the answers is not kept.
    if (!this.hasRoom) return this.#socket.close(CLOSE.tryAgain, 'answers are not read');
    this.tell(topic, 'error', { ...problem, ...(subscription !== undefined && { subscription }) });
  }
}
