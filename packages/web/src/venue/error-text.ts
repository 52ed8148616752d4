/** Explains errors to the user, using the venue's own text where there is one. */
import { isApiError, isBellwetherError } from '@bellwether/sdk';

const WORDS: Readonly<Record<string, string>> = {
  network: 'The venue cannot be reached. Check your connection.',
  timeout: 'The venue did not answer in time.',
  invalid_answer: 'The venue gave an answer that cannot be read.',
  aborted: 'It was called off.',
};

export function errorText(error: unknown): string {
  if (!isBellwetherError(error)) return 'Something went wrong on this page.';
  if (error.kind !== 'api') return WORDS[error.kind] ?? error.message;
  if (error.status === 429) return 'Too many requests at once. Wait a moment and try again.';
  return error.status >= 500 ? `The venue cannot answer now (${error.error}).` : error.error;
}

export const isMissing = (error: unknown): boolean => isApiError(error) && error.status === 404;
