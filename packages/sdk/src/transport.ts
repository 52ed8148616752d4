/**
 * Requests on the wire: authentication headers, time-outs, retries, and answers turned into values or typed errors.
 * Knows nothing of what the routes mean. A request that might have taken effect is sent again only when its caller says
 * that doing so is harmless. It is the same bytes then, and after a lost answer the same signature, which the venue
 * answers with what the lost answer said.
 */
import {
  AFTER_SEQUENCE_HEADER,
  type Credentials,
  ERRORS,
  type ErrorCode,
  IDEMPOTENCY_HEADER,
  parseSequence,
  REPLAYED_HEADER,
  SEQUENCE_HEADER,
} from '@bellwether/contract';
import { apiKeyHeaders, type Headers } from './authentication.ts';
import { AbortedError, ApiError, InvalidAnswerError, NetworkError, TimeoutError } from './errors.ts';
import { pause, type RetryPolicy, retryDelayMs } from './retry.ts';
import type { SigningTime } from './signing-time.ts';
import { secondOfAnswer, secondOfRefusal, type VenueClock } from './venue-clock.ts';

export const DEFAULT_TIMEOUT_MS = 15_000;

/** The same call shape as the platform's `fetch`, so that a caller can count, pace or log requests. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface TransportOptions {
  readonly baseUrl: string;
  readonly fetch: Fetch;
  readonly retry: RetryPolicy;
  /** Time an attempt may take. */
  readonly timeoutMs: number;
  readonly signingTime: SigningTime;
  /** Learns from answers; null for a clock that the caller vouches for. */
  readonly venueClock: VenueClock | null;
}

/** Who asks: no one in particular, given headers (made again after each answer), or an API key. */
export type Identity =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'headers'; readonly headers: () => Promise<Headers> }
  | { readonly kind: 'api-key'; readonly address: string; readonly credentials: Credentials; readonly prefix: string };

/** `always`: sending twice does no harm. `refused`: only after an answer that says that nothing was done. */
export type Repeatable = 'always' | 'refused';

export interface WireRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  readonly path: string;
  /** With its question mark, or empty. */
  readonly query: string;
  /** Empty for none. */
  readonly body: string;
  readonly identity: Identity;
  readonly repeatable: Repeatable;
  /** `Idempotency-Key` of every attempt: the venue carries the request out once. Null for none. */
  readonly idempotencyKey: string | null;
  readonly signal: AbortSignal | undefined;
}

export interface WireAnswer {
  readonly text: string;
  /** Value of a header, or null. */
  header(name: string): string | null;
}

export interface Transport {
  /** Throws `ApiError`, `NetworkError`, `TimeoutError` or `AbortedError`. */
  send(request: WireRequest): Promise<WireAnswer>;
}

type Failure = ApiError | NetworkError | TimeoutError;
type Outcome = {
  /** It answers an earlier request with the same signature, which may be another one. */ readonly isReplayed: boolean;
} & ({ readonly kind: 'answer'; readonly answer: WireAnswer } | { readonly kind: 'failure'; readonly error: Failure });

/** Headers that say who asks, and when they were made. */
interface Signed {
  readonly headers: Headers;
  readonly second: number;
  /** The same by the device's clock, in milliseconds. */
  readonly localMs: number;
}

/** How far the venue was for certain, as one of its nodes has said; null at a venue of one. `localMs`: when that was. */
interface Seen {
  sequence: number | null;
  localMs: number;
}

/**
 * After so long every node that answers has what was seen, since none answers that has not heard of the leader for ten seconds; and one
 * that has not, has been put back to a moment before: it would never have it.
 */
const SEEN_MS = 30_000;

/** How long after it was made a signature may answer for a lost answer; venues take it for 60 s. */
const SIGNATURE_REUSED_SECONDS = 45;

export function createTransport(options: TransportOptions): Transport {
  const base = options.baseUrl.replace(/\/+$/, '');
  const seen: Seen = { sequence: null, localMs: 0 };
  return {
    send: async (request) => {
      let signed: Signed | null = null;
      let isClockMended = false;
      for (let attempt = 1; ; attempt += 1) {
        const isSignedNow = signed === null || options.signingTime.now() - signed.second > SIGNATURE_REUSED_SECONDS;
        if (signed === null || isSignedNow) signed = await signNow(options, request);
        const outcome: Outcome = await attemptOnce(options, base, request, signed.headers, seen);
        // Another client of the same key sent the same in the same second: this one is still to be done.
        if (isSignedNow && outcome.isReplayed && attempt < options.retry.attemptsMax) {
          signed = null;
          continue;
        }
        if (outcome.kind === 'answer') return outcome.answer;
        const { error } = outcome;
        // The venue has said what time it is and done nothing: once more, in time.
        if (!isClockMended && signed !== null && mendClock(options, error, signed)) {
          isClockMended = true;
          signed = null;
          continue;
        }
        if (error instanceof ApiError) signed = null;
        const delayMs = mayRepeat(error, request)
          ? retryDelayMs(options.retry, attempt, error instanceof ApiError ? error.retryAfterSeconds : null)
          : null;
        if (delayMs === null) throw error;
        await pause(delayMs, request.signal);
      }
    },
  };
}

