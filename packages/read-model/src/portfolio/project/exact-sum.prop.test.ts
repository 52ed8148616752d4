import { forAll } from '@bellwether/engine/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ExactSum } from './exact-sum.ts';

const amount = fc.oneof(
  fc.integer(),
  fc.maxSafeInteger(),
  fc.constantFrom(0, 1, -1, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER, 9_000_000_000_000_000),
);

test('exact sum: it is that of integers without bounds, and begins again once it is taken', () =>
  forAll(100, [fc.array(fc.array(amount, { maxLength: 20 }), { maxLength: 4 })], (parts) => {
    const sum = new ExactSum();
    for (const part of parts) {
      let expected = 0n;
      for (const one of part) {
        sum.add(one);
        expected += BigInt(one);
      }
      expect(sum.take()).toBe(expected);
      expect(sum.take()).toBe(0n);
    }
  }));
