/** Refusal by a disabled venue, before it looks at anything else of a request. */
import type { VenueMode } from '@bellwether/engine';
import type { Failure } from '../wire/failure.ts';
import { rejectFailure } from '../wire/orders/reject-text.ts';

/** Refusal for requests that every other mode allows: cancels, splits, merges and conversions. */
export function refuseWhenDisabled(mode: VenueMode): Failure | null {
  return mode === 'disabled' ? rejectFailure({ kind: 'reject', code: 'mode_disabled', details: {} }) : null;
}
