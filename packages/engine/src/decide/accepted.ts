/** Builds decisions. */
import type { AcceptedDecision, UnchangedDecision } from '../decision.ts';
import type { Event } from '../event.ts';

const NONE: Readonly<Record<string, string>> = Object.freeze({});

/** Accepted with `events`, or unchanged if there are none. */
export function accepted(
  events: readonly Event[],
  notCanceled: Readonly<Record<string, string>> = NONE,
): AcceptedDecision | UnchangedDecision {
  return events.length === 0 ? { kind: 'unchanged', notCanceled } : { kind: 'accepted', events, notCanceled };
}
