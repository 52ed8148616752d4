/**
 * Decides when this node may lead, and which leader to follow until then. The lease of a stalled leader is checked
 * before that leader is given up, so that its successor need not wait longer than the lease.
 */
import type { Election, Leader, Turn } from '@bellwether/ports/nodes.ts';
import type { Clock } from '@bellwether/ports/runtime.ts';
import { LEFT_ALONE_MS } from './limits.ts';

interface SuccessionOptions {
  readonly election: Election;
  readonly clock: Clock;
  /** Address at which other nodes reach this one. */
  readonly address: string;
}

export class Succession {
  readonly #options: SuccessionOptions;
  /** Epoch of a leader that was given up as silent, and the time until which it is not asked again. */
  #leftAlone = { epoch: 0, untilMs: 0 };
  /** Turn that was obtained while this node still followed. */
  #turn: Turn | null = null;
  /** A check in progress; null if there is none. */
  #looking: Promise<void> | null = null;
  #isClosed = false;

  constructor(options: SuccessionOptions) {
    this.#options = options;
  }

  /** Null while another node leads. Rejects when the database cannot be asked. */
  async attempt(): Promise<Turn | null> {
    // One attempt at a time: if the lock was taken twice, releasing it once is too little, and releasing it fully too
    // much.
    await this.#looking;
    const turn = this.#turn;
    this.#turn = null;
    return turn ?? (await this.#options.election.attempt());
  }

  /** Null while there is no leader to ask. Rejects when the database cannot be asked. */
  async leader(): Promise<Leader | null> {
    const { election, clock, address } = this.#options;
    const leader = await election.leader();
    if (leader.address === '' || leader.address === address) return null;
    const { epoch, untilMs } = this.#leftAlone;
    return leader.epoch === epoch && clock.monotonicMs() < untilMs ? null : leader;
  }

  /**
   * Called while the followed leader is silent. Calls `onTurn` once the leader's lease is over; `attempt` then returns
   * the turn.
   */
  doubt(onTurn: () => void): void {
    this.#looking ??= this.#look(onTurn).finally(() => {
      this.#looking = null;
    });
  }

  /** Leaves a silent leader alone for a while. */
  leaveAlone(epoch: number): void {
    this.#leftAlone = { epoch, untilMs: this.#options.clock.monotonicMs() + LEFT_ALONE_MS };
  }

  /** Called when this node stops without having led. */
  close(): void {
    this.#isClosed = true;
    this.#turn?.end();
    this.#options.election.close();
  }

  async #look(onTurn: () => void): Promise<void> {
    const turn = await this.#options.election.attempt().catch(() => null);
    if (turn === null) return;
    if (this.#isClosed) return turn.end();
    this.#turn = turn;
    onTurn();
  }
}
