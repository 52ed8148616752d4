/** Refusals by the venue's mode, before the venue looks at anything else of a request. */
import { refuseByMode as orderRefusedByMode, type VenueMode } from '@bellwether/engine';
import type { Failure } from '@bellwether/wire/failure.ts';
import { rejectFailure } from '@bellwether/wire/reject-failure.ts';
import type { FastifyRequest } from 'fastify';

/** Refusal for requests that every mode but one allows: cancels, splits, merges and conversions. */
export function refuseWhenDisabled(mode: VenueMode): Failure | null {
  return mode === 'disabled' ? refuseByMode(mode, null) : null;
}

/** The same for a keyed request: a repeat gets its answer in every mode. */
export function refuseHalted({ keyed }: FastifyRequest, mode: VenueMode): Failure | null {
  return keyed?.kept == null ? refuseWhenDisabled(mode) : null;
}

/** Refusal of an order, or null. In a restricted venue a caller gets this before any other error. */
export function refuseByMode(mode: VenueMode, body: unknown): Failure | null {
  const postOnly = typeof body === 'object' && body !== null && 'postOnly' in body && body.postOnly === true;
  const refusal = orderRefusedByMode({ mode }, { postOnly });
  return refusal === null ? null : rejectFailure(refusal);
}
