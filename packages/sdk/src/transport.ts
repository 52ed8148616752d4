/**
 * Requests on the wire: authentication headers, time-outs, retries, and answers turned into values or typed errors.
 * Knows nothing of what the routes mean. A request that might have taken effect is sent again only when its caller says
 * that doing so is harmless; it is the same bytes then.
 */
import { type Credentials, ERRORS, type ErrorCode } from '@bellwether/contract';
import { apiKeyHeaders, type Headers } from './authentication.ts';
import { AbortedError, ApiError, InvalidAnswerError, NetworkError, TimeoutError } from './errors.ts';
import { pause, type RetryPolicy, retryDelayMs } from './retry.ts';

export const DEFAULT_TIMEOUT_MS = 15_000;

/** The same call shape as the platform's `fetch`, so that a caller can count, pace or log requests. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface TransportOptions {
  readonly baseUrl: string;
  readonly fetch: Fetch;
  readonly retry: RetryPolicy;
  /** Time an attempt may take. */
  readonly timeoutMs: number;
  /** Unix milliseconds. */
  readonly clock: () => number;
}

/** Who asks: nobody in particular, given headers (made anew for each attempt), or an API key. */
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
type Outcome =
  | { readonly kind: 'answer'; readonly answer: WireAnswer }
  | { readonly kind: 'failure'; readonly error: Failure };

export function createTransport(options: TransportOptions): Transport {
  const base = options.baseUrl.replace(/\/+$/, '');
  return {
    send: async (request) => {
      for (let attempt = 1; ; attempt += 1) {
        const outcome = await attemptOnce(options, base, request);
        if (outcome.kind === 'answer') return outcome.answer;
        const { error } = outcome;
        const delayMs = mayRepeat(error, request.repeatable)
          ? retryDelayMs(options.retry, attempt, error instanceof ApiError ? error.retryAfterSeconds : null)
          : null;
        if (delayMs === null) throw error;
        await pause(delayMs, request.signal);
      }
    },
  };
}

async function attemptOnce(options: TransportOptions, base: string, request: WireRequest): Promise<Outcome> {
  const { method, path, query, body, signal } = request;
  if (isAborted(signal)) throw new AbortedError(`${method} ${path}: aborted`, { cause: signal.reason });
  const headers: Record<string, string> = { ...(await identityHeaders(options, request)) };
  if (body !== '') headers['content-type'] = 'application/json';
  const timeout = AbortSignal.timeout(options.timeoutMs);
  try {
    const response = await options.fetch(base + path + query, {
      method,
      headers,
      ...(body === '' ? {} : { body }),
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    const text = await response.text();
    if (!response.ok) return { kind: 'failure', error: apiError(response, text) };
    return { kind: 'answer', answer: { text, header: (name) => response.headers.get(name) } };
  } catch (cause) {
    if (isAborted(signal)) throw new AbortedError(`${method} ${path}: aborted`, { cause });
    const error = timeout.aborted
      ? new TimeoutError(`${method} ${path}: no answer within ${options.timeoutMs} ms`, { cause })
      : new NetworkError(`${method} ${path}: no answer`, { cause });
    return { kind: 'failure', error };
  }
}

/** A function, for the compiler believes that what was false once stays so. */
function isAborted(signal: AbortSignal | undefined): signal is AbortSignal & { readonly aborted: true } {
  return signal?.aborted === true;
}

async function identityHeaders(options: TransportOptions, request: WireRequest): Promise<Headers> {
  const { identity, method, path, body } = request;
  switch (identity.kind) {
    case 'anonymous':
      return {};
    case 'headers':
      return identity.headers();
    case 'api-key': {
      const timestamp = Math.floor(options.clock() / 1000);
      const { address, credentials, prefix } = identity;
      return apiKeyHeaders(address, credentials, { timestamp, method, path, body }, prefix);
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

function mayRepeat(error: Failure, repeatable: Repeatable): boolean {
  if (!(error instanceof ApiError)) return repeatable === 'always';
  if (error.status === 429) return true;
  return repeatable === 'always' && PASSING_STATUSES.has(error.status) && !MODE_CODES.has(error.code);
}
