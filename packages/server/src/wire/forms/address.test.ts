import { expect, test } from 'vitest';
import { createAddressParser } from './address.ts';

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
  expect([parse(text), parse(text)]).toEqual([expected, expected]);
  expect(parse(text.toLowerCase())).toEqual(expected);
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
