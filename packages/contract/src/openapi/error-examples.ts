/** Realistic bodies of errors: the catalogue's texts with the values of `errors.json`. */
import { dataV2CodeOf } from '../data-v2/error.ts';
import { catalogErrorType, ERRORS, type ErrorCode, type ErrorShape, errorText } from '../errors.ts';
import errors from '../examples/errors.json' with { type: 'json' };
import type { JsonObject } from '../json.ts';

/** Example values by placeholder, or more specifically by error code and placeholder. */
const SAMPLES: Readonly<Record<string, string>> = errors.values;
/** Realistic `details` of errors with many figures. */
const DETAILS: Readonly<Record<string, JsonObject | undefined>> = errors.details;

/** The id that the next heartbeat of an armed key has to send. */
const EXPECTED_BEAT = 'b3b1a6f0-7f0e-4f0c-9a56-0d1f5a2f9c11';

const EXAMPLE_TRACE = '5f0c2c4e7d7e4d0b9a580d1f5a2f9c11';

/** Statuses of transient errors, which come with `Retry-After`. */
export const RETRY_STATUSES: ReadonlySet<number> = new Set([429, 503]);

export function errorExample(code: ErrorCode, shape: ErrorShape): JsonObject {
  const { status, text } = ERRORS[code];
  const values = Object.fromEntries(
    [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [
      name,
      SAMPLES[`${code}.${name}`] ?? SAMPLES[name] ?? name,
    ]),
  );
  const error = errorText(code, values);
  if (shape === 'catalog') return { type: catalogErrorType(status), error };
  if (shape === 'ledger') return { error };
  if (shape === 'data-v2') {
    const retryable = RETRY_STATUSES.has(status);
    return { error, code: dataV2CodeOf(code), retryable, trace_id: EXAMPLE_TRACE };
  }
  const details = DETAILS[code];
  return {
    error,
    code,
    ...(code === 'invalid_heartbeat_id' && { heartbeat_id: EXPECTED_BEAT, error_msg: error }),
    ...(details !== undefined && { details }),
  };
}
