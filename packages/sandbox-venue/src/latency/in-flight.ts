/**
 * Requests, answers and frames that are under way in a branch's time. While that time stands still, a request or answer
 * moves it: a client that waits for an answer has waited in venue time. A frame never moves time.
 */
import type { VirtualTime } from '@bellwether/venue/runtime/virtual-time.ts';

type Waiting = { readonly dueMs: number; readonly drop: () => void };

export class InFlight {
  readonly #time: VirtualTime;
  readonly #waiting = new Set<Waiting>();
  #isMoving = false;
  /** True once the branch was left: nothing takes time any more. */
  isOver = false;

  constructor(time: VirtualTime) {
    this.#time = time;
    time.onStopped = () => this.#move();
  }

  /** Sends frames at a moment. */
  send(dueMs: number, frames: () => void): void {
    this.#time.holdAt(dueMs, () => {
      if (!this.isOver) frames();
    });
  }

  /**
   * Calls `go` at a moment, and lets time go on when that is done. Calls `drop` instead if the branch is left or its time
   * fails.
   */
  wait(dueMs: number, go: () => Promise<void> | void, drop: () => void): void {
    if (this.isOver) return drop();
    const waiting = { dueMs, drop };
    this.#waiting.add(waiting);
    this.#time.holdAt(dueMs, () => (this.#waiting.delete(waiting) ? go() : undefined));
    this.#move();
  }

  /** Drops everything, now and from now on. */
  end(): void {
    this.isOver = true;
    this.#dropAll();
  }

  #dropAll(): void {
    for (const waiting of this.#waiting) {
      this.#waiting.delete(waiting);
      waiting.drop();
    }
  }

  /** Moves time that stands still to whatever is due first. A move that is interrupted is begun again. */
  #move(): void {
    if (this.#isMoving || this.#waiting.size === 0 || this.#time.speed > 0) return;
    this.#isMoving = true;
    const first = [...this.#waiting].reduce((due, { dueMs }) => Math.min(due, dueMs), Number.POSITIVE_INFINITY);
    void this.#time
      .advanceTo(first)
      .catch(() => this.#dropAll())
      .finally(() => {
        this.#isMoving = false;
        this.#move();
      });
  }
}
