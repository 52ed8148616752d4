/** What became of a question of the past. */
import type { EventDraft } from '../catalog/shape.ts';

/** Slugs of the markets whose first outcome was right; `void`: the event did not take place, and each outcome pays its part. */
export type Decision = 'void' | readonly string[];

export interface DecidedEvent {
  /** Its prices are those at which it opened. */
  readonly draft: EventDraft;
  readonly opensMs: number;
  readonly endsMs: number;
  readonly decision: Decision;
  /** Prices in 1/10000 before the result begins to show, by market. */
  readonly eve: readonly number[];
  /** How long it took to show. */
  readonly finalHours: number;
}
