/**
 * A refusal on its way to the wire: status, text and code from the contract's catalogue. A value, not an exception; the
 * route that answers gives it the shape of its area.
 */
import {
  catalogErrorType,
  type DataV2Error,
  type DetailsOf,
  dataV2Code,
  ERRORS,
  type ErrorCode,
  type ErrorShape,
  type ExplainedCode,
  errorText,
  isAmountFigure,
  type RefusalDetails,
} from '@bellwether/contract';
import { amountText } from './forms/decimal.ts';

export interface Failure {
  readonly kind: 'failure';
  readonly status: number;
  readonly code: string;
  readonly text: string;
  /** Value of `Retry-After` in seconds; null if a retry does not help. */
  readonly retryAfterSeconds: number | null;
  /** Further fields of a plain body. */
  readonly fields?: Readonly<Record<string, string | number>>;
  /** The query parameter that was wrong, for routes that name it. */
  readonly parameter?: string;
  /** Facts behind the refusal for the caller; never about another account. */
  readonly details?: RefusalDetails;
}

export function failure(code: ErrorCode, values: Readonly<Record<string, string | number>> = {}): Failure {
  return { kind: 'failure', status: ERRORS[code].status, code, text: errorText(code, values), retryAfterSeconds: null };
}

/** A failure from the catalogue with its figures, which the text may contain. */
export function explained<Code extends ExplainedCode>(
  code: Code,
  figures: Omit<DetailsOf<Code>, 'rule'>,
  values: Readonly<Record<string, string | number>> = {},
): Failure {
  // Cast: the compiler cannot combine a rule and its figures while the rule is a parameter.
  const details = { rule: code, ...figures } as unknown as RefusalDetails;
  return { ...failure(code, { ...figureTexts(details), ...values }), details };
}

/** Figures as text: amounts in units, lists with commas. */
export function figureTexts(details: RefusalDetails): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const [name, figure] of Object.entries(details)) {
    if (isAmountFigure(details.rule, name)) texts[name] = amountText(BigInt(String(figure)));
    else if (Array.isArray(figure)) texts[name] = figure.join(', ');
    else if (typeof figure !== 'object') texts[name] = String(figure);
    else if (figure === null) texts[name] = 'none';
  }
  return texts;
}

export function retryLater(code: ErrorCode, seconds: number): Failure {
  return { ...failure(code), retryAfterSeconds: seconds };
}

/** Failure for exceeding a cap. `retryAfterSeconds` is null if no later request passes either. */
export const rateLimited = (retryAfterSeconds: number | null): Failure =>
  retryAfterSeconds === null ? failure('rate_limited') : retryLater('rate_limited', retryAfterSeconds);

/** A mistake in the request, with a text of its own. */
export const badRequest = (detail: string): Failure => failure('bad_request', { detail });

/** Failure for a body that does not match its schema. */
export const invalidPayload = (detail: string): Failure => failure('invalid_payload', { detail });

/** Seconds before a retry at a venue that was busy or restarting. */
export const RETRY_SECONDS = 1;

/** Seconds before a retry while the read store is being rebuilt, which takes seconds to a minute. */
export const REBUILD_RETRY_SECONDS = 5;

/** Seconds before a retry while the read store cannot be written, until someone makes room. */
export const STORE_RETRY_SECONDS = 10;

/** `traceId`: id of the answer, for the shape that has one. */
export function failureBody(refusal: Failure, shape: ErrorShape, traceId = ''): string {
  const { text: error, code, status, retryAfterSeconds, details } = refusal;
  if (shape === 'catalog') return JSON.stringify({ type: catalogErrorType(status), error, details });
  if (shape === 'ledger') return JSON.stringify({ error });
  if (shape === 'data-v2') {
    const retryable = retryAfterSeconds !== null;
    const { parameter } = refusal;
    const body = { error, code: dataV2Code(code, status), retryable, trace_id: traceId, parameter };
    return JSON.stringify(body satisfies { [Field in keyof DataV2Error]: DataV2Error[Field] | undefined });
  }
  const retry = retryAfterSeconds !== null && { retry_after_seconds: retryAfterSeconds };
  return JSON.stringify({ error, code, ...retry, ...refusal.fields, details });
}
