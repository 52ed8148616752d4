import { expect, test } from 'vitest';
import { parseDuration, parseMoment } from './moment.ts';

test.each([
  ['2026-01-01', '2026-01-01T00:00:00.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['2026-01-01T12:30Z', '2026-01-01T12:30:00.000Z'],
  ['2026-01-01T12:30:15.25Z', '2026-01-01T12:30:15.250Z'],
  ['2026-01-01T01:00:00+02:00', '2025-12-31T23:00:00.000Z'],
  ['1970-01-01', '1970-01-01T00:00:00.000Z'],
  ['4000-02-29', '4000-02-29T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
])('moment: %s is %s', (text, iso) => expect(parseMoment(text)).toBe(Date.parse(iso)));

test('moment: a number is milliseconds already', () => expect(parseMoment(1_767_225_600_000)).toBe(1_767_225_600_000));

test.each([
  '2026-02-30',
  '2025-02-29',
  '2026-04-31T00:00:00Z',
  '2026-13-01',
  '4100-02-29',
  '0000-00-00',
  '2026-01-01T24:30:00Z',
  '2026-01-01T00:00:00+99:00',
])('moment: %s is told to be none', (text) =>
  expect(parseMoment(text)).toBe(`names a day or time that does not exist: ${text}`),
);

for (const text of ['1969-12-31', '1960-01-01T00:00:00Z', '0001-01-01', '9999-12-31T23:59:59-01:00'])
  test(`moment: ${text} is told to be too early or too late`, () =>
    expect(parseMoment(text)).toBe('must be from 1970 to 9999'));

test.each(['tomorrow', '2026-01-01T12:00:00', '2026/01/01', ''])('moment: %j is told how one is written', (text) =>
  expect(parseMoment(text)).toBe('must be a moment, as 2026-01-01T12:00:00Z, or Unix milliseconds'),
);

test.each([
  ['250ms', 250],
  ['1h30m', 5_400_000],
  [90, 90],
])('moment: %j is %d ms long', (text, ms) => expect(parseDuration(text)).toBe(ms));
