/** Commands waiting for the sequencer: first in, first out, O(1), bounded. */
import { ExchangeUnavailable } from '../ports/exchange.ts';

/** A command as JSON, with the number its outcome will carry. */
export interface QueuedCommand {
  readonly id: number;
  readonly json: string;
}

/** Consumed places at which the array is compacted. */
const COMPACT_AT = 4_096;

export class CommandQueue {
  readonly #depthMax: number;
  #items: QueuedCommand[] = [];
  #next = 0;

  constructor(depthMax: number) {
    this.#depthMax = depthMax;
  }

  get depth(): number {
    return this.#items.length - this.#next;
  }

  /** Throws `ExchangeUnavailable` when the queue is full. */
  push(command: QueuedCommand): void {
    if (this.depth >= this.#depthMax) throw new ExchangeUnavailable(`${this.#depthMax} commands are waiting already`);
    this.#items.push(command);
  }

  /** The oldest command, which stays; null if there is none. */
  peek(): QueuedCommand | null {
    return this.#items[this.#next] ?? null;
  }

  /** Removes the oldest command. */
  shift(): void {
    this.#next++;
    if (this.#next === this.#items.length) {
      this.#items = [];
      this.#next = 0;
    } else if (this.#next >= COMPACT_AT) {
      this.#items = this.#items.slice(this.#next);
      this.#next = 0;
    }
  }
}
