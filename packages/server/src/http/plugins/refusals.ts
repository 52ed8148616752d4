/**
 * Requests over their caps that one address keeps sending. Saying no costs this thread something, too: past so many a
 * second, a connection that was refused is not read from for a moment, and its client learns to wait without being told.
 */

/** Refusals of one address that are answered without a pause. */
export const REFUSALS_PER_SECOND = 200;
/** Longest pause of a connection. */
const PAUSE_MS_MAX = 1_000;

const PAUSED_AT_MOST = REFUSALS_PER_SECOND + (REFUSALS_PER_SECOND * PAUSE_MS_MAX) / 1_000;

export class Refusals {
  #level = 0;
  #countedMs = 0;

  /** Counts one at `nowMs` of a monotonic clock. Milliseconds for which its connection is not read from; 0: go on. */
  count(nowMs: number): number {
    this.#level = Math.min(PAUSED_AT_MOST, this.#levelAt(nowMs) + 1);
    this.#countedMs = nowMs;
    return this.pauseMs(nowMs);
  }

  /** Milliseconds for which a connection that begins now is not read from. */
  pauseMs(nowMs: number): number {
    return Math.max(0, ((this.#levelAt(nowMs) - REFUSALS_PER_SECOND) * 1_000) / REFUSALS_PER_SECOND);
  }

  #levelAt(nowMs: number): number {
    return Math.max(0, this.#level - ((nowMs - this.#countedMs) * REFUSALS_PER_SECOND) / 1_000);
  }
}
