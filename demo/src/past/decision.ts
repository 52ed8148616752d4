/** Decisions on questions of the past. */
import type { EventDraft } from '../catalog/shape.ts';

/**
 * Slugs of the markets whose first outcome was right. `void`: the event did not take place, and each outcome pays its
 * share.
 */
export type Decision = 'void' | readonly string[];

export interface DecidedEvent {
  /** Draft with the opening prices. */
  readonly draft: EventDraft;
  readonly opensMs: number;
  readonly endsMs: number;
  readonly decision: Decision;
  /** Prices in 1/10000 before the result begins to show, by market. */
  readonly eve: readonly number[];
  /** Hours before the end in which the result shows. */
  readonly finalHours: number;
}
