import { apportion, MILLION, normalWeights, POINTS_OF, uniformWeights } from '@bellwether/contract';
import { forAll } from '@bellwether/engine/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Buckets, bucketOf, bucketsIn, bucketsMetadata, bucketTexts } from './buckets.ts';
import { pointOf, pointText } from './points.ts';

const DAY = POINTS_OF.date;
/** Millionths, or days as milliseconds, of both signs and many sizes. */
const number = fc.oneof(fc.bigInt(-30n, 30n), fc.bigInt(-(10n ** 20n), 10n ** 20n));
const days = fc.bigInt(-3_000n, 60_000n).map((day) => day * DAY);
const edgesOf = (point: fc.Arbitrary<bigint>) =>
  fc
    .uniqueArray(point, { minLength: 1, maxLength: 40 })
    .map((edges) => edges.toSorted((one, other) => (one < other ? -1 : 1)));
const buckets: fc.Arbitrary<Buckets> = fc.oneof(
  edgesOf(number).map((edges): Buckets => ({ kind: 'number', edges, unit: '%' })),
  edgesOf(days).map((edges): Buckets => ({ kind: 'date', edges, unit: '' })),
);

test('points: text and point are two forms of the same', () => {
  forAll(400, [number, days], (value, day) => {
    expect(pointOf('number', pointText('number', value))).toBe(value);
    expect(pointOf('date', pointText('date', day))).toBe(day);
  });
  const same = (text: string, value: number) => expect(pointOf('number', text)).toBe(pointOf('number', value));
  same('-0.5', -0.5);
  same('2.50', 2.5);
  expect(pointOf('date', '2026-03-01T12:00:00Z')).toBe(pointOf('date', '2026-03-01')! + DAY / 2n);
});

test.each([
  ['number', ''],
  ['number', '1e3'],
  ['number', ' 5'],
  ['number', 1e-7],
  ['number', 1e21],
  ['number', '2026-03-01'],
  ['number', null],
  ['number', Number.NaN],
  ['date', '2026-02-30'],
  ['date', '5'],
  ['date', 5],
] as const)('points: no %s is %j', (kind, value) => expect(pointOf(kind, value)).toBeNull());

test('buckets: every point is in exactly one, its bounds apart only by the rule of edges', () => {
  forAll(400, [buckets, fc.oneof(number, days)], ({ edges }, point) => {
    for (const each of [point, ...edges, ...edges.map((edge) => edge - 1n)]) {
      const holding = [...edges, null].flatMap((to, index) => {
        const from = edges[index - 1];
        return (from === undefined || each >= from) && (to === null || each < to) ? [index] : [];
      });
      expect(holding).toEqual([bucketOf(edges, each)]);
    }
  });
});

test('buckets: the event’s metadata has them again, each with a title of its own', () => {
  forAll(200, [buckets], (given) => {
    const metadata = JSON.parse(JSON.stringify(bucketsMetadata(given)));
    const count = given.edges.length + 1;
    expect(bucketsIn(metadata, count)).toEqual(given);
    expect(bucketsIn(metadata, count + 1)).toBeNull();
    const texts = bucketTexts(given);
    expect(new Set(texts.map(({ title }) => title)).size).toBe(count);
    expect(new Set(texts.map(({ question }) => question)).size).toBe(count);
  });
});

test.each([[{}], [{ numeric: null }], [{ numeric: 'x' }], [{ numeric: { edges: 'ab' } }]])(
  'buckets: %j has none',
  (metadata) => expect(bucketsIn(metadata, 2)).toBeNull(),
);
test.each([[['b']], [['2', '2']], [['3', '2']], [[null]]])('buckets: edges %j are none', (edges) =>
  expect(bucketsIn({ numeric: { kind: 'number', edges } }, edges.length + 1)).toBeNull(),
);

