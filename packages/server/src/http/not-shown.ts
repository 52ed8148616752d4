/** Answer to a request that succeeded while the read that would show its result was refused. */
import { ReadRefused } from '../ports/reader.ts';
import { type Failure, RETRY_SECONDS, retryLater } from '../wire/failure.ts';

/** Returns the failure for a refused read; rethrows every other error. */
export function notShown(error: unknown): Failure {
  if (error instanceof ReadRefused) return retryLater('done_not_shown', RETRY_SECONDS);
  throw error;
}
