import { expect, test } from 'vitest';
import { isolated } from './isolate.ts';

test('isolate: what runs from right to left is set apart, all else stays as it is', () => {
  const date = new Intl.DateTimeFormat('ar', { dateStyle: 'medium', timeZone: 'UTC' }).format(0);
  expect(isolated(date)).toBe(`\u2068${date}\u2069`);
  const others = ['$1.2K', '15.10.2027', '2027年10月15日', ''];
  expect(others.map(isolated)).toEqual(others);
});
