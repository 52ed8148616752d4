/** Pings that a test sends itself: between two of them a client has all the time that a busy machine needs. */
import type { Timers } from '../../ports/runtime.ts';
import { MACHINE } from '../../runtime/machine.ts';

/** An interval that nothing else has. */
const PING_INTERVAL_MS = 77_777;

export class PingsByHand {
  readonly limits = { pingIntervalMs: PING_INTERVAL_MS };
  readonly timers: Timers;
  #send: (() => void) | null = null;

  constructor() {
    const { after, every, soon } = MACHINE.timers;
    this.timers = {
      after,
      soon,
      every: (intervalMs, callback) => {
        if (intervalMs !== PING_INTERVAL_MS) return every(intervalMs, callback);
        this.#send = callback;
        return () => {
          this.#send = null;
        };
      },
    };
  }

  /** Pings all connections, and ends those that have said nothing since the ping before. */
  send(): void {
    if (this.#send === null) throw new Error('the feeds have not begun, or ended');
    this.#send();
  }
}
