/**
 * A leader's lease as it knows it itself. It is counted from when the statement that renewed it was sent, and so is over here before
 * it is in the database.
 */
import type { Cancel } from './runtime.ts';

export interface Lease {
  /** By the monotonic clock, in milliseconds: as far as it is known, no other node leads before then. */
  readonly leaseUntilMs: number;
  /** Calls `hear` each time it has been renewed, until that is cancelled. */
  onRenewed(hear: () => void): Cancel;
}
