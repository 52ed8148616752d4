/** Mean and quantiles of the chances of buckets, against a sampled oracle. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chancesOf, chanceTexts, meanOf, quantileOf } from './density.ts';

const EDGES = [2n, 4n, 8n];

test.each<[string, readonly number[], number, ReturnType<typeof quantileOf>]>([
  ['in the middle of a bucket', [0.25, 0.5, 0.25, 0], 0.5, { point: 3, tail: null, place: 1.5 }],
  ['in a wider bucket', [0, 0.2, 0.8, 0], 0.6, { point: 6, tail: null, place: 2.5 }],
  ['in the lower tail', [0.6, 0.2, 0.2, 0], 0.5, { point: 2, tail: 'below', place: 0.5 / 0.6 }],
  ['in the upper tail', [0, 0.2, 0.2, 0.6], 0.9, { point: 8, tail: 'above', place: 3 + 0.5 / 0.6 }],
  ['at the end of the first bucket with a chance', [0, 0.5, 0.5, 0], 0.5, { point: 4, tail: null, place: 2 }],
  ['certain: the value is in one bucket', [0, 1, 0, 0], 0.1, { point: 2.2, tail: null, place: 1.1 }],
])('quantile: %s', (_name, chances, part, quantile) => {
  const { point, tail, place } = quantileOf(EDGES, chances, part);
  expect([tail, point.toFixed(9), place.toFixed(9)]).toEqual([
    quantile.tail,
    quantile.point.toFixed(9),
    quantile.place.toFixed(9),
  ]);
});

test('mean: tails are as wide as their neighbours; a single edge tells none', () => {
  expect(meanOf(EDGES, [0.25, 0.25, 0.25, 0.25])).toBe((1 + 3 + 6 + 10) / 4);
  expect(meanOf([5n], [0.5, 0.5])).toBeNull();
});

test('chances: prices add to 1, unknown ones count as none, and without any there is nothing to show', () => {
  expect(chancesOf(['0.5', null, '0.3', '0.2'])).toEqual([0.5, 0, 0.3, 0.2]);
  expect(chanceTexts([1, 0, 0], ['1', null, '0'])).toEqual(['100%', '–', '0%']);
  expect(chancesOf(['0.6', '0.6'])).toEqual([0.5, 0.5]);
  expect(chancesOf([null, '0'])).toBeNull();
});

const distributions = fc
  .uniqueArray(fc.bigInt({ min: -1_000n, max: 1_000n }), { minLength: 2, maxLength: 12 })
  .chain((edges) =>
    fc.record({
      edges: fc.constant(edges.toSorted((left, right) => Number(left - right))),
      weights: fc
        .array(fc.integer({ min: 0, max: 99 }), { minLength: edges.length + 1, maxLength: edges.length + 1 })
        .filter((weights) => weights.some((weight) => weight > 0)),
    }),
  );

test('property: below a quantile lies its part, quantiles ascend, and the mean is that of many draws', () => {
  fc.assert(
    fc.property(distributions, ({ edges, weights }) => {
      const chances = chancesOf(weights.map(String)) ?? [];
      const parts = Array.from({ length: 400 }, (_, draw) => (draw + 0.5) / 400);
      const quantiles = parts.map((part) => quantileOf(edges, chances, part));
      for (const [index, { point, tail, place }] of quantiles.entries()) {
        const [bucket, within] = [Math.min(Math.floor(place), edges.length), place % 1];
        const before = chances.slice(0, bucket).reduce((sum, chance) => sum + chance, 0);
        expect(before + within * (chances[bucket] ?? 0)).toBeCloseTo(parts[index] ?? 0, 6);
        expect(point).toBeGreaterThanOrEqual(quantiles[index - 1]?.point ?? Number(edges[0]));
        expect(point === Number(edges[0]) || tail !== 'below').toBe(true);
      }
      // Tails have their neighbours' widths in the mean alone.
      const [low, high] = [Number(edges[0]), Number(edges.at(-1))];
      const [lowWidth, highWidth] = [Number(edges[1]) - low, high - Number(edges.at(-2))];
      const drawn = quantiles.map(({ point, tail, place }) => {
        if (tail === 'below') return low - lowWidth * (1 - place);
        return tail === 'above' ? high + highWidth * (place - edges.length) : point;
      });
      const mean = drawn.reduce((sum, value) => sum + value, 0) / drawn.length;
      expect(Math.abs(mean - (meanOf(edges, chances) ?? 0))).toBeLessThan((high - low + lowWidth + highWidth) / 200);
    }),
  );
});
