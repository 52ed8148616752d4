import { expect, test } from 'vitest';
import { readTyped } from './typed-number.ts';

test.each([
  ['12.5', 12_500_000n],
  ['12,5', 12_500_000n],
  [' $ 1 000 ', 1_000_000_000n],
  ['.5', 500_000n],
  ['5.', 5_000_000n],
  ['55¢', 55_000_000n],
  ['0', 0n],
])('%j is a number', (text, micros) => {
  expect(readTyped(text)).toEqual({ kind: 'number', micros });
});

test.each(['1,000', '1.000.000', '1,5,5', '-3', '1e5', 'abc', '1.2345678', '1234567890123', '.'])(
  '%j is refused with a reason',
  (text) => {
    expect(readTyped(text)).toMatchObject({ kind: 'bad', reason: expect.stringMatching(/./) });
  },
);

test('nothing typed is no mistake', () => {
  expect(readTyped('  ')).toEqual({ kind: 'empty' });
});
