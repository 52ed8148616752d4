/** Refusals of the sandbox routes as sentences for the operator, and the form field that each is about. Pure. */
import type { FaultMatch, FaultRule } from '@bellwether/contract';
import { isApiError } from '@bellwether/sdk';
import { operatorErrorText } from '../operate/refusal.tsx';
import type { FaultField } from './fault-draft.ts';

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

type Doing<Fault> = Fault extends unknown ? Exclude<keyof Fault, 'kind'> : never;
type FaultPath = `match.${keyof FaultMatch}` | `do.${Doing<FaultRule['do']>}` | 'seed';

/** Form field of each path. Null for a field with fixed choices, which cannot be invalid. */
export const FIELD_OF: Readonly<Record<FaultPath, FaultField | null>> = {
  'match.route': 'route',
  'match.feed': 'feed',
  'match.account': 'account',
  'match.market': 'market',
  'match.from': 'from',
  'match.until': 'until',
  'match.nth': 'nth',
  'match.every': 'every',
  'match.probability': 'chance',
  'match.times': 'times',
  'do.ms': 'seconds',
  'do.seconds': 'seconds',
  'do.when': null,
  'do.status': null,
  'do.mined_ms': 'mined',
  'do.confirmed_ms': 'confirmed',
  'do.retrying_ms': 'retrying',
  'do.retried': 'retried',
  'do.failed': 'failed',
  'do.unbroadcast_ms': 'unbroadcast',
  'do.hash_ms': 'hash',
  seed: 'seed',
};

const PATH = /\b(?:(?:match|do)\.[a-z_]+|seed)\b/;

/** Returns the form field that a refusal is about; null if there is none. */
export function refusedField(error: unknown): FaultField | null {
  if (!isApiError(error)) return null;
  const path = PATH.exec(error.error)?.[0];
  return path !== undefined && Object.hasOwn(FIELD_OF, path) ? FIELD_OF[path as FaultPath] : null;
}

/** Returns the refusal's text without the API name of the field, as it is shown beside the field. */
export function fieldWords(error: unknown): string {
  return refusalWords(error).replace(/^(?:(?:match|do)\.[a-z_]+|seed)(?= must | names )/i, 'It');
}
