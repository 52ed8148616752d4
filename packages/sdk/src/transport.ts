/**
 * Requests on the wire: authentication headers, time-outs, retries, and answers turned into values or typed errors.
 * Knows nothing of what the routes mean. A request that might have taken effect is sent again only when its caller says
 * that doing so is harmless.
 */
import type { Credentials } from '@bellwether/contract';
import { apiKeyHeaders, type Headers } from './authentication.ts';
import { TransportError, VenueError } from './errors.ts';

export interface RetryPolicy {
  /** Times a request is sent at most, the first one included. */
  readonly attemptsMax: number;
  /** Wait before the second attempt; doubles each time. */
  readonly delayMs: number;
  /** Longest single wait, whatever the venue asks for. */
  readonly delayMsMax: number;
}

export const DEFAULT_RETRY: RetryPolicy = { attemptsMax: 4, delayMs: 250, delayMsMax: 5_000 };
export const DEFAULT_TIMEOUT_MS = 15_000;

/** The same call shape as the platform's `fetch`, so that a caller can count, pace or log requests. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface TransportOptions {
  readonly baseUrl: string;
  readonly fetch: Fetch;
  readonly retry: RetryPolicy;
  readonly timeoutMs: number;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly headerPrefix: string;
}

/** Who asks: nobody in particular, given headers (made anew for each attempt), or an API key. */
export type Identity =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'headers'; readonly headers: () => Promise<Headers> }
  | { readonly kind: 'api-key'; readonly address: string; readonly credentials: Credentials };

/** `always`: sending twice does no harm. `refused`: only after an answer that says that nothing was done. */
export type Repeatable = 'always' | 'refused';

export interface WireRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** Fields that are undefined are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  readonly identity: Identity;
  readonly repeatable: Repeatable;
  readonly signal?: AbortSignal | undefined;
}

export interface Transport {
  /** The answer's JSON. Throws `VenueError`, `TransportError`, or the signal's reason. */
  send(request: WireRequest): Promise<unknown>;
}

export function createTransport(options: TransportOptions): Transport {
  const base = options.baseUrl.replace(/\/+$/, '');
  return {
    send: async (request) => {
      const body = request.body === undefined ? '' : JSON.stringify(request.body);
      const url = base + request.path + queryText(request.query ?? {});
      for (let attempt = 1; ; attempt += 1) {
        const outcome = await attemptOnce(options, request, url, body);
        if (outcome.kind === 'answer') return outcome.value;
        if (attempt >= options.retry.attemptsMax || !mayRepeat(outcome.error, request.repeatable)) throw outcome.error;
        await pause(delayMs(options.retry, attempt, outcome.error), request.signal);
      }
    },
  };
}

type Outcome =
  | { readonly kind: 'answer'; readonly value: unknown }
  | { readonly kind: 'failure'; readonly error: VenueError | TransportError };

async function attemptOnce(
  options: TransportOptions,
  request: WireRequest,
  url: string,
  body: string,
): Promise<Outcome> {
  const { signal } = request;
  signal?.throwIfAborted();
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const headers: Record<string, string> = { ...(await identityHeaders(options, request, body)) };
  if (body !== '') headers['content-type'] = 'application/json';
  try {
    const response = await options.fetch(url, {
      method: request.method,
      headers,
      ...(body === '' ? {} : { body }),
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    const text = await response.text();
    if (!response.ok) return { kind: 'failure', error: venueError(response, text) };
    return { kind: 'answer', value: JSON.parse(text) };
  } catch (cause) {
    signal?.throwIfAborted();
    const reason = timeout.aborted ? `no answer within ${options.timeoutMs} ms` : 'no usable answer';
    return { kind: 'failure', error: new TransportError(`${request.method} ${request.path}: ${reason}`, { cause }) };
  }
}

async function identityHeaders(options: TransportOptions, request: WireRequest, body: string): Promise<Headers> {
  const { identity, method, path } = request;
  switch (identity.kind) {
    case 'anonymous':
      return {};
    case 'headers':
      return identity.headers();
    case 'api-key': {
      const timestamp = Math.floor(options.now() / 1000);
      const { address, credentials } = identity;
      return apiKeyHeaders(address, credentials, { timestamp, method, path, body }, options.headerPrefix);
    }
    default:
      return identity satisfies never;
  }
}

function venueError(response: Response, text: string): VenueError {
  const body = parseObject(text);
  const field = (name: string): string | null => (typeof body[name] === 'string' ? body[name] : null);
  const error = field('error') ?? (response.statusText || 'refused without a reason');
  const retryAfter = response.headers.get('retry-after') ?? '';
  const retryAfterSeconds = /^[0-9]{1,6}$/.test(retryAfter) ? Number(retryAfter) : null;
  return new VenueError(response.status, error, field('code'), retryAfterSeconds);
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** Modes are the operator's decision and last; all other 429 and 503 answers pass by themselves. */
const MODE_CODES: ReadonlySet<string | null> = new Set(['mode_disabled', 'mode_cancel_only', 'post_only_mode']);

function mayRepeat(error: VenueError | TransportError, repeatable: Repeatable): boolean {
  if (error instanceof TransportError) return repeatable === 'always';
  if (error.status === 429) return true;
  return error.status === 503 && repeatable === 'always' && !MODE_CODES.has(error.code);
}

function delayMs(retry: RetryPolicy, attempt: number, error: VenueError | TransportError): number {
  const asked = error instanceof VenueError ? error.retryAfterSeconds : null;
  const wanted = asked === null ? retry.delayMs * 2 ** (attempt - 1) : asked * 1000;
  return Math.min(wanted, retry.delayMsMax);
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const abort = (): void => {
    clearTimeout(timer);
    reject(signal?.reason);
  };
  const timer = setTimeout(() => {
    signal?.removeEventListener('abort', abort);
    resolve();
  }, ms);
  signal?.addEventListener('abort', abort, { once: true });
  return promise;
}

function queryText(query: Readonly<Record<string, string | number | boolean | undefined>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.append(name, String(value));
  }
  return parameters.size === 0 ? '' : `?${parameters}`;
}
