/** Maps the venue's refusals of a fault to the form field and a text. Pure. */
import type { FaultMatch, FaultRule } from '@bellwether/contract';
import { isApiError } from '@bellwether/sdk';
import type { FaultField } from './fault-draft.ts';
import { refusalWords } from './refusal-words.ts';

type Doing<Fault> = Fault extends unknown ? Exclude<keyof Fault, 'kind'> : never;
/** Path of a field in the API. */
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
