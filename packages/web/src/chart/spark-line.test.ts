import { expect, test } from 'vitest';
import { SPARK_HEIGHT, SPARK_WIDTH, sparkPaths } from './spark-line.ts';

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
