/** How a tape is played. */
import type { BoundName } from './queue.ts';

export interface ReplayPlan {
  /** Path. */
  readonly tape: string;
  /** Which bound fills resting orders in the books. */
  readonly queue: BoundName;
  /** How often the books are brought up to date, milliseconds; 0: with every message. */
  readonly stepMs: number;
}