const at = (...dates: string[]) => dates.map((date) => pointOf('date', date) as bigint);
test.each([
  ['days', at('2026-03-01', '2026-03-02', '2026-03-09'), ['1 March 2026', '2 March 2026 to 8 March 2026']],
  ['months', at('2026-02-01', '2026-03-01'), ['February 2026']],
  ['quarters', at('2026-10-01', '2027-01-01'), ['Q4 2026']],
  ['years', at('2026-01-01', '2027-01-01'), ['2026']],
  ['years that begin in April', at('2026-04-01', '2027-04-01'), ['1 April 2026 to 31 March 2027']],
])('buckets: %s have their names', (_, edges, names) => {
  const titles = bucketTexts({ kind: 'date', edges, unit: '' }).map(({ title }) => title);
  expect(titles.slice(1, -1)).toEqual(names);
  expect(titles[0]).toMatch(/^Before 1 /);
  expect(titles.at(-1)).toMatch(/ or later$/);
});

describe('distributions', () => {
  const weights = fc
    .array(
      fc.oneof(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constant(0),
        fc.double({ min: 0, max: 1e12, noNaN: true }),
      ),
      {
        minLength: 1,
        maxLength: 200,
      },
    )
    .filter((all) => all.some((weight) => weight > 0));

  test('parts add to a million, none is below the least, and more weight is never less', () => {
    forAll(400, [weights, fc.constantFrom(0, 1, 500, 5_000)], (all, least) => {
      const parts = apportion(all, least);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(MILLION);
      expect(parts.every((part) => Number.isInteger(part) && part >= least)).toBe(true);
      const order = all.map((weight, index) => [weight, parts[index]!] as const).toSorted((a, b) => a[0] - b[0]);
      for (const [index, [weight, part]] of order.slice(1).entries())
        expect(part, `weight ${weight}`).toBeGreaterThanOrEqual(
          order[index]![1] - (weight === order[index]![0] ? 1 : 0),
        );
    });
  });

  test('parts without a least are within one millionth of their share', () => {
    forAll(200, [weights], (all) => {
      const sum = all.reduce((total, weight) => total + weight, 0);
      for (const [index, part] of apportion(all).entries())
        expect(Math.abs(part - (all[index]! / sum) * MILLION)).toBeLessThan(1 + 1e-6);
    });
  });

  /** By the midpoint rule; slow, and right to 1e-9 for bounds within ten deviations. */
  function naiveNormal(from: number, to: number): number {
    const [low, high] = [Math.max(from, -10), Math.min(to, 10)];
    const steps = 4_000;
    let sum = 0;
    for (let step = 0; step < steps; step++) {
      const z = low + ((step + 0.5) / steps) * (high - low);
      sum += Math.exp((-z * z) / 2);
    }
    return high <= low ? 0 : (sum * (high - low)) / steps / Math.sqrt(2 * Math.PI);
  }

  test('normal: as integrated step by step', () => {
    const micros = fc.integer({ min: -8_000_000, max: 8_000_000 });
    forAll(
      40,
      [fc.uniqueArray(micros, { minLength: 1, maxLength: 8 }), micros, fc.integer({ min: 1e5, max: 4e6 })],
      (edges, mean, deviation) => {
        const sorted = edges.toSorted((one, other) => one - other);
        const found = normalWeights(sorted.map(BigInt), BigInt(mean), BigInt(deviation));
        const z = [-Infinity, ...sorted.map((edge) => (edge - mean) / deviation), Infinity];
        for (const [index, weight] of found.entries())
          expect(Math.abs(weight - naiveNormal(z[index]!, z[index + 1]!))).toBeLessThan(3e-7);
      },
    );
  });

  test('uniform: by width, open buckets as one of mean width', () => {
    expect(uniformWeights([0n, 1n, 4n])).toEqual([2, 1, 3, 2]);
    expect(apportion(uniformWeights([7n]))).toEqual([500_000, 500_000]);
  });
});
