/** Refusals of the sandbox's own routes as sentences: the venue's words speak of the fields of its API. Pure. */
import { isApiError } from '@bellwether/sdk';
import { operatorErrorText } from '../operate/operator-error.ts';

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/match\.market names no market/, 'The venue has no market of that slug or id on this branch.'],
];

export function refusalWords(error: unknown): string {
  const text = operatorErrorText(error);
  if (!isApiError(error)) return text;
  const own = WORDS.find(([pattern]) => pattern.test(error.error))?.[1];
  if (own !== undefined) return own;
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return /[.!?]\)?$/.test(sentence) ? sentence : `${sentence}.`;
}
