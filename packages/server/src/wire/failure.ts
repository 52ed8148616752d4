/**
 * A refusal on its way to the wire: status, text and code from the contract's catalogue. A value, not an exception; the
 * route that answers gives it its area's shape.
 */
import {
  type DetailsOf,
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
  /** For `Retry-After`; null when a retry is not what helps. */
  readonly retryAfterSeconds: number | null;
  /** Further fields of a plain body. */
  readonly fields?: Readonly<Record<string, string | number>>;
  /** Figures behind it, for the caller; never of anyone else's account. */
  readonly details?: RefusalDetails;
}

export function failure(code: ErrorCode, values: Readonly<Record<string, string | number>> = {}): Failure {
  return { kind: 'failure', status: ERRORS[code].status, code, text: errorText(code, values), retryAfterSeconds: null };
}

/** A failure of the catalogue with the figures behind it, which its text may name. */
export function explained<Code extends ExplainedCode>(
  code: Code,
  figures: Omit<DetailsOf<Code>, 'rule'>,
  values: Readonly<Record<string, string | number>> = {},
): Failure {
  // Cast: the compiler does not join a rule and its figures again while the rule is a parameter.
  const details = { rule: code, ...figures } as unknown as RefusalDetails;
  return { ...failure(code, { ...figureTexts(details), ...values }), details };
}

/** Figures as a text names them: amounts in units, lists with commas. */
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

/** The same with a time after which to try again. */
export function retryLater(code: ErrorCode, seconds: number): Failure {
  return { ...failure(code), retryAfterSeconds: seconds };
}

/** Over a cap. Null: no later request passes either. */
export const rateLimited = (retryAfterSeconds: number | null): Failure =>
  retryAfterSeconds === null ? failure('rate_limited') : retryLater('rate_limited', retryAfterSeconds);

/** A mistake in the request, in words of its own. */
export const badRequest = (detail: string): Failure => failure('bad_request', { detail });

/** A body that does not fit its schema. */
export const invalidPayload = (detail: string): Failure => failure('invalid_payload', { detail });

export function isFailure(value: object): value is Failure {
  return 'kind' in value && value.kind === 'failure';
}

/** Seconds after which a venue that was busy or restarting is worth another try. */
export const RETRY_SECONDS = 1;

/** The same for a read store that is being made again, which takes seconds to a minute. */
export const REBUILD_RETRY_SECONDS = 5;

/** The same for one that cannot be written: someone has to make room first. */
export const STORE_RETRY_SECONDS = 10;

const CATALOG_TYPES: Readonly<Record<number, string>> = {
  400: 'bad request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not found error',
  422: 'unprocessable content',
  429: 'rate limited',
  409: 'conflict',
  503: 'service unavailable',
};

/** The body of a failure in the shape of its area, as JSON. */
export function failureBody(refusal: Failure, shape: ErrorShape): string {
  const { text: error, code, status, retryAfterSeconds, details } = refusal;
  if (shape === 'catalog')
    return JSON.stringify({
      type: CATALOG_TYPES[status] ?? (status < 500 ? 'bad request' : 'internal error'),
      error,
      details,
    });
  if (shape === 'ledger') return JSON.stringify({ error });
  const retry = retryAfterSeconds !== null && { retry_after_seconds: retryAfterSeconds };
  return JSON.stringify({ error, code, ...retry, ...refusal.fields, details });
}
