/**
 * Requests on the wire: authentication headers, time-outs, retries, and conversion of answers into values or typed
 * errors. Knows nothing about the meaning of routes. A request that may have taken effect is sent again only if its
 * caller says that this is harmless. A repeat has the same bytes, and after a lost answer also the same signature, so
 * that the venue repeats the lost answer.
 */
import {
  AFTER_SEQUENCE_HEADER,
  type Credentials,
  ERRORS,
  type ErrorCode,
  IDEMPOTENCY_HEADER,
  parseSequence,
  REASON_HEADER,
  REPLAYED_HEADER,
  SEQUENCE_HEADER,
} from '@bellwether/contract';
import { apiKeyHeaders, type Headers } from './authentication.ts';
import { AbortedError, ApiError, InvalidAnswerError, isOutcomeUnknown, NetworkError, TimeoutError } from './errors.ts';
import { pause, type RetryPolicy, retryDelayMs } from './retry.ts';
import type { SigningTime } from './signing-time.ts';
import { secondOfAnswer, secondOfRefusal, type VenueClock } from './venue-clock.ts';

export const DEFAULT_TIMEOUT_MS = 15_000;

/** Same call shape as the platform's `fetch`, so that a caller can count, pace or log requests. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface TransportOptions {
  readonly baseUrl: string;
  readonly fetch: Fetch;
  readonly retry: RetryPolicy;
  /** Time limit of an attempt, in milliseconds. */
  readonly timeoutMs: number;
  readonly signingTime: SigningTime;
  /** Learns the venue's time from answers; null if the caller guarantees the clock. */
  readonly venueClock: VenueClock | null;
}

/** The caller's identity: anonymous, given headers (created again after each answer), or an API key. */
export type Identity =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'headers'; readonly headers: () => Promise<Headers> }
  | { readonly kind: 'api-key'; readonly address: string; readonly credentials: Credentials; readonly prefix: string };

/** `always`: sending the request twice is harmless. `refused`: only after an answer stating that nothing was done. */
export type Repeatable = 'always' | 'refused';

export interface WireRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  readonly path: string;
  /** Query with its question mark, or empty. */
  readonly query: string;
  /** Empty for none. */
  readonly body: string;
  readonly identity: Identity;
  readonly repeatable: Repeatable;
  /** `Idempotency-Key` of every attempt: the venue carries the request out once. Null for none. */
  readonly idempotencyKey: string | null;
  /** `X-Reason` of an administrator's request; empty for none. */
  readonly reason?: string;
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
  /** Resolves to an answer whose body is not read yet, however long that takes. Sent once; throws the same errors. */
  open(request: WireRequest): Promise<Response>;
}

type Failure = ApiError | NetworkError | TimeoutError;
type Outcome = {
  /** True if the answer belongs to an earlier request with the same signature, possibly a different request. */
  readonly isReplayed: boolean;
} & ({ readonly kind: 'answer'; readonly answer: WireAnswer } | { readonly kind: 'failure'; readonly error: Failure });

/** Authentication headers, and the time of their creation in Unix seconds. */
interface Signed {
  readonly headers: Headers;
  readonly second: number;
}

/**
 * The highest sequence that a node of the venue has reported; null at a venue with one node. `localMs`: time of the
 * report.
 */
interface ReportedSequence {
  sequence: number | null;
  localMs: number;
}

/**
 * After this time every node that answers has reached the seen sequence, since a node stops answering once it has not
 * heard from the leader for ten seconds. A node that still has not reached it was restored to an earlier moment and
 * never will.
 */
const SEEN_MS = 30_000;

/** Age up to which a signature is reused after a lost answer, in seconds; venues accept it for 60 s. */
const SIGNATURE_REUSED_SECONDS = 45;

