/**
 * All errors that a call can throw: one closed union, discriminated by `kind`. A refusal from the venue is `api`.
 * Without an answer (`network`, `timeout`, `invalid_answer`), and after an `api` error that leaves it open
 * (`mayBeDone`), the request may or may not have taken effect.
 */
import {
  type DetailsOf,
  type ErrorCode,
  type ExplainedCode,
  ORDER_ROUTES,
  type RefusalDetails,
} from '@bellwether/contract';
import type { SignedPlacement } from './signed-placement.ts';

export type BellwetherError = InstanceType<(typeof CLASSES)[number]>;

/** Codes of answers after which no one knows whether the request was carried out, or what came of it. */
const OPEN_CODES: ReadonlySet<string | null> = new Set<ErrorCode>([
  'done_not_shown',
  'internal',
  'ledger_internal',
  'market_internal',
  'outcome_unknown',
]);

export const isOpenCode = (code: string | null): boolean => OPEN_CODES.has(code);

/** The venue answered with a refusal. */
export class ApiError extends Error {
  readonly kind = 'api';
  /** HTTP status. */
  readonly status: number;
  /** Text of the refusal, as the venue sent it. */
  readonly error: string;
  /** Machine-readable code of the refusal, from the contract's catalogue of errors; null if the venue sends none. */
  readonly code: ErrorCode | null;
  /** Seconds after which a retry makes sense; null if the venue did not say. */
  readonly retryAfterSeconds: number | null;
  /** Figures behind the refusal, discriminated by `rule`; null if the venue sends none. */
  readonly details: RefusalDetails | null;
  /** Id of the refused order, for `orders.explain`; null if the refusal names none. */
  readonly orderId: string | null;
  /** The whole body of the refusal. */
  readonly body: Readonly<Record<string, unknown>>;
  /**
   * True if the request may have taken effect all the same: the answer says so, or is a fault or a proxy's, or an
   * earlier attempt of the same call has no answer and this one does not decide it.
   */
  mayBeDone: boolean;
  /** Orders that were being placed, if `mayBeDone`. */
  placements: readonly SignedPlacement[] = [];

  constructor(
    status: number,
    error: string,
    details: {
      readonly code?: ErrorCode | null;
      readonly retryAfterSeconds?: number | null;
      readonly body?: Readonly<Record<string, unknown>>;
    } = {},
  ) {
    super(`${status} ${error}`);
    this.name = 'ApiError';
    this.status = status;
    this.error = error;
    this.code = details.code ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.body = details.body ?? {};
    // The venue names every refusal of a write: an answer without a code is a proxy's.
    this.mayBeDone = status >= 500 && (this.code === null || isOpenCode(this.code));
    const { orderID } = this.body;
    this.orderId = typeof orderID === 'string' ? orderID : null;
    this.details = isDetails(this.body['details']) ? this.body['details'] : null;
  }
}

/** True if the value names its `rule`. The rest is trusted to match the contract, like all answers. */
function isDetails(value: unknown): value is RefusalDetails {
  return typeof value === 'object' && value !== null && 'rule' in value && typeof value.rule === 'string';
}

/** An error that leaves open whether the request took effect. */
class UnknownOutcome extends Error {
  /** Orders that were being placed. Placing exactly these again returns their outcome and never trades twice. */
  placements: readonly SignedPlacement[] = [];
}

/** No connection, or the connection broke. The reason is in `cause`. */
export class NetworkError extends UnknownOutcome {
  readonly kind = 'network';
  override readonly name = 'NetworkError';
}

/** No answer within the time limit of one attempt. */
export class TimeoutError extends UnknownOutcome {
  readonly kind = 'timeout';
  override readonly name = 'TimeoutError';
}

/** An answer that reports success but cannot be read. */
export class InvalidAnswerError extends UnknownOutcome {
  readonly kind = 'invalid_answer';
  override readonly name = 'InvalidAnswerError';
}

/** The caller's signal ended the call; its reason is in `cause`. Requests already sent may have taken effect. */
export class AbortedError extends Error {
  readonly kind = 'aborted';
  override readonly name = 'AbortedError';
  /** Orders that were being placed, and may stand. */
  placements: readonly SignedPlacement[] = [];
}

/** Input that every venue would refuse; found before anything was signed or sent. */
export class InvalidInputError extends RangeError {
  readonly kind = 'invalid_input';
  override readonly name = 'InvalidInputError';
}

/** The wallet did not sign, for instance because its owner declined; the reason is in `cause`. Nothing was sent. */
export class SignerError extends Error {
  readonly kind = 'signer';
  override readonly name = 'SignerError';
}

/** The venue ended a feed because of a client error, such as wrong credentials or a bad subscription. */
export class FeedError extends Error {
  readonly kind = 'feed';
  override readonly name = 'FeedError';
  /** The venue's error code, or the close code of the connection. */
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

const CLASSES = [
  ApiError,
  NetworkError,
  TimeoutError,
  InvalidAnswerError,
  AbortedError,
  InvalidInputError,
  SignerError,
  FeedError,
] as const;

export function isBellwetherError(error: unknown): error is BellwetherError {
  return CLASSES.some((type) => error instanceof type);
}

/** True for a refusal; with `codes`, only for a refusal with one of these codes. */
export function isApiError(error: unknown, ...codes: readonly ErrorCode[]): error is ApiError {
  return error instanceof ApiError && (codes.length === 0 || (error.code !== null && codes.includes(error.code)));
}

/**
 * The figures behind a refusal by this rule; null for any other error. Amounts are integers in millionths, as in
 * orders: `detailsOf(error, 'insufficient_balance')?.missing`.
 */
export function detailsOf<Rule extends ExplainedCode>(error: unknown, rule: Rule): DetailsOf<Rule> | null {
  const details = error instanceof ApiError ? error.details : null;
  // Cast: the compiler does not narrow by a rule that is a parameter.
  return details?.rule === rule ? (details as unknown as DetailsOf<Rule>) : null;
}

/** True if the venue examined the request and refused it (a 4xx status other than 429, `too many requests`). */
export function isRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
}

const ORDER_REFUSALS: ReadonlySet<ErrorCode | null> = new Set(ORDER_ROUTES.placeOrder.errors);

/**
 * True if the venue examined an order and refused it, because of the order itself or the venue's mode: it is not in the
 * book.
 */
export function isOrderRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && ORDER_REFUSALS.has(error.code);
}

/** An answer that leaves the outcome open. */
type OpenAnswer = ApiError & { readonly mayBeDone: true };

/**
 * True if the request may or may not have taken effect: there was no usable answer, or only one that leaves it open
 * (`ApiError.mayBeDone`).
 */
export function isOutcomeUnknown(
  error: unknown,
): error is NetworkError | TimeoutError | InvalidAnswerError | OpenAnswer {
  return error instanceof UnknownOutcome || (error instanceof ApiError && error.mayBeDone);
}

export function isRateLimited(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 429;
}

/** True for missing, stale or wrong credentials. */
export function isUnauthorized(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 401;
}

/** True if the venue itself is failing or temporarily closed (5xx). */
export function isUnavailable(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 500;
}

export function isAborted(error: unknown): error is AbortedError {
  return error instanceof AbortedError;
}

export function isInvalidInput(error: unknown): error is InvalidInputError {
  return error instanceof InvalidInputError;
}
