/** Names compared with their oracle, which follows the documents: which are refused, and which count as the same. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aName } from '../testing/community-commands.ts';
import { Dice } from '../testing/dice.ts';
import { isWrongName, looksLike } from '../testing/naive-names.ts';
import { runs } from '../testing/runs.ts';
import { looksOf } from './look-alikes.ts';
import { nameProblem } from './names.ts';

const name = fc.noBias(fc.nat()).map((seed) => aName(new Dice(seed)).trim());

test('names: refused as the oracle does, and one name where it says so [E26]', () => {
  const seen = { refused: 0, taken: 0, one: 0 };
  fc.assert(
    fc.property(name, name, (first, second) => {
      const isRefused = nameProblem(first, 40) !== null;
      expect([first, isRefused]).toEqual([first, isWrongName(first)]);
      seen[isRefused ? 'refused' : 'taken'] += 1;
      if (isRefused || first === '' || second === '' || isWrongName(second)) return;
      const isOne = [...looksOf(first)].some((look) => looksOf(second).has(look));
      expect([first, second, isOne]).toEqual([first, second, looksLike(first, second)]);
      if (isOne && first !== second) seen.one += 1;
    }),
    { numRuns: runs(1_000), seed: 5 },
  );
  // Both answers must occur often.
  expect(Object.values(seen).every((count) => count > runs(20))).toBe(true);
});
