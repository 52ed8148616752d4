/** Errors of the second data interface: few codes for programs, a trace id, and the parameter that was wrong. */
import { Type } from 'typebox';
import { flag, strict, text } from '../described.ts';
import { ERRORS, type ErrorCode } from '../errors.ts';

const DATA_V2_CODES = [
  'invalid_request',
  'unauthorized',
  'not_found',
  'method_not_allowed',
  'rate_limited',
  'internal',
  'request_timeout',
  'dependency_unavailable',
] as const;
export type DataV2Code = (typeof DATA_V2_CODES)[number];

/** Header with the trace id, on every answer below this path. */
export const TRACE_HEADER = 'x-trace-id';
export const DATA_V2_PREFIX = '/v2/';

export const DataV2Error = strict({
  error: text('what was wrong, in words'),
  code: Type.Enum([...DATA_V2_CODES], { description: 'the same for programs' }),
  retryable: flag('true: the same request can succeed later; `Retry-After` says when'),
  trace_id: text('id of the answer, also in the header x-trace-id and in the operator’s log'),
  parameter: Type.Optional(text('the parameter that was wrong, as it was spelt')),
});
export type DataV2Error = Type.Static<typeof DataV2Error>;

const BY_STATUS: Readonly<Record<number, DataV2Code>> = {
  401: 'unauthorized',
  403: 'unauthorized',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  429: 'rate_limited',
  500: 'internal',
  503: 'dependency_unavailable',
};

/** Class of an error of the venue's own catalogue. Faults that a sandbox makes may have other statuses of 5xx. */
export function dataV2Code(code: string, status: number): DataV2Code {
  if (code === ('read_too_long' satisfies ErrorCode)) return 'request_timeout';
  return BY_STATUS[status] ?? (status < 500 ? 'invalid_request' : 'dependency_unavailable');
}

export const dataV2CodeOf = (code: ErrorCode): DataV2Code => dataV2Code(code, ERRORS[code].status);
