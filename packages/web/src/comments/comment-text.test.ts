import { expect, test } from 'vitest';
import { commentText } from './comment-text.ts';

test('a comment keeps its lines and its words, and loses what the venue refuses', () => {
  expect(commentText('  one\r\ntwo\rthree\t<b>four</b>\u0007 \n')).toBe('one\ntwo\nthree <b>four</b>');
  expect(commentText(' \t\n')).toBe('');
});
