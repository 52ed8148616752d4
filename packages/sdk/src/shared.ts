/** Work that several callers wait for: a caller may leave, and the work continues for the others. */
import { AbortedError } from './errors.ts';

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
