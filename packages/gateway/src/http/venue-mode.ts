/** Refusals by the venue's mode, before the venue looks at anything else of a request. */
import { refuseByMode, type VenueMode } from '@bellwether/engine';
import type { Failure } from '@bellwether/wire/failure.ts';
import { rejectFailure } from './reject-failure.ts';

/** Refusal for requests that every mode but one allows: cancels, splits, merges and conversions. */
export function refuseWhenDisabled(mode: VenueMode): Failure | null {
  return mode === 'disabled' ? failureByMode(mode, null) : null;
}

/** Refusal of an order, or null. In a restricted venue a caller gets this before any other error. */
export function failureByMode(mode: VenueMode, body: unknown): Failure | null {
  const postOnly = typeof body === 'object' && body !== null && 'postOnly' in body && body.postOnly === true;
  const refusal = refuseByMode({ mode }, { postOnly });
  return refusal === null ? null : rejectFailure(refusal);
}
