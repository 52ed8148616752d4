/** Explains errors to the user, using the venue's own text where there is one. */
import { isApiError, isBellwetherError } from '@bellwether/sdk';

export function errorText(error: unknown): string {
  if (!isBellwetherError(error)) return 'Something went wrong on this page.';
  switch (error.kind) {
    case 'api':
      if (error.status === 429) return 'Too many requests at once. Wait a moment and try again.';
      return error.status >= 500 ? `The venue cannot answer now (${error.error}).` : error.error;
    case 'network':
      return 'The venue cannot be reached. Check your connection.';
    case 'timeout':
      return 'The venue did not answer in time.';
    case 'invalid_answer':
      return 'The venue gave an answer that cannot be read.';
    case 'aborted':
      return 'It was called off.';
    case 'invalid_input':
    case 'signer':
    case 'feed':
      return error.message;
    default:
      return error satisfies never;
  }
}

export function isMissing(error: unknown): boolean {
  return isApiError(error) && error.status === 404;
}
