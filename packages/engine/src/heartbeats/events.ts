/** Heartbeat events. */
import type { AccountId, OrderNumber } from '../units/units.ts';

/** The key is armed, if it was not already, until `deadlineMs`. */
export interface HeartbeatReceived {
  readonly kind: 'HeartbeatReceived';
  readonly account: AccountId;
  readonly apiKey: string;
  /** Id that the next heartbeat has to send. */
  readonly heartbeatId: string;
  /** Unix milliseconds. */
  readonly deadlineMs: number;
}

/** Every armed key has a new deadline, `deadlineMs`; its id stays the same. */
export interface HeartbeatsRenewed {
  readonly kind: 'HeartbeatsRenewed';
  /** Unix milliseconds. */
  readonly deadlineMs: number;
}

/** Reason why no heartbeat will come. */
export type MissCause = 'timeout' | 'key_revoked';

/** The key is no longer armed. Its open orders with numbers below `ordersBefore` are now being cancelled. */
export interface HeartbeatMissed {
  readonly kind: 'HeartbeatMissed';
  readonly account: AccountId;
  readonly apiKey: string;
  readonly cause: MissCause;
  /** Number of the next order: orders placed later stay. */
  readonly ordersBefore: OrderNumber;
}

/** All orders affected by a missed heartbeat are gone. */
export interface HeartbeatSwept {
  readonly kind: 'HeartbeatSwept';
  readonly apiKey: string;
}

export type HeartbeatEvent = HeartbeatReceived | HeartbeatsRenewed | HeartbeatMissed | HeartbeatSwept;
