import { expect, test } from 'vitest';
import { conditionIdText, looksLikePosition, marketVersion, newConditionIds, positionIdsOf } from './position-ids.ts';

/** A vector of the public clients: a binary condition. */
const CONDITION = `0x0100112233445566778899aabbccddeeff${'0'.repeat(28)}`;
const YES = '452431100308386196579434833173243398126248232221544575312061565197453623296';

test('positions: the ids of a binary condition are those of the public clients', () => {
  const conditionId = conditionIdText(CONDITION.toUpperCase().replace('0X', '0x'));
  expect(conditionId).toBe(`${CONDITION}00`);
  expect(positionIdsOf(conditionId)).toEqual([YES, String(BigInt(YES) + 1n)]);
  expect(marketVersion(conditionId, YES)).toBe('v2');
  expect(marketVersion(conditionId, String(BigInt(YES) + 2n))).toBe('v1');
  expect(marketVersion(`0x${'ab'.repeat(32)}`, YES)).toBe('v1');
});

test('positions: condition ids of 64 digits and other texts are only lower-cased', () => {
  expect(conditionIdText(`0x${'AB'.repeat(32)}`)).toBe(`0x${'ab'.repeat(32)}`);
  expect(conditionIdText('')).toBe('');
});

/** The parts of an id, read by arithmetic instead of by digits. */
function partsOf(conditionId: string) {
  const id = BigInt(conditionId);
  const bits = (low: bigint, count: bigint): bigint => (id >> low) & ((1n << count) - 1n);
  const [module, base, arity, reserved] = [bits(248n, 8n), bits(120n, 128n), bits(104n, 16n), bits(40n, 64n)];
  return { module, base, arity, reserved, chain: bits(24n, 16n), index: bits(8n, 16n), outcome: bits(0n, 8n) };
}

test.each([
  ['binary', false, 1n],
  ['negative-risk', true, 2n],
] as const)('positions: new ids of a %s event have every part in its bits', (_name, negRisk, module) => {
  let hashes = 0;
  const hash = (): string => `0x${'f'.repeat(32)}${(++hashes).toString(16).padStart(32, '0')}`;
  const ids = newConditionIds(3, negRisk, hash);
  expect(new Set(ids).size).toBe(3);
  for (const [index, id] of ids.entries()) {
    expect(partsOf(id)).toEqual({
      ...{ module, reserved: 0n, chain: 0n, outcome: 0n },
      base: negRisk ? 1n : BigInt(index + 2),
      arity: negRisk ? 3n : 0n,
      index: negRisk ? BigInt(index) : 0n,
    });
    expect(marketVersion(id, positionIdsOf(id)[1])).toBe('v2');
    expect(positionIdsOf(id).map(looksLikePosition)).toEqual([true, true]);
  }
});

test('positions: an id whose bits 40 to 103 are all zero looks like a position', () => {
  expect(['0', '1234', String(1n << 39n), String(1n << 104n)].map(looksLikePosition)).not.toContain(false);
  expect([1n << 40n, 1n << 103n, 2n ** 256n - 1n].map((id) => looksLikePosition(String(id)))).not.toContain(true);
});
