import { expect, test } from 'vitest';
import { isoMicroseconds } from '../../read-model/catalog/project/catalog-rows.ts';
import { normalizeIsoDate } from './iso-date.ts';

test.each([
  ['2025-07-11T18:41:17.827458Z', '2025-07-11T18:41:17.827458Z'],
  ['2028-11-07', '2028-11-07T00:00:00Z'],
  ['2024-02-29', '2024-02-29T00:00:00Z'],
  ['2022-09-01 07:00:00+00', '2022-09-01T07:00:00Z'],
  ['2022-09-01T07:00:00+02:30', '2022-09-01T04:30:00Z'],
  ['2022-01-01T01:00:00-0200', '2022-01-01T03:00:00Z'],
  ['2022-09-01T07:00', '2022-09-01T07:00:00Z'],
])('iso date: %s becomes %s', (text, iso) => expect(normalizeIsoDate(text)).toBe(iso));

test.each([
  '2023-02-29',
  '2023-13-01',
  '2023-01-32',
  '2023-01-01T25:00:00Z',
  '2023-01-01T00:60:00Z',
  'tomorrow',
  '1.1.2023',
  '2023-01-01T00:00:00+99',
])('iso date: %s is refused', (text) => expect(normalizeIsoDate(text)).toBeNull());

test('iso date: sorting keys keep microseconds', () => {
  expect(isoMicroseconds('1970-01-01T00:00:01.000002Z')).toBe(1_000_002);
  expect(isoMicroseconds('1970-01-01T00:00:01Z')).toBe(1_000_000);
  expect([isoMicroseconds('1970-01-01T00:00:01.5Z'), isoMicroseconds('')]).toEqual([1_500_000, 0]);
});
