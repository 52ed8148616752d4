/** Branches that clients left for another one; each is closed when its clients have gone. */

import { CLIENT_LIMITS } from '@bellwether/gateway/http/plugins/clients.ts';
import type { Timers } from '@bellwether/ports/runtime.ts';
import type { Logger } from 'pino';
import type { BranchVenue } from './branch-venue.ts';

/** Milliseconds that a left branch keeps its ledger to answer earlier requests. */
const LEAVE_MS = 5_000;
/** Milliseconds that its server keeps handing over requests: longer than it keeps an idle connection open. */
const HAND_OVER_MS = CLIENT_LIMITS.keepAliveTimeoutMs + 5_000;

export class LeftBranches {
  readonly #timers: Timers;
  readonly #logger: Logger;
  readonly #closes = new Set<() => Promise<void>>();

  constructor(timers: Timers, logger: Logger) {
    this.#timers = timers;
    this.#logger = logger;
  }

  /** Moves the clients of `before` to `now`, which also answers the requests that still arrive at `before`. */
  leave(before: BranchVenue, now: BranchVenue): void {
    const { answered, left } = before.rewound(now);
    let closed: Promise<void> | null = null;
    const close = (): Promise<void> => {
      cancelLedger();
      cancelFront();
      closed ??= this.#logged(before.close()).then(() => void this.#closes.delete(close));
      return closed;
    };
    const cancelLedger = this.#timers.after(
      LEAVE_MS,
      () => void this.#logged(answered().then(() => before.closeLedger())),
    );
    const cancelFront = this.#timers.after(HAND_OVER_MS, () => void answered().then(close));
    this.#closes.add(close);
    void left.then(close);
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#closes].map((close) => close()));
  }

  #logged(closing: Promise<void>): Promise<void> {
    return closing.catch((error: unknown) =>
      this.#logger.error({ err: error }, 'a branch that was left could not be closed'),
    );
  }
}
