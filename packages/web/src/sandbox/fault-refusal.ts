/** Refusals of a fault by the venue: which field each speaks of, and in which words. Pure. */
import type { FaultMatch, FaultRule } from '@bellwether/contract';
import { isApiError } from '@bellwether/sdk';
import type { FaultField } from './fault-draft.ts';
import { refusalWords } from './refusal-words.ts';

type Doing<Fault> = Fault extends unknown ? Exclude<keyof Fault, 'kind'> : never;
/** As the venue calls it. */
export type FaultPath = `match.${keyof FaultMatch}` | `do.${Doing<FaultRule['do']>}` | 'seed';

/** null: it is chosen of those that there are, so that nothing can be wrong with it. */
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

/** Which field the venue's refusal speaks of; null for none of them. */
export function refusedField(error: unknown): FaultField | null {
  if (!isApiError(error)) return null;
  const path = PATH.exec(error.error)?.[0];
  return path !== undefined && Object.hasOwn(FIELD_OF, path) ? FIELD_OF[path as FaultPath] : null;
}

/** Where it stands at its field, the field's name in the API says nothing more. */
export function fieldWords(error: unknown): string {
  return refusalWords(error).replace(/^(?:(?:match|do)\.[a-z_]+|seed)(?= must | names )/i, 'It');
}
