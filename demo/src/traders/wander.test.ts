/** Tests a taker's opinion of a price. */
import { expect, test } from 'vitest';
import { createRandom } from './random.ts';
import { startWander, stepWander, type Wander } from './wander.ts';

function walk(start: Wander, steps: number, seed = 'walk'): Wander[] {
  const random = createRandom(seed);
  const path = [start];
  for (let step = 0; step < steps; step += 1) path.push(stepWander(path.at(-1)!, random));
  return path;
}

test('wander: the same seed walks the same way, another seed another', () => {
  const start = startWander(500_000, 500_000);
  expect(walk(start, 50)).toEqual(walk(start, 50));
  expect(walk(start, 50)).not.toEqual(walk(start, 50, 'other'));
});

test.each([1_200, 50_000, 500_000, 970_000])('wander: from %i ppm it moves, slowly, and stays inside', (ppm) => {
  const path = walk(startWander(ppm, ppm), 5_000).map(({ pricePpm }) => pricePpm);
  const room = Math.min(ppm, 1_000_000 - ppm);
  expect(new Set(path).size).toBeGreaterThan(20);
  expect(Math.min(...path)).toBeGreaterThanOrEqual(500);
  expect(Math.max(...path)).toBeLessThanOrEqual(999_500);
  expect(path.every(Number.isInteger)).toBe(true);
  for (const [index, price] of path.slice(1).entries())
    expect(Math.abs(price - path[index]!)).toBeLessThanOrEqual(0.05 * room + 1);
});

test('wander: a price far from its anchor comes back near it', () => {
  const path = walk(startWander(300_000, 800_000), 1_000).map(({ pricePpm }) => pricePpm);
  const late = path.slice(500);
  const mean = late.reduce((sum, price) => sum + price, 0) / late.length;
  expect(Math.abs(mean - 300_000)).toBeLessThan(50_000);
});

test('wander: a start outside of the bounds is moved inside', () =>
  expect(startWander(0, 1_000_000)).toEqual({ anchorPpm: 500, pricePpm: 999_500 }));
