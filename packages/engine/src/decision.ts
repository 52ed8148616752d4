/** Results of `decide`. */
import type { Event } from './event.ts';
import type { OrderResult } from './orders/order-rows.ts';
import type { Reject } from './reject.ts';

/** The command has at least one event; the caller journals command and events, then applies them. */
export interface AcceptedDecision {
  readonly kind: 'accepted';
  readonly events: readonly Event[];
  /** Ids that a cancel could not cancel, with the reason. */
  readonly notCanceled: Readonly<Record<string, string>>;
}

/** The command is valid, but has no effect. */
export type UnchangedDecision = { readonly kind: 'unchanged'; readonly notCanceled: Readonly<Record<string, string>> };

/** The order was accepted earlier; carries its first result. */
export type DuplicateDecision = { readonly kind: 'duplicate'; readonly result: OrderResult };

/** The request was carried out earlier, by the entry at `sequence`. */
export type RepeatedDecision = { readonly kind: 'repeated'; readonly sequence: number };

export type Decision = AcceptedDecision | UnchangedDecision | DuplicateDecision | RepeatedDecision | Reject;

const NONE: Readonly<Record<string, string>> = Object.freeze({});

/** Accepted with `events`, or unchanged if there are none. */
export function accepted(
  events: readonly Event[],
  notCanceled: Readonly<Record<string, string>> = NONE,
): AcceptedDecision | UnchangedDecision {
  return events.length === 0 ? { kind: 'unchanged', notCanceled } : { kind: 'accepted', events, notCanceled };
}
