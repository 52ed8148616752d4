/** What `decide` says to a command. */
import type { Event } from './event.ts';
import type { OrderResult } from './orders/order-result.ts';
import type { Reject } from './reject.ts';

/** At least one event; the caller journals command and events, then applies them. */
export interface AcceptedDecision {
  readonly kind: 'accepted';
  readonly events: readonly Event[];
  /** Ids a cancel could not cancel, with the reason. */
  readonly notCanceled: Readonly<Record<string, string>>;
}

/** Right, but there is nothing to do. */
export interface UnchangedDecision {
  readonly kind: 'unchanged';
  readonly notCanceled: Readonly<Record<string, string>>;
}

/** An order that was accepted before, with its first result. */
export interface DuplicateDecision {
  readonly kind: 'duplicate';
  readonly result: OrderResult;
}

/** A request that was carried out before, by the entry at `sequence`. */
export interface RepeatedDecision {
  readonly kind: 'repeated';
  readonly sequence: number;
}

export type Decision = AcceptedDecision | UnchangedDecision | DuplicateDecision | RepeatedDecision | Reject;
