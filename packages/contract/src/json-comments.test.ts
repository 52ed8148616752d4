import { expect, test } from 'vitest';
import { withoutComments } from './json-comments.ts';

test('json with comments: comments are blanks, and what is in quotes is no comment', () => {
  expect(withoutComments('{"a": "x // y", /* b\n */ "c": 1} // d')).toBe('{"a": "x // y",     \n    "c": 1}     ');
  expect(withoutComments(String.raw`{"a": "\" // x"} // y`)).toBe(String.raw`{"a": "\" // x"}     `);
  expect(withoutComments('1 //\n/* open "a')).toBe('1   \n/* open "a');
  const long = `"${'\\"'.repeat(3_000_000)}"`;
  expect(withoutComments(long) === long).toBe(true);
});
