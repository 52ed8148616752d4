/** How long to wait before the next attempt: exponential, spread at random, bounded, never sooner than the venue asks. */
import { AbortedError } from './errors.ts';

export interface RetryPolicy {
  /** Times a request is sent at most, the first one included. */
  readonly attemptsMax: number;
  /** Wait before the second attempt; doubles each time, and is cut by chance to no less than half. */
  readonly delayMs: number;
  /** Longest single wait. A venue that asks for more is not asked again: its refusal is thrown. */
  readonly delayMsMax: number;
}

export const DEFAULT_RETRY: RetryPolicy = { attemptsMax: 4, delayMs: 250, delayMsMax: 10_000 };

/** Milliseconds to wait after attempt number `attempt` failed; null for giving up. */
export function retryDelayMs(retry: RetryPolicy, attempt: number, retryAfterSeconds: number | null): number | null {
  if (attempt >= retry.attemptsMax) return null;
  const askedMs = (retryAfterSeconds ?? 0) * 1000;
  if (askedMs > retry.delayMsMax) return null;
  return Math.max(askedMs, backoffMs(retry, attempt));
}

/** Exponential wait after failure number `attempt`, from half of it up to the whole. */
export function backoffMs({ delayMs, delayMsMax }: Omit<RetryPolicy, 'attemptsMax'>, attempt: number): number {
  // Clients that failed together should not come back together.
  return Math.min(delayMs * 2 ** Math.min(attempt - 1, 30), delayMsMax) * (0.5 + Math.random() / 2);
}

/** Resolves after a time; rejects with `AbortedError` when the signal comes first. */
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
