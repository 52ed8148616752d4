/** What a client is told of something that was done when the read that would show it was refused. */
import { ReadRefused } from '../ports/reader.ts';
import { type Failure, RETRY_SECONDS, retryLater } from '../wire/failure.ts';

/** Throws what is no refusal of a read. */
export function notShown(error: unknown): Failure {
  if (error instanceof ReadRefused) return retryLater('done_not_shown', RETRY_SECONDS);
  throw error;
}
