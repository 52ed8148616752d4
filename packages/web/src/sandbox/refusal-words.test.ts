import { ApiError, NetworkError } from '@bellwether/sdk';
import { expect, test } from 'vitest';
import { refusalWords } from './refusal-words.ts';

test.each([
  ['branch 1 ends with entry 2', 'Branch 1 ends with entry 2.'],
  ['match.market names no market: nowhere', 'The venue has no market of that slug or id on this branch.'],
])('sandbox: the refusal %j is told as %j', (text, words) => {
  expect(refusalWords(new ApiError(400, text))).toBe(words);
});

test('sandbox: where there was no answer, no one knows what was done', () => {
  expect(refusalWords(new NetworkError('gone'))).toMatch(/Look whether it took effect/);
});
