/** Rewrites refusals of the sandbox routes, which name API fields, as sentences for the operator. Pure. */
import { isApiError } from '@bellwether/sdk';
import { operatorErrorText } from '../operate/operator-error.ts';

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/match\.market names no market/, 'The venue has no market of that slug or id on this branch.'],
  [/match\.feed does not go with/, 'What is done here is not done to frames: leave the feed out.'],
  [/match\.route and match\.account do not go with/, 'Frames of a feed have no route and no account: leave both out.'],
  [/match\.route does not go with/, 'What is done here is not done to requests: leave the route out.'],
  [
    /do\.retried and do\.failed are shares/,
    'Those that are tried again and those that fail are at most 100% together.',
  ],
];

export function refusalWords(error: unknown): string {
  const text = operatorErrorText(error).replace(/^Invalid payload: /, '');
  if (!isApiError(error)) return text;
  const own = WORDS.find(([pattern]) => pattern.test(error.error))?.[1];
  if (own !== undefined) return own;
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return /[.!?]\)?$/.test(sentence) ? sentence : `${sentence}.`;
}
