import { KEY_WORDS, readOrderKey } from '@bellwether/engine';
import { expect, test } from 'vitest';
import { tapeOrderId } from './tape-desk.ts';

test('tape order id: each is another one, and what the exchange finds them by is as good as chance', () => {
  const ids = Array.from({ length: 4_096 }, (_, index) => tapeOrderId(index + 1));
  expect(new Set(ids).size).toBe(4_096);
  const firstWords = ids.map((id) => {
    const key = new Int32Array(KEY_WORDS);
    readOrderKey(id, key);
    return key[0] as number;
  });
  expect(new Set(firstWords).size).toBe(4_096);
  // In a hash table with 4,096 slots, no two of them share a slot.
  expect(new Set(firstWords.map((word) => word & 4_095)).size).toBe(4_096);
});
