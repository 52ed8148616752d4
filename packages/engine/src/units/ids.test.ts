import { expect, test } from 'vitest';
import { isConditionId, isOrderId } from './units.ts';

const HASH = `0x${'09af'.repeat(16)}`;

test('ids: a hash is 0x and 64 lower-case hex digits, and nothing beside them passes for one', () => {
  expect(HASH.length).toBe(66);
  for (const is of [isOrderId, isConditionId]) {
    expect(is(HASH)).toBe(true);
    for (const other of ['', '0x', HASH.slice(0, -1), `${HASH}0`, `0X${HASH.slice(2)}`, `1x${HASH.slice(2)}`])
      expect(is(other), other).toBe(false);
    // Characters next to the digits and letters, upper case, and characters beyond one byte.
    for (const stranger of ['/', ':', '`', 'g', 'A', 'F', ' ', '\n', '\u0130', '\u0661'])
      for (const at of [2, 30, 65]) expect(is(HASH.slice(0, at) + stranger + HASH.slice(at + 1))).toBe(false);
  }
});
