/** Builds decisions. */
import type { Decision } from '../decision.ts';
import type { Event } from '../event.ts';

const NONE: Readonly<Record<string, string>> = Object.freeze({});

/** Accepted with `events`, or unchanged when there are none. */
export function accepted(events: readonly Event[], notCanceled: Readonly<Record<string, string>> = NONE): Decision {
  return events.length === 0 ? { kind: 'unchanged', notCanceled } : { kind: 'accepted', events, notCanceled };
}
