import { expect, test } from 'vitest';
import { playedPart, stepText } from './replay-words.ts';

test.each([
  [0, 0],
  [100, 0],
  [150, 0.5],
  [200, 1],
  [900, 1],
])('replay words: of a tape from 100 to 200, at %i', (nowMs, part) => {
  expect(playedPart({ from_ms: 100, to_ms: 200 }, nowMs)).toBe(part);
});

test('replay words: a tape of one moment is over then', () => {
  expect(playedPart({ from_ms: 100, to_ms: 100 }, 100)).toBe(1);
  expect(playedPart({ from_ms: 100, to_ms: 100 }, 99)).toBe(0);
});

test.each([
  [0, 'The books show every message.'],
  [250, 'The books follow every 250 ms of it.'],
  [10_000, 'The books follow every 10 s of it.'],
])('replay words: a step of %i ms', (stepMs, text) => {
  expect(stepText(stepMs)).toBe(text);
});
