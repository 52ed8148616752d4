import { expect, test } from 'vitest';
import { InvariantViolation } from '../units/assert.ts';
import { type OrderId, orderId } from '../units/ids.ts';
import { OrderIndex } from './order-index.ts';

/** Ids whose keys differ in one word only: 0 is the word that the table is placed by. */
function idOf(number: number, word: number): OrderId {
  const words = ['0badcafe', '00000000', 'ffffffff', '12345678'];
  words[word] = Math.imul(number + 1, 0x9e3779b1)
    .toString(16)
    .replace('-', 'a')
    .padStart(8, '0')
    .slice(-8);
  return orderId(`0x${'0'.repeat(32)}${words.join('')}`);
}

test.each([0, 1, 2, 3])('order index: finds every order while it grows, with keys that differ in word %i', (word) => {
  const index = new OrderIndex();
  // Keys of one place in the table make long runs: fewer of them are enough.
  const ids = [...new Set(Array.from({ length: word === 0 ? 40_000 : 300 }, (_, number) => idOf(number, word)))];
  ids.forEach((id, number) => {
    expect(index.numberOf(id)).toBe(-1);
    expect(index.add(id)).toBe(number);
  });
  const restored = OrderIndex.restore(structuredClone(index.snapshot()), index.count);
  for (const copy of [index, restored]) {
    expect(copy.count).toBe(ids.length);
    expect(ids.every((id, number) => copy.numberOf(id) === number)).toBe(true);
    expect(copy.numberOf(orderId(`0x${'e'.repeat(64)}`))).toBe(-1);
  }
  expect(restored.keyOf(ids.length - 1)).toEqual(index.keyOf(ids.length - 1));
});

test('order index: an order is numbered once', () => {
  const index = new OrderIndex();
  index.add(idOf(1, 0));
  expect(() => index.add(idOf(1, 0))).toThrow(InvariantViolation);
  expect(index.count).toBe(1);
});
