/** What can have happened to heartbeats. */
import type { AccountId, OrderNumber } from '../units/ids.ts';

/** The key is armed from now on, if it was not, and has time until `deadlineMs`. */
export interface HeartbeatReceived {
  readonly kind: 'HeartbeatReceived';
  readonly account: AccountId;
  readonly apiKey: string;
  /** What the next beat has to bring. */
  readonly heartbeatId: string;
  /** Unix milliseconds. */
  readonly deadlineMs: number;
}

/** Every armed key has time until `deadlineMs`; its id stays. */
export interface HeartbeatsRenewed {
  readonly kind: 'HeartbeatsRenewed';
  /** Unix milliseconds. */
  readonly deadlineMs: number;
}

/** Why no beat will come. */
export type MissCause = 'timeout' | 'key_revoked';

/** The key is no longer armed. Its open orders with lower numbers than `ordersBefore` are cancelled from now on. */
export interface HeartbeatMissed {
  readonly kind: 'HeartbeatMissed';
  readonly account: AccountId;
  readonly apiKey: string;
  readonly cause: MissCause;
  /** The number that the next order gets: what is placed later stays. */
  readonly ordersBefore: OrderNumber;
}

/** None of the orders that a missed heartbeat was to end is open any more. */
export interface HeartbeatSwept {
  readonly kind: 'HeartbeatSwept';
  readonly apiKey: string;
}

export type HeartbeatEvent = HeartbeatReceived | HeartbeatsRenewed | HeartbeatMissed | HeartbeatSwept;