async function attemptOnce(
  options: TransportOptions,
  base: string,
  request: WireRequest,
  identityHeaders: Headers,
  seen: Seen,
): Promise<Outcome> {
  const { method, path, query, body, signal } = request;
  if (isAborted(signal)) throw new AbortedError(`${method} ${path}: aborted`, { cause: signal.reason });
  const headers: Record<string, string> = { ...identityHeaders };
  const { idempotencyKey } = request;
  if (idempotencyKey !== null) headers[IDEMPOTENCY_HEADER] = idempotencyKey;
  // At whichever node: what was told before is in the answer.
  if (performance.now() - seen.localMs > SEEN_MS) seen.sequence = null;
  if (seen.sequence !== null) headers[AFTER_SEQUENCE_HEADER] = String(seen.sequence);
  if (body !== '') headers['content-type'] = 'application/json';
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const { venueClock } = options;
  const sentMs = venueClock?.local() ?? 0;
  try {
    const response = await options.fetch(base + path + query, {
      method,
      headers,
      ...(body === '' ? {} : { body }),
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    const second = secondOfAnswer(response.headers);
    if (venueClock !== null && second !== null) venueClock.observe(second, sentMs, venueClock.local());
    const sequence = parseSequence(response.headers.get(SEQUENCE_HEADER));
    if (sequence !== null && sequence >= (seen.sequence ?? 0)) {
      seen.sequence = sequence;
      seen.localMs = performance.now();
    }
    const text = await response.text();
    // What the venue knows by the key is this very request, no matter who signed it and when.
    const isOwn = idempotencyKey !== null && response.headers.get(IDEMPOTENCY_HEADER) === idempotencyKey;
    const isReplayed = !isOwn && response.headers.get(REPLAYED_HEADER) !== null;
    if (!response.ok) return { kind: 'failure', error: apiError(response, text), isReplayed };
    return { kind: 'answer', isReplayed, answer: { text, header: (name) => response.headers.get(name) } };
  } catch (cause) {
    if (isAborted(signal)) throw new AbortedError(`${method} ${path}: aborted`, { cause });
    const error = timeout.aborted
      ? new TimeoutError(`${method} ${path}: no answer within ${options.timeoutMs} ms`, { cause })
      : new NetworkError(`${method} ${path}: no answer`, { cause });
    return { kind: 'failure', error, isReplayed: false };
  }
}

/** True for a refusal of the timestamp, after the clock has been set by what it says. */
function mendClock({ venueClock, signingTime }: TransportOptions, error: Failure, signed: Signed): boolean {
  if (venueClock === null || !(error instanceof ApiError) || error.status !== 401) return false;
  const timestamp = Object.entries(signed.headers).find(([name]) => name.endsWith('TIMESTAMP'))?.[1];
  const second = secondOfRefusal(error.message, Number(timestamp));
  if (second === null) return false;
  // The answer's own date is more exact, but not every page may read it.
  venueClock.observe(second, signed.localMs, venueClock.local());
  signingTime.forget();
  return true;
}

/** A function, for the compiler believes that what was false once stays so. */
function isAborted(signal: AbortSignal | undefined): signal is AbortSignal & { readonly aborted: true } {
  return signal?.aborted === true;
}

async function signNow(options: TransportOptions, request: WireRequest): Promise<Signed> {
  const { headers, second } = await signed(options, request);
  return { headers, second, localMs: options.venueClock?.local() ?? 0 };
}

async function signed(
  { signingTime }: TransportOptions,
  request: WireRequest,
): Promise<Pick<Signed, 'headers' | 'second'>> {
  const { identity, method, path, body, signal } = request;
  switch (identity.kind) {
    case 'anonymous':
      return { headers: {}, second: signingTime.now() };
    case 'headers':
      return { headers: await identity.headers(), second: signingTime.now() };
    case 'api-key': {
      const { address, credentials, prefix } = identity;
      // A read may be signed twice in a second.
      const timestamp =
        method === 'GET'
          ? signingTime.now()
          : await signingTime.next(`${credentials.apiKey} ${method} ${path} ${body}`, signal);
      const headers = apiKeyHeaders(address, credentials, { timestamp, method, path, body }, prefix);
      return { headers, second: timestamp };
    }
    default:
      return identity satisfies never;
  }
}

/** The JSON of an answer. Throws `InvalidAnswerError` when it is none. */
export function readJson({ method, path }: Pick<WireRequest, 'method' | 'path'>, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new InvalidAnswerError(`${method} ${path}: the answer is no JSON`, { cause });
  }
}

function apiError(response: Response, text: string): ApiError {
  const body = parseObject(text);
  const field = (name: string): string | null => (typeof body[name] === 'string' ? body[name] : null);
  const error = field('error') ?? (response.statusText || 'refused without a reason');
  const retryAfter = response.headers.get('retry-after') ?? '';
  const retryAfterSeconds = /^[0-9]{1,6}$/.test(retryAfter) ? Number(retryAfter) : null;
  const code = field('code');
  return new ApiError(response.status, error, { code: isErrorCode(code) ? code : null, retryAfterSeconds, body });
}

function isErrorCode(code: string | null): code is ErrorCode {
  return code !== null && Object.hasOwn(ERRORS, code);
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** Modes are the operator's decision and last; other answers of these statuses pass by themselves. */
const MODE_CODES: ReadonlySet<ErrorCode | null> = new Set(['mode_disabled', 'mode_cancel_only', 'post_only_mode']);
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 502, 503, 504]);

/** The venue wants a later signature and has done nothing. */
const NOTHING_DONE: ReadonlySet<ErrorCode> = new Set(['sign_in_used']);

function mayRepeat(error: Failure, { repeatable, idempotencyKey }: WireRequest): boolean {
  if (!(error instanceof ApiError)) return repeatable === 'always';
  if (error.status === 429 || (error.code !== null && NOTHING_DONE.has(error.code))) return true;
  // The signature's answer is gone, the key's is not.
  if (error.code === 'signature_used' && idempotencyKey !== null) return true;
  return repeatable === 'always' && PASSING_STATUSES.has(error.status) && !MODE_CODES.has(error.code);
}
