import { ApiError } from '@bellwether/sdk';
import { expect, test } from 'vitest';
import { errorText } from './error-text.ts';

test('a refusal is told in the words of the venue, with the field and the rule', () => {
  const words = 'name must not look like one that is reserved for the venue';
  expect(errorText(new ApiError(400, words))).toBe(words);
  expect(errorText(new ApiError(409, 'the name is taken'))).toBe('the name is taken');
  expect(errorText(new ApiError(429, words))).not.toBe(words);
});
