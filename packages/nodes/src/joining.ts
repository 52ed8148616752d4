/**
 * Joining: how a node starts to follow another one. A stalled node still accepts connections but says nothing. So this
 * waits a short time for an answer, and meanwhile checks whether the other node still leads.
 */
import type { FromLeader, NodeLink, ToLeader } from '@bellwether/ports/nodes.ts';
import type { Timers } from '@bellwether/ports/runtime.ts';
import type { LeaderLink } from './leader-link.ts';
import { DOUBT_MS, PATIENCE_MS_MAX, PATIENCE_MS_MIN } from './limits.ts';

const LATE = 'another node leads';

interface JoinOptions {
  readonly connect: () => Promise<NodeLink<ToLeader, FromLeader>>;
  readonly follow: (link: NodeLink<ToLeader, FromLeader>) => LeaderLink;
  /** Resolves to true if another node has come to lead. */
  readonly isReplaced: () => Promise<boolean>;
}

export class Joining {
  readonly #timers: Timers;
  /** Doubled after each attempt without an answer, as the machine may be slow. */
  #patienceMs = PATIENCE_MS_MIN;

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  /**
   * Resolves when the node is in step; to null when another node has come to lead meanwhile. Rejects when the node is
   * no leader.
   */
  async join({ connect, follow, isReplaced }: JoinOptions): Promise<LeaderLink | null> {
    let isOver = false;
    let link: LeaderLink | null = null;
    const reached = (): LeaderLink | null => link;
    const joining = async (): Promise<LeaderLink> => {
      link = follow(await connect());
      if (isOver) link.close(LATE);
      await link.join();
      return link;
    };
    try {
      const silent = this.#silent(() => !isOver && (reached()?.epoch ?? 0) === 0);
      const joined = await Promise.race([joining(), silent, this.#replaced(isReplaced, () => isOver)]);
      this.#patienceMs = PATIENCE_MS_MIN;
      return joined;
    } finally {
      isOver = true;
      if (reached()?.isInStep === false) reached()?.close(LATE);
    }
  }

  /** Rejects when there is no answer in time; never settles once that no longer matters. */
  async #silent(isSilent: () => boolean): Promise<never> {
    await this.#pause(this.#patienceMs);
    if (!isSilent()) return new Promise(() => undefined);
    this.#patienceMs = Math.min(2 * this.#patienceMs, PATIENCE_MS_MAX);
    throw new Error('the node that leads does not answer');
  }

  /** Resolves to null when another node leads; never settles once `isOver`. */
  async #replaced(isReplaced: () => Promise<boolean>, isOver: () => boolean): Promise<null> {
    for (;;) {
      await this.#pause(DOUBT_MS);
      if (isOver()) return new Promise(() => undefined);
      if (await isReplaced().catch(() => false)) return null;
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.#timers.after(ms, resolve));
  }
}
