/**
 * Everything that a call can throw: one closed union, told apart by `kind`. An answer with a refusal is `api`; where
 * there is no answer (`network`, `timeout`, `invalid_answer`) no one knows whether the request took effect.
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

export type BellwetherErrorKind = BellwetherError['kind'];

/** The venue answered with a refusal. */
export class ApiError extends Error {
  readonly kind = 'api';
  /** HTTP status. */
  readonly status: number;
  /** The refusal in words, as the venue sent it. */
  readonly error: string;
  /** The same for programs, as in the contract's catalogue of errors; null where the venue sends none. */
  readonly code: ErrorCode | null;
  /** Seconds after which a retry makes sense; null when the venue did not say. */
  readonly retryAfterSeconds: number | null;
  /** The figures behind it, told apart by `rule`; null where the venue sends none. */
  readonly details: RefusalDetails | null;
  /** Id of the order that was refused, which `orders.explain` takes; null where the refusal names none. */
  readonly orderId: string | null;
  /** The whole body of the refusal. */
  readonly body: Readonly<Record<string, unknown>>;

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
    const { orderID } = this.body;
    this.orderId = typeof orderID === 'string' ? orderID : null;
    this.details = isDetails(this.body['details']) ? this.body['details'] : null;
  }
}

/** Told apart by `rule`, like everything else that a venue answers taken as its contract says. */
function isDetails(value: unknown): value is RefusalDetails {
  return typeof value === 'object' && value !== null && 'rule' in value && typeof value.rule === 'string';
}

/** An error after which no one knows whether the request took effect. */
class UnknownOutcome extends Error {
  /** Orders that were being placed: placing exactly these again answers what became of them and never trades twice. */
  placements: readonly SignedPlacement[] = [];
}

/** No connection, or one that broke. The reason is in `cause`. */
export class NetworkError extends UnknownOutcome {
  readonly kind = 'network';
  override readonly name = 'NetworkError';
}

/** No answer in the time that an attempt may take. */
export class TimeoutError extends UnknownOutcome {
  readonly kind = 'timeout';
  override readonly name = 'TimeoutError';
}

/** An answer that says success and cannot be read. */
export class InvalidAnswerError extends UnknownOutcome {
  readonly kind = 'invalid_answer';
  override readonly name = 'InvalidAnswerError';
}

/** The caller's signal ended the call; its reason is in `cause`. What was sent already may have taken effect. */
export class AbortedError extends Error {
  readonly kind = 'aborted';
  override readonly name = 'AbortedError';
}

/** Something that no venue could take; found before anything was signed or sent. */
export class InvalidInputError extends RangeError {
  readonly kind = 'invalid_input';
  override readonly name = 'InvalidInputError';
}

/** The wallet did not sign, for instance because its owner said no; its reason is in `cause`. Nothing was sent. */
export class SignerError extends Error {
  readonly kind = 'signer';
  override readonly name = 'SignerError';
}

/** The venue ended a feed for a mistake of the client, such as wrong credentials or a bad subscription. */
export class FeedError extends Error {
  readonly kind = 'feed';
  override readonly name = 'FeedError';
  /** The venue's word for it, or the close code of the connection. */
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

/** True for a refusal; with `codes` only for one of these. */
export function isApiError(error: unknown, ...codes: readonly ErrorCode[]): error is ApiError {
  return error instanceof ApiError && (codes.length === 0 || (error.code !== null && codes.includes(error.code)));
}

/**
 * The figures behind a refusal by this rule; null for anything else. Amounts are integers in millionths, as in orders:
 * `detailsOf(error, 'insufficient_balance')?.missing`.
 */
export function detailsOf<Rule extends ExplainedCode>(error: unknown, rule: Rule): DetailsOf<Rule> | null {
  const details = error instanceof ApiError ? error.details : null;
  // Cast: the compiler does not follow a rule that is a parameter.
  return details?.rule === rule ? (details as DetailsOf<Rule>) : null;
}

/** True when the venue looked at the request and said no (a status of 4xx, but not `too many requests`). */
export function isRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
}

const ORDER_REFUSALS: ReadonlySet<ErrorCode | null> = new Set(ORDER_ROUTES.placeOrder.errors);

/** True when an order was looked at and refused, for its own sake or for the venue's mode: it is not in the book. */
export function isOrderRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && ORDER_REFUSALS.has(error.code);
}

/** True when there was no usable answer: the request may have taken effect or not. */
export function isOutcomeUnknown(error: unknown): error is NetworkError | TimeoutError | InvalidAnswerError {
  return error instanceof UnknownOutcome;
}

export function isRateLimited(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 429;
}

/** True for missing, stale or wrong credentials. */
export function isUnauthorized(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 401;
}

/** True when the venue itself is in trouble or closed for the moment (5xx). */
export function isUnavailable(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 500;
}

export function isAborted(error: unknown): error is AbortedError {
  return error instanceof AbortedError;
}

export function isInvalidInput(error: unknown): error is InvalidInputError {
  return error instanceof InvalidInputError;
}
