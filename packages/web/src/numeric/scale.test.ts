/** Scales of numeric questions: reading values, the bucket of a value, and words. */
import type { Event } from '@bellwether/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { speak } from '../format/english.testing.ts';
import { formatDay } from '../format/time.ts';

speak('en-US');
const { bucketOf, pointWords, quantileWords, rangeWords, readPoint, scaleOf } = await import('./scale.ts');

const eventOf = (numeric: unknown, count: number) =>
  ({ eventMetadata: { numeric }, markets: Array.from({ length: count }) }) as unknown as Event;
const RATE = { kind: 'number', edges: [-500_000n, 0n, 2_000_000n], unit: '%' } as const;
const DAYS = { kind: 'date', edges: [Date.UTC(2027, 0, 1), Date.UTC(2027, 3, 1)].map(BigInt), unit: '' } as const;

test('scale: edges of an event with a market more than it has edges', () => {
  expect(scaleOf(eventOf({ kind: 'number', edges: ['-0.5', '0', '2'], unit: '%' }, 4))).toEqual(RATE);
  expect(scaleOf(eventOf({ kind: 'date', edges: ['2027-01-01', '2027-04-01'] }, 3))).toEqual(DAYS);
  for (const numeric of [undefined, {}, { edges: ['x'] }, { edges: ['1', '2'] }])
    expect(scaleOf(eventOf(numeric, 2))).toBeNull();
});

test.each([
  ['number', '-1.5', -1_500_000n],
  ['number', '−1', -1_000_000n],
  ['number', '1,000.25', 1_000_250_000n],
  ['number', 'about 3', null],
  ['number', '', null],
  ['date', '2027-01-01', BigInt(Date.UTC(2027, 0, 1))],
  ['date', '2027-13-01', null],
  ['date', 'tomorrow', null],
] as const)('value: a %s %j', (kind, text, point) => expect(readPoint(kind, text)).toBe(point));

test.each([
  ['-3', 0],
  ['-0.5', 1],
  ['-0.000001', 1],
  ['0', 2],
  ['1.999999', 2],
  ['2', 3],
  ['1000000', 3],
])('value: %s is in bucket %i', (text, bucket) => expect(bucketOf(RATE, readPoint('number', text) ?? 0n)).toBe(bucket));

test('property: the bucket of a value is the one between whose edges it lies', () => {
  const edgesOf = fc.uniqueArray(fc.bigInt({ min: -50n, max: 50n }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(edgesOf, fc.bigInt({ min: -60n, max: 60n }), (drawn, point) => {
      const edges = drawn.toSorted((left, right) => Number(left - right));
      const bucket = bucketOf({ edges }, point);
      expect(bucket === 0 || (edges[bucket - 1] ?? 0n) <= point).toBe(true);
      expect(bucket === edges.length || point < (edges[bucket] ?? 0n)).toBe(true);
    }),
  );
});

test('words: edges as they are, points between them with a decimal more, and days in UTC', () => {
  expect([pointWords(RATE, 2_000_000n), pointWords(RATE, 1_234_567)]).toEqual(['2\u00a0%', '1.23\u00a0%']);
  expect(pointWords(DAYS, DAYS.edges[0] ?? 0n)).toBe(formatDay(Date.UTC(2027, 0, 1)));
  expect(rangeWords(RATE, null, 0n)).toBe('below 0\u00a0%');
  expect(rangeWords(RATE, 0n, 2_000_000n)).toBe('0\u00a0% to below 2\u00a0%');
  expect(rangeWords(DAYS, DAYS.edges[1] ?? 0n, null)).toBe(`${formatDay(Date.UTC(2027, 3, 1))} or later`);
  expect(quantileWords(RATE, { point: -500_000, tail: 'below', place: 0 })).toBe('below -0.5\u00a0%');
  expect(quantileWords(RATE, { point: 2_000_000, tail: 'above', place: 3 })).toBe('2\u00a0% or more');
  expect(quantileWords(RATE, { point: 500_000, tail: null, place: 2 })).toBe('0.5\u00a0%');
});
