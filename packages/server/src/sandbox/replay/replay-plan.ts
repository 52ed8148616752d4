/** Settings by which a tape is played. */
import type { BoundName } from './queue.ts';

export interface ReplayPlan {
  /** Path of the tape. */
  readonly tape: string;
  /** Bound that fills resting orders in the books. */
  readonly queue: BoundName;
  /** Interval between updates of the books, milliseconds; 0: with every message. */
  readonly stepMs: number;
}