export function createTransport(options: TransportOptions): Transport {
  const base = options.baseUrl.replace(/\/+$/, '');
  const seen: ReportedSequence = { sequence: null, localMs: 0 };
  return {
    send: async (request) => {
      let signed: Signed | null = null;
      let isClockMended = false;
      let isOpen = false;
      for (let attempt = 1; ; attempt += 1) {
        const isSignedNow = signed === null || options.signingTime.now() - signed.second > SIGNATURE_REUSED_SECONDS;
        if (signed === null || isSignedNow) signed = await signNow(options, request);
        const outcome: Outcome = await attemptOnce(options, base, request, signed.headers, seen);
        // Another client with the same key sent the same request in the same second, so this one is still to be done.
        if (isSignedNow && outcome.isReplayed && attempt < options.retry.attemptsMax) {
          signed = null;
          continue;
        }
        if (outcome.kind === 'answer') return outcome.answer;
        const { error } = outcome;
        isOpen ||= isOutcomeUnknown(error);
        // The venue has stated its time and done nothing: try once more with the right time.
        if (!isClockMended && signed !== null && mendClock(options, error, signed)) {
          isClockMended = true;
          signed = null;
          continue;
        }
        if (error instanceof ApiError) signed = null;
        const delayMs = mayRepeat(error, request)
          ? retryDelayMs(options.retry, attempt, error instanceof ApiError ? error.retryAfterSeconds : null)
          : null;
        if (delayMs === null) {
          if (isOpen && error instanceof ApiError && !isConclusive(error)) error.mayBeDone = true;
          throw error;
        }
        await pause(delayMs, request.signal);
      }
    },
    open: async (request) => {
      const { method, path, query, signal } = request;
      const { headers } = await signNow(options, request);
      const init = { method, headers: { ...headers }, ...(signal !== undefined && { signal }) };
      const response = await options.fetch(base + path + query, init).catch((cause: unknown) => {
        if (isAborted(signal)) throw new AbortedError(`${method} ${path}: aborted`, { cause });
        throw new NetworkError(`${method} ${path}: no answer`, { cause });
      });
      if (!response.ok) throw apiError(response, await response.text());
      return response;
    },
  };
}

async function attemptOnce(
  options: TransportOptions,
  base: string,
  request: WireRequest,
  identityHeaders: Headers,
  seen: ReportedSequence,
): Promise<Outcome> {
  const { method, path, query, body, signal } = request;
  if (isAborted(signal)) throw new AbortedError(`${method} ${path}: aborted`, { cause: signal.reason });
  const headers: Record<string, string> = { ...identityHeaders };
  const { idempotencyKey, reason = '' } = request;
  if (idempotencyKey !== null) headers[IDEMPOTENCY_HEADER] = idempotencyKey;
  if (reason !== '') headers[REASON_HEADER] = encodeURIComponent(reason.toWellFormed());
  // Any node: its answer includes everything that the client has seen.
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
    // A replay found by the idempotency key is this very request, regardless of who signed it and when.
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

/** Sets the clock by a refusal of the timestamp; false for any other error. */
function mendClock({ venueClock, signingTime }: TransportOptions, error: Failure, signed: Signed): boolean {
  if (venueClock === null || !(error instanceof ApiError) || error.status !== 401) return false;
  const timestamp = Object.entries(signed.headers).find(([name]) => name.endsWith('TIMESTAMP'))?.[1];
  const second = secondOfRefusal(error.message, Number(timestamp));
  if (second === null) return false;
  // The answer's own date is more exact, but not every page may read it. However long the answer took, it is taken for
  // new: signatures may be a minute late, and five seconds early.
  venueClock.observe(second, venueClock.local(), venueClock.local());
  signingTime.forget();
  return true;
}

/** A function because the compiler assumes that a false value stays false. */
function isAborted(signal: AbortSignal | undefined): signal is AbortSignal & { readonly aborted: true } {
  return signal?.aborted === true;
}

async function signNow({ signingTime }: TransportOptions, request: WireRequest): Promise<Signed> {
  const { identity, method, path, body, signal } = request;
  switch (identity.kind) {
    case 'anonymous':
      return { headers: {}, second: signingTime.now() };
    case 'headers':
      return { headers: await identity.headers(), second: signingTime.now() };
    case 'api-key': {
      const { address, credentials, prefix } = identity;
      // Reads may share a second.
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

/** Parses the JSON of an answer. Throws `InvalidAnswerError` if it is not JSON. */
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

/** Modes are set by the operator and last; other answers with these statuses are transient. */
const MODE_CODES: ReadonlySet<ErrorCode | null> = new Set(['mode_disabled', 'mode_cancel_only', 'post_only_mode']);
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 502, 503, 504]);

/** The venue wants a later signature and has done nothing. */
const NOTHING_DONE: ReadonlySet<ErrorCode> = new Set(['sign_in_used']);

/**
 * True for a refusal that also says that no earlier attempt took effect: the venue looks for the first outcome of a
 * request before it examines it, but after the signature, the caps and what it cannot do at the moment.
 */
function isConclusive({ status, code }: ApiError): boolean {
  return MODE_CODES.has(code) || (status >= 400 && status < 500 && ![401, 408, 429].includes(status));
}

function mayRepeat(error: Failure, { repeatable, idempotencyKey }: WireRequest): boolean {
  if (!(error instanceof ApiError)) return repeatable === 'always';
  if (error.status === 429 || (error.code !== null && NOTHING_DONE.has(error.code))) return true;
  // The answer to the signature is gone, but the answer to the key is not.
  if (error.code === 'signature_used' && idempotencyKey !== null) return true;
  return repeatable === 'always' && PASSING_STATUSES.has(error.status) && !MODE_CODES.has(error.code);
}
