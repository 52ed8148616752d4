import { anyText, forAll, met } from '@bellwether/engine/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeHex, writeLowerHex, writePrefixedHex } from './bytes.ts';

/** Digits, and what could be mistaken for one: other letters, digits of other scripts, half surrogate pairs. */
const character = fc.oneof(
  { weight: 60, arbitrary: fc.constantFrom(...'0123456789abcdefABCDEF') },
  { weight: 1, arbitrary: anyText(1, 1) },
  { weight: 1, arbitrary: fc.constantFrom(...'/:@G`g xİ０٠\u0130\u0161\0') },
);
const text = fc.string({ unit: character, maxLength: 40 }).filter(({ length }) => length % 2 === 0);

test('hex: bytes are written exactly where every character is a digit', () => {
  const seen = { right: 0, wrong: 0 };
  forAll(100, [text], (digits) => {
    const bytes = new Uint8Array(1 + digits.length / 2);
    const isHex = /^[0-9a-fA-F]*$/.test(digits);
    seen[isHex ? 'right' : 'wrong']++;
    expect(writeHex(bytes, 1, digits, 0, digits.length)).toBe(isHex);
    if (isHex) expect(Buffer.from(bytes.subarray(1)).toString('hex')).toBe(digits.toLowerCase());
    expect(writeLowerHex(bytes, 1, digits, 0, digits.length)).toBe(/^[0-9a-f]*$/.test(digits));
    expect(writePrefixedHex(bytes, 1, `0x${digits}`, digits.length / 2)).toBe(isHex);
    for (const other of [digits, `0X${digits}`, `0x${digits}0`, ` 0x${digits}`])
      expect(writePrefixedHex(bytes, 1, other, digits.length / 2)).toBe(false);
    expect(bytes[0]).toBe(0);
  });
  expect(met(Math.min(seen.right, seen.wrong))).toBeGreaterThan(0);
});
