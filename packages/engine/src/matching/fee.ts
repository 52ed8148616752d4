/**
 * Taker fees: size * rate * p * (1 - p), rounded half up to 0.00001 collateral. Formula: the ecosystem's published fee
 * rule with exponent 1. Products pass 2^53, hence bigint; markets without a fee never come here.
 */
import { type Micros, micros } from '../units/micros.ts';
import { PRICE_ONE, type Price, price } from '../units/price.ts';

/** size * p * (1 - p) in units of 10^-14 collateral; legs of a trade are summed before rounding. */
export function feeBase(size: Micros, p: Price): bigint {
  return BigInt(size) * BigInt(p * (PRICE_ONE - p));
}

/** Rounds a sum of `feeBase` times `rate` (in 1/10000) half up to 10 micros. */
export function feeOf(base: bigint, rate: number): Micros {
  // micros = base * rate / 10^12; one fee step is 10 micros = 10^13 of these.
  return micros(Number((base * BigInt(rate) + 5_000_000_000_000n) / 10_000_000_000_000n) * 10);
}

/** The largest fee that `size` can cost at any price up to `limit`: p * (1 - p) grows up to 0.5. */
export function largestFee(size: Micros, limit: Price, rate: number): Micros {
  if (rate === 0) return micros(0);
  return feeOf(feeBase(size, limit < PRICE_ONE / 2 ? limit : price(PRICE_ONE / 2)), rate);
}
