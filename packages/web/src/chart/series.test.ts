import { expect, test } from 'vitest';
import { alignSeries, changeOf, clipHistory, extendHistory, priceRange } from './series.ts';
import { SPARK_HEIGHT, SPARK_WIDTH, sparkPaths } from './spark-line.ts';

test('series: lines share one axis, and a price holds until the next', () => {
  const lines = [
    [
      { t: 1, p: 0.1 },
      { t: 3, p: 0.3 },
    ],
    [{ t: 2, p: 0.9 }],
  ];
  expect(alignSeries(lines)).toEqual([
    [1, 2, 3],
    [0.1, 0.1, 0.3],
    [null, 0.9, 0.9],
  ]);
  expect(alignSeries([])).toEqual([[]]);
});

test('series: what the feed told follows the history, and the line reaches to the present', () => {
  const history = [
    { t: 10, p: 0.4 },
    { t: 20, p: 0.5 },
  ];
  const live = [
    { t: 15, p: 0.9 },
    { t: 25, p: 0.6 },
  ];
  expect(extendHistory(history, live, 30)).toEqual([...history, { t: 25, p: 0.6 }, { t: 30, p: 0.6 }]);
  expect(extendHistory(history, [], 20)).toEqual(history);
  expect(extendHistory([], [], 30)).toEqual([]);
});

test('series: a line ends where its price became unknown, and goes on with the next price', () => {
  const history = [{ t: 10, p: 0.4 }];
  const live = [
    { t: 20, p: null },
    { t: 30, p: 0.6 },
    { t: 40, p: null },
  ];
  const line = extendHistory(history, live, 50);
  expect(line).toEqual([...history, ...live]);
  expect(alignSeries([line, [{ t: 25, p: 0.1 }]])).toEqual([
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
  expect(changeOf([{ t: 1, p: 0.25 }], '0.5')).toBe(0.25);
  expect(changeOf([], '0.5')).toBeNull();
  expect(changeOf(undefined, '0.5')).toBeNull();
});

test('chart: a shorter span begins with the price that held then, as the longer one shows it [Q10]', () => {
  const points = [
    { t: 10, p: 0.2 },
    { t: 50, p: 0.6 },
    { t: 90, p: 0.5 },
  ];
  expect(clipHistory(points, 30)).toEqual([{ t: 30, p: 0.2 }, ...points.slice(1)]);
  expect(clipHistory(points, 50)).toEqual(points.slice(1));
  expect(clipHistory(points, 0)).toEqual(points);
  expect(clipHistory(points, 200)).toEqual([{ t: 200, p: 0.5 }]);
  expect(clipHistory([], 5)).toEqual([]);
});

const coordinates = (path: string): readonly number[] => (path.match(/[0-9.]+/g) ?? []).map(Number);

test('spark line: a price holds until the next one and reaches to now', () => {
  const [path] = sparkPaths(
    [
      [
        { t: 100, p: 0.2 },
        { t: 150, p: 0.6 },
      ],
    ],
    200,
  );
  expect(path).toMatch(/^M0\.0 [0-9.]+H50\.0V[0-9.]+H100$/);
  const [, low = 0, , high = 0] = coordinates(path ?? '');
  expect(low).toBeGreaterThan(high);
});

test('spark line: lines share their scales, one without a price is left out, and nothing leaves the box', () => {
  const paths = sparkPaths(
    [
      [
        { t: 0, p: 0 },
        { t: 90, p: 0.1 },
      ],
      [],
      [
        { t: 50, p: 1 },
        { t: 60, p: 0.9 },
      ],
    ],
    100,
  );
  expect(paths[1]).toBe('');
  expect(paths[0]).toMatch(/^M0\.0 /);
  expect(paths[2]).toMatch(/^M50\.0 /);
  for (const path of paths)
    for (const value of coordinates(path)) expect(value <= Math.max(SPARK_WIDTH, SPARK_HEIGHT)).toBe(true);
});

test('spark line: a single price is a level line, and what is later than now ends at now', () => {
  expect(sparkPaths([[{ t: 200, p: 0.5 }]], 200)[0]).toMatch(/^M0 [0-9.]+H100$/);
  const late = [
    { t: 100, p: 0.5 },
    { t: 300, p: 0.6 },
  ];
  expect(sparkPaths([late], 200)[0]).toMatch(/H100\.0V[0-9.]+H100$/);
});
