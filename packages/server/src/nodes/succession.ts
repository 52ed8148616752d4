/**
 * Whether it is this node's turn to lead, and whom to follow while it is not. The lease of a leader that stands still is looked at
 * before it is given up, so that its successor need not wait for more than the lease.
 */
import type { Election, Leader, Turn } from '../ports/nodes.ts';
import type { Clock } from '../ports/runtime.ts';
import { LEFT_ALONE_MS } from './limits.ts';

export interface SuccessionOptions {
  readonly election: Election;
  readonly clock: Clock;
  /** Where other nodes reach this one. */
  readonly address: string;
}

export class Succession {
  readonly #options: SuccessionOptions;
  /** A leader that was given up as silent, and until when it is not asked again. */
  #leftAlone = { epoch: 0, untilMs: 0 };
  /** Found while this node still followed. */
  #turn: Turn | null = null;
  /** Looks for it; null while it does not. */
  #looking: Promise<void> | null = null;
  #isClosed = false;

  constructor(options: SuccessionOptions) {
    this.#options = options;
  }

  /** Null while another node leads. Rejects when the database cannot be asked. */
  async attempt(): Promise<Turn | null> {
    // One at a time: of a lock that was taken twice, giving up one is not enough, and giving up both too much.
    await this.#looking;
    const turn = this.#turn;
    this.#turn = null;
    return turn ?? (await this.#options.election.attempt());
  }

  /** Null while there is no one to ask. Rejects when the database cannot be asked. */
  async leader(): Promise<Leader | null> {
    const { election, clock, address } = this.#options;
    const leader = await election.leader();
    if (leader.address === '' || leader.address === address) return null;
    const { epoch, untilMs } = this.#leftAlone;
    return leader.epoch === epoch && clock.monotonicMs() < untilMs ? null : leader;
  }

  /** Nothing is heard of the leader that this node follows. Calls `onTurn` when its lease is over; `attempt` has the turn. */
  doubt(onTurn: () => void): void {
    this.#looking ??= this.#look(onTurn).finally(() => {
      this.#looking = null;
    });
  }

  /** It has been silent. */
  leaveAlone(epoch: number): void {
    this.#leftAlone = { epoch, untilMs: this.#options.clock.monotonicMs() + LEFT_ALONE_MS };
  }

  /** This node stops without having led. */
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
