import { expect, test } from 'vitest';
import {
  alignSeries,
  changeOf,
  clipHistory,
  extendHistory,
  priceRange,
  SPARK_HEIGHT,
  SPARK_WIDTH,
  sparkPaths,
} from './series.ts';

const lineOf = <Price extends number | null>(...points: (readonly [t: number, p: Price])[]) =>
  points.map(([t, p]) => ({ t, p }));

test('series: lines share one axis, and a price holds until the next', () => {
  const lines = [lineOf([1, 0.1], [3, 0.3]), lineOf([2, 0.9])];
  expect(alignSeries(lines)).toEqual([
    [1, 2, 3],
    [0.1, 0.1, 0.3],
    [null, 0.9, 0.9],
  ]);
  expect(alignSeries([])).toEqual([[]]);
});

test('series: what the feed told follows the history, and the line reaches to the present', () => {
  const history = lineOf([10, 0.4], [20, 0.5]);
  const live = lineOf([15, 0.9], [25, 0.6]);
  expect(extendHistory(history, live, 30)).toEqual([...history, { t: 25, p: 0.6 }, { t: 30, p: 0.6 }]);
  expect([extendHistory(history, [], 20), extendHistory([], [], 30)]).toEqual([history, []]);
});

test('series: a line ends where its price became unknown, and goes on with the next price', () => {
  const history = lineOf([10, 0.4]);
  const live = lineOf([20, null], [30, 0.6], [40, null]);
  const line = extendHistory(history, live, 50);
  expect(line).toEqual([...history, ...live]);
  expect(alignSeries([line, lineOf([25, 0.1])])).toEqual([
    [10, 20, 25, 30, 40],
    [0.4, null, null, 0.6, null],
    [null, null, 0.1, 0.1, 0.1],
  ]);
});

test('series: the axis has air, stays within 0 and 1, and is never flat', () => {
  expect(priceRange([[null]])).toEqual([0, 1]);
  const [low, high] = priceRange([[0.5, 0.5]]);
  expect([low < 0.5, high > 0.5]).toEqual([true, true]);
  expect(priceRange([[0.001, 0.999]])).toEqual([0, 1]);
});

test('series: a change is from the first price on', () => {
  expect([changeOf(lineOf([1, 0.25]), '0.5'), changeOf([], '0.5')]).toEqual([0.25, null]);
  expect(changeOf(undefined, '0.5')).toBeNull();
});

test('chart: a shorter span begins with the price that held then, as the longer one shows it [Q10]', () => {
  const points = lineOf([10, 0.2], [50, 0.6], [90, 0.5]);
  expect(clipHistory(points, 30)).toEqual([{ t: 30, p: 0.2 }, ...points.slice(1)]);
  expect([clipHistory(points, 50), clipHistory(points, 0)]).toEqual([points.slice(1), points]);
  expect([clipHistory(points, 200), clipHistory([], 5)]).toEqual([lineOf([200, 0.5]), []]);
});

const coordinates = (path: string): readonly number[] => (path.match(/[0-9.]+/g) ?? []).map(Number);

test('spark line: a price holds until the next one and reaches to now', () => {
  const [path] = sparkPaths([lineOf([100, 0.2], [150, 0.6])], 200);
  expect(path).toMatch(/^M0\.0 [0-9.]+H50\.0V[0-9.]+H100$/);
  const [, low = 0, , high = 0] = coordinates(path ?? '');
  expect(low).toBeGreaterThan(high);
});

test('spark line: lines share their scales, one without a price is left out, and nothing leaves the box', () => {
  const paths = sparkPaths([lineOf([0, 0], [90, 0.1]), [], lineOf([50, 1], [60, 0.9])], 100);
  expect(paths[1]).toBe('');
  expect(paths[0]).toMatch(/^M0\.0 /);
  expect(paths[2]).toMatch(/^M50\.0 /);
  for (const path of paths)
    for (const value of coordinates(path)) expect(value <= Math.max(SPARK_WIDTH, SPARK_HEIGHT)).toBe(true);
});

test('spark line: a single price is a level line, and what is later than now ends at now', () => {
  expect(sparkPaths([lineOf([200, 0.5])], 200)[0]).toMatch(/^M0 [0-9.]+H100$/);
  const late = lineOf([100, 0.5], [300, 0.6]);
  expect(sparkPaths([late], 200)[0]).toMatch(/H100\.0V[0-9.]+H100$/);
});
