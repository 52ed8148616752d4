import { forAll } from '@bellwether/engine/testing';
import { isoMicroseconds } from '@bellwether/read-model/catalog/project/catalog-rows.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAddressParser } from './address.ts';
import { decodeFillCursor, decodeOffsetCursor, encodeFillCursor, encodeOffsetCursor } from './cursors.ts';
import { amountText, halfPriceText, parseAmount, parseFraction, priceText } from './decimal.ts';
import { normalizeIsoDate } from './iso-date.ts';
import { parseDuration, parseMoment } from './moment.ts';

const parse = await createAddressParser();

// The examples of EIP-55 itself.
test.each([
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  '0x52908400098527886E0F7030069857D2E4169EE7',
])('address: %s is accepted with its checksum and in lower case', (text) => {
  const expected = { kind: 'address', address: text.toLowerCase() };
  expect([parse(text), parse(text), parse(text.toLowerCase())]).toEqual([expected, expected, expected]);
});

test('address: every single change of case is a wrong checksum', () => {
  const text = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  for (let index = 2; index < text.length; index += 1) {
    const digit = text.charAt(index);
    const swapped = digit === digit.toLowerCase() ? digit.toUpperCase() : digit.toLowerCase();
    if (swapped === digit) continue;
    const parsed = parse(text.slice(0, index) + swapped + text.slice(index + 1));
    expect(parsed).toMatchObject({ kind: 'invalid', error: expect.stringContaining('wrong checksum') });
  }
});

test('address: all upper case is no checksum', () =>
  expect(parse('0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED')).toMatchObject({ kind: 'invalid' }));

for (const text of ['', '0x', '5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', '0X5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'])
  test(`address: "${text}" is not an address`, () =>
    expect(parse(text)).toEqual({ kind: 'invalid', error: 'must be 0x followed by 40 hex digits' }));

test.each([' 0x', '0x0', 'XE73', '0x\n'])('address: nothing may stand around it (%j)', (before) =>
  expect(parse(`${before}5aaeb6053f3e94c9b9a09f33669435e7ef1beaed`).kind).toBe('invalid'),
);

test.each([
  [0, 'MA=='],
  [100, 'MTAw'],
  [500, 'NTAw'],
  [1000, 'MTAwMA=='],
])('offset cursor: %i is %s', (offset, cursor) => {
  expect(encodeOffsetCursor(offset)).toBe(cursor);
  expect(decodeOffsetCursor(cursor)).toEqual({ kind: 'offset', offset });
  expect(decodeOffsetCursor(cursor.replace(/=+$/, ''))).toEqual({ kind: 'offset', offset });
});

test('offset cursor: empty is the first page and LTE= the end', () => {
  expect(decodeOffsetCursor('')).toEqual({ kind: 'offset', offset: 0 });
  expect(decodeOffsetCursor('LTE=')).toEqual({ kind: 'end' });
});

for (const cursor of ['!', 'MA=', 'MTAw MTAw', 'LTI=', 'MDE=', 'YWJj', 'MS41', 'OTk5OTk5OTk5OTk5OTk5OTk5OTk='])
  test(`offset cursor: ${cursor} is refused`, () => expect(decodeOffsetCursor(cursor)).toEqual({ kind: 'invalid' }));

test('fill cursor: a place comes back as it went out', () =>
  forAll(100, [fc.maxSafeNat()], (id) => {
    expect(decodeFillCursor(encodeFillCursor(id))).toBe(id);
  }));

test('fill cursor: the words for the first page and for the end, and nothing else', () => {
  expect([decodeFillCursor(''), decodeFillCursor('MA=='), decodeFillCursor('LTE=')]).toEqual([undefined, undefined, 0]);
  const padded = Buffer.from('fill 17').toString('base64');
  for (const text of ['MTAw', 'zzz', padded, Buffer.from('fill 017').toString('base64url'), 'fill 17'])
    expect(decodeFillCursor(text)).toBeNull();
});

test.each([
  [0, '0'],
  [1, '0.000001'],
  [1_000_000, '1'],
  [1_500_000, '1.5'],
  [123_450_000, '123.45'],
  [9_000_000_000_000_000, '9000000000'],
  [8_999_999_999_999_999, '8999999999.999999'],
])('decimals: %i micros are written %s and read back', (micros, text) => {
  expect(amountText(micros)).toBe(text);
  expect(parseAmount(text)).toBe(micros);
});

test('decimals: a sum beyond the exact range of a number is exact', () =>
  expect(amountText(10_000_000_000_000_000_010_000n)).toBe('10000000000000000.01'));

for (const text of ['', '.5', '5.', '01', '1e3', '-1', '+1', '1.0000001', '9000000000.000001', ' 1', '1,5'])
  test(`decimals: ${JSON.stringify(text)} is no amount`, () => expect(parseAmount(text)).toBeNull());

test('decimals: every price is written without trailing zeros and is the number it says', () => {
  for (let price = 0; price <= 10_000; price++) {
    expect(Math.round(Number(priceText(price)) * 10_000)).toBe(price);
    expect(priceText(price)).not.toMatch(/\.$|\.[0-9]*0$/);
  }
});

test('decimals: half of a sum of prices is exact', () => {
  const halves = [4_800 + 5_200, 1 + 2, 0, 10_000 + 10_000, 9_998 + 9_999].map(halfPriceText);
  expect(halves).toEqual(['0.5', '0.00015', '0', '1', '0.99985']);
});

test('decimals: fractions are 0 to 1 with at most 4 decimals', () => {
  expect(['0', '1', '0.5', '1.0', 0.25, 1, '0.0001'].map(parseFraction)).toEqual([
    0, 10_000, 5_000, 10_000, 2_500, 10_000, 1,
  ]);
  for (const text of ['1.1', '0.00001', 1e-7, '', '.5', '2', '-0']) expect(parseFraction(text), `${text}`).toBeNull();
});

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
