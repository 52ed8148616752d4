/** What a disabled venue answers before it looks at anything else of a request. */
import type { VenueMode } from '@bellwether/engine';
import type { Failure } from '../wire/failure.ts';
import { rejectFailure } from '../wire/orders/reject-text.ts';

/** For requests that every other mode lets through: cancels, splits, merges and conversions. */
export function refuseWhenDisabled(mode: VenueMode): Failure | null {
  return mode === 'disabled' ? rejectFailure({ kind: 'reject', code: 'mode_disabled', details: {} }) : null;
}
