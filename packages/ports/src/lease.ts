/**
 * A leader's lease as the leader itself knows it. It runs from the moment at which the renewing statement was sent, so
 * it ends here before it ends in the database.
 */
import type { Cancel } from './runtime.ts';

export interface Lease {
  /** Monotonic clock, in milliseconds: as far as this node knows, no other node leads before then. */
  readonly leaseUntilMs: number;
  /** Calls `hear` after each renewal, until cancelled. */
  onRenewed(hear: () => void): Cancel;
}
