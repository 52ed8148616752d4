import { expect, test } from 'vitest';
import { Recent, type Sent } from './recent.ts';

const sent = (sequence: number, size = 10): Sent => ({ sequence, size });
const sequences = (recent: Recent<Sent>, stream: number) => recent.of(stream).map(({ sequence }) => sequence);

test('recent: the newest of each stream are kept, oldest first', () => {
  const recent = new Recent<Sent>(3, 1_000);
  for (const sequence of [1, 2, 3, 4]) recent.add(7, sent(sequence));
  recent.add(8, sent(1));
  expect([sequences(recent, 7), sequences(recent, 8), sequences(recent, 9)]).toEqual([[2, 3, 4], [1], []]);
  expect(recent.size).toBe(40);
});

test('recent: over the bound of all together, the stream that has been still for longest is forgotten whole', () => {
  const recent = new Recent<Sent>(100, 50);
  for (const stream of [1, 2, 1, 3, 1]) recent.add(stream, sent(stream));
  expect(recent.size).toBe(50);
  recent.add(3, sent(4));
  expect([1, 2, 3].map((stream) => recent.of(stream).length)).toEqual([3, 0, 2]);
  recent.add(3, sent(5, 30));
  expect([[1, 2, 3].map((stream) => recent.of(stream).length), recent.size]).toEqual([[0, 0, 3], 50]);
});

test('recent: one thing that is larger than the bound is not kept, and nothing stays counted', () => {
  const recent = new Recent<Sent>(100, 50);
  recent.add(1, sent(1, 51));
  expect([recent.size, recent.of(1)]).toEqual([0, []]);
  recent.add(1, sent(2));
  recent.forget(1);
  recent.forget(1);
  expect(recent.size).toBe(0);
});
