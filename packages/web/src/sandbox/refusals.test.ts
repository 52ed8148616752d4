import { ApiError, NetworkError } from '@bellwether/sdk';
import { expect, test } from 'vitest';
import { fieldWords, refusalWords, refusedField } from './refusals.ts';

test.each([
  ['match.market names no market: nowhere', 'market', 'The venue has no market of that slug or id on this branch.'],
  ['Invalid payload: match.nth must be from 1 to 9', 'nth', 'It must be from 1 to 9.'],
  ['Invalid payload: seed must be from 0 to 9', 'seed', 'It must be from 0 to 9.'],
  ['match.until names a day or time that does not exist: x', 'until', 'It names a day or time that does not exist: x.'],
  [
    'do.retried and do.failed are shares of the same trades: at most 1 together',
    'retried',
    'Those that are tried again and those that fail are at most 100% together.',
  ],
  [
    'match.feed does not go with refuse, which is done to requests',
    'feed',
    'What is done here is not done to frames: leave the feed out.',
  ],
] as const)('faults: the refusal %j stands at %s', (text, field, words) => {
  const error = new ApiError(400, text);
  expect([refusedField(error), fieldWords(error)]).toEqual([field, words]);
});

test('faults: a refusal that speaks of no field stands at none', () => {
  expect(refusedField(new ApiError(400, 'there are 256 rules already, of at most 256'))).toBeNull();
  expect(refusedField(new ApiError(400, 'Invalid payload: match.constructor is unknown'))).toBeNull();
  expect(refusedField(new Error('match.market'))).toBeNull();
});

test.each([
  ['branch 1 ends with entry 2', 'Branch 1 ends with entry 2.'],
  ['match.market names no market: nowhere', 'The venue has no market of that slug or id on this branch.'],
])('sandbox: the refusal %j is told as %j', (text, words) => expect(refusalWords(new ApiError(400, text))).toBe(words));

test('sandbox: where there was no answer, no one knows what was done', () =>
  expect(refusalWords(new NetworkError('gone'))).toMatch(/Look whether it took effect/));
