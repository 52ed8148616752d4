/** Errors of the curve's fixed-point numbers, and of the positions of its answers, against e^y in 1/2^256. */
import { expect, test } from 'vitest';
import { Dice } from '../testing/dice.ts';
import { runs, seedOf } from '../testing/runs.ts';
import { type MarketId, micros } from '../units/units.ts';
import { PROBABILITY_ONE, positionsOn } from './curve.ts';
import { exp, ln, ONE } from './fixed.ts';

const FINE = 1n << 256n;
const SCALE = FINE / ONE;

/** e^y for y in 1/2^256. */
function power(y: bigint): bigint {
  const size = y < 0n ? -y : y;
  let [sum, term] = [FINE, FINE];
  for (let n = 1n; term > 0n; n++) {
    term = (term * size) / FINE / n;
    sum += term;
  }
  return y < 0n ? (FINE * FINE) / sum : sum;
}

const distance = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a);

const dice = new Dice(seedOf(20_261_129));

/** Below 2^bits, as often of few digits as of many. */
function drawn(bits: number): bigint {
  const [high = 0, middle = 0, low = 0] = dice.seeds(3);
  return ((BigInt(high) << 62n) | (BigInt(middle) << 31n) | BigInt(low)) >> BigInt(93 - dice.below(bits + 1));
}

test('house: exponentials and logarithms are off by less than their bound', () => {
  for (let run = 0; run < runs(1_000); run++) {
    const y = -(drawn(70) % (44n * ONE));
    expect(distance(exp(y) * SCALE, power(y * SCALE)), `e^${y}`).toBeLessThan(FINE >> 57n);
    const x = drawn(78) + 1n;
    // A logarithm is off by the part of x by which its power misses x.
    expect(distance(power(ln(x) * SCALE), x * SCALE), `ln ${x}`).toBeLessThan((x * SCALE) >> 57n);
  }
});

test('house: positions of 500 answers are off by less than the widths are larger, at any price', () => {
  const answers = 500;
  for (let run = 0; run < runs(4); run++) {
    const liquidity = micros(1 + dice.below(2 ** 31));
    const spread = 1 + dice.below(12);
    const sold = Array.from({ length: answers }, () =>
      Math.round((dice.below(2 ** 31) / 2 ** 31) * spread * liquidity),
    );
    // One of them at each end of its range, now and then.
    sold[0] = dice.pick([0, 12, 15]) * liquidity;
    const terms = { markets: sold.map((_, index) => index as MarketId), liquidity };
    const positions = positionsOn({ ...terms, probabilities: sold.map(() => PROBABILITY_ONE / answers) }, sold);
    const weights = sold.map((shares) => power((BigInt(shares) * FINE) / BigInt(liquidity)));
    const total = weights.reduce((sum, weight) => sum + weight);
    let checked = 0;
    for (const [index, weight] of weights.entries()) {
      if (weight * 10_000n < total || weight * 10_000n > total * 9_999n) continue;
      const odds = (weight * FINE) / (total - weight);
      const found = power((positions[index] as bigint) * SCALE);
      expect(distance(found, odds)).toBeLessThan(odds >> 38n);
      checked++;
    }
    expect(checked).toBeGreaterThan(0);
  }
});
