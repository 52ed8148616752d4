/** Branches that clients left for another one; each is closed when the requests that began there are answered. */

import type { Timers } from '@bellwether/ports/runtime.ts';
import type { Logger } from 'pino';
import type { BranchVenue } from './branch-venue.ts';

/** Milliseconds that a left branch stays open to answer earlier requests. */
const LEAVE_MS = 5_000;

export class LeftBranches {
  readonly #timers: Timers;
  readonly #logger: Logger;
  readonly #open = new Set<BranchVenue>();

  constructor(timers: Timers, logger: Logger) {
    this.#timers = timers;
    this.#logger = logger;
  }

  /** Moves all clients of `before` to `now`. */
  leave(before: BranchVenue, now: BranchVenue): void {
    this.#open.add(before);
    const close = (): Promise<void> => this.#close(before);
    const cancel = this.#timers.after(LEAVE_MS, () => void close());
    void before.rewound(now).then(() => {
      cancel();
      return close();
    });
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#open].map((branch) => this.#close(branch)));
  }

  async #close(branch: BranchVenue): Promise<void> {
    await branch.close().catch((error: unknown) => {
      this.#logger.error({ err: error }, 'a branch that was left could not be closed');
    });
    this.#open.delete(branch);
  }
}
