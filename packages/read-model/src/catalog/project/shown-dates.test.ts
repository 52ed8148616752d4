import { NO_END_DATE as WIRE_NO_END_DATE } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { NO_END_DATE } from '../tables.ts';
import { changedDates, shownDates } from './catalog-rows.ts';

const CREATED = '2026-01-05T00:00:00Z';

test('shown dates: rows and contract call the same date no end', () => expect(NO_END_DATE).toBe(WIRE_NO_END_DATE));

test.each([
  ['both given', '2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z', '2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'],
  ['nothing given', '', '', CREATED, NO_END_DATE],
  ['no start: when it was created', '', '2026-02-01T00:00:00Z', CREATED, '2026-02-01T00:00:00Z'],
  ['no start and over before it came here', '', '2022-09-01T00:00:00Z', '2022-09-01T00:00:00Z', '2022-09-01T00:00:00Z'],
])('shown dates: %s [K26]', (_name, startDate, endDate, start, end) =>
  expect(shownDates({ startDate, endDate, createdAt: CREATED })).toEqual({ startDate: start, endDate: end }),
);

test('shown dates: a change to none shows the default, and what a change leaves alone stays', () => {
  expect(changedDates({ startDate: '', endDate: '' }, CREATED)).toEqual({ startDate: CREATED, endDate: NO_END_DATE });
  expect(changedDates({}, CREATED)).toEqual({ startDate: undefined, endDate: undefined });
});
