/** Work that several callers wait for: each may leave, and the work goes on for the others. */
import { AbortedError } from './errors.ts';

/** What a promise becomes, or `AbortedError` when the signal comes first. */
export function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return promise;
  const { promise: ended, resolve, reject } = Promise.withResolvers<Value>();
  const abort = (): void => reject(new AbortedError('aborted', { cause: signal.reason }));
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  promise.then(resolve, reject);
  return ended.finally(() => signal.removeEventListener('abort', abort));
}
