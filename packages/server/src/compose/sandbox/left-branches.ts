/** Branches that were left for another one, and are closed when their clients have gone. */
import type { Logger } from 'pino';
import { CLIENT_LIMITS } from '../../http/plugins/clients.ts';
import type { Timers } from '../../ports/runtime.ts';
import type { BranchVenue } from './branch-venue.ts';

/** How long one answers what it was asked before. */
const LEAVE_MS = 5_000;
/** How long its server hands over what comes on connections that stay: longer than it keeps an idle one open. */
const HAND_OVER_MS = CLIENT_LIMITS.keepAliveTimeoutMs + 5_000;

export class LeftBranches {
  readonly #timers: Timers;
  readonly #logger: Logger;
  readonly #closes = new Set<() => Promise<void>>();

  constructor(timers: Timers, logger: Logger) {
    this.#timers = timers;
    this.#logger = logger;
  }

  /** Clients of `before` are told, and what they still ask there is answered by `now`. */
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
