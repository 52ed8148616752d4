/**
 * Waiting: the delay before the next attempt, which grows exponentially with jitter, is bounded and never shorter than
 * the venue asks; and waits that end when a signal aborts.
 */
import { AbortedError } from './errors.ts';

export interface RetryPolicy {
  /** Largest number of attempts, the first one included. */
  readonly attemptsMax: number;
  /** Delay before the second attempt, in milliseconds; it doubles each time. Jitter reduces it to no less than half. */
  readonly delayMs: number;
  /** Longest single delay, in milliseconds. If a venue asks for a longer one, its refusal is thrown. */
  readonly delayMsMax: number;
  /** Draws the jitter: numbers from 0 up to 1; default: `Math.random`, or the client's `seed`. */
  readonly random?: () => number;
}

export const DEFAULT_RETRY: RetryPolicy = { attemptsMax: 4, delayMs: 250, delayMsMax: 10_000 };

/** Milliseconds to wait after attempt number `attempt` failed; null to give up. */
export function retryDelayMs(retry: RetryPolicy, attempt: number, retryAfterSeconds: number | null): number | null {
  if (attempt >= retry.attemptsMax) return null;
  const askedMs = (retryAfterSeconds ?? 0) * 1000;
  if (askedMs > retry.delayMsMax) return null;
  return Math.max(askedMs, backoffMs(retry, attempt));
}

/** Exponential delay after failure number `attempt`, with jitter between half of it and the whole. */
export function backoffMs(
  { delayMs, delayMsMax, random = Math.random }: Omit<RetryPolicy, 'attemptsMax'>,
  attempt: number,
): number {
  // Clients that failed together should not come back together.
  return Math.min(delayMs * 2 ** Math.min(attempt - 1, 30), delayMsMax) * (0.5 + random() / 2);
}

/** Resolves after a time; rejects with `AbortedError` if the signal aborts first. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const abort = (): void => {
    clearTimeout(timer);
    reject(new AbortedError('aborted while waiting', { cause: signal?.reason }));
  };
  const timer = setTimeout(() => {
    signal?.removeEventListener('abort', abort);
    resolve();
  }, ms);
  if (signal?.aborted === true) abort();
  else signal?.addEventListener('abort', abort, { once: true });
  return promise;
}

/** Resolves or rejects as the promise does, or rejects with `AbortedError` if the signal aborts first. */
export function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return promise;
  const { promise: ended, resolve, reject } = Promise.withResolvers<Value>();
  const abort = (): void => reject(new AbortedError('aborted', { cause: signal.reason }));
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  promise.then(resolve, reject);
  return ended.finally(() => signal.removeEventListener('abort', abort));
}
