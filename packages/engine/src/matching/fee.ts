/**
 * Taker fees: size * rate * p * (1 - p), rounded half up to 0.00001 collateral. This is the ecosystem's published fee
 * formula with exponent 1. The products exceed 2^53, so they are kept in two halves, each of which is exact.
 */
import { type Micros, micros } from '../units/micros.ts';
import { PRICE_ONE, type Price } from '../units/price.ts';

/** Both halves of a sum of size * p * (1 - p), in units of 10^-14 collateral: high * HALF + low, low below HALF. */
export interface FeeBase {
  high: number;
  low: number;
}

const HALF = 100_000_000;
/** A fee step is 10 micros = 10^13 of base times rate, which is HALF times this. */
const HALVES_PER_STEP = 100_000;
const STEP_HALF = (HALF * HALVES_PER_STEP) / 2;
const MICROS_PER_STEP = 10;

/**
 * Adds a leg; legs of a trade are summed before rounding. With sizes up to MICROS_MAX in total, `high` stays below 9 *
 * 10^7 * 25 * 10^6, and intermediate values of `low` below HALF * 25 * 10^6: both under 2^52.
 */
export function addFeeBase(sum: FeeBase, size: Micros, p: Price): void {
  const factor = p * (PRICE_ONE - p);
  const whole = Math.floor(size / HALF);
  const low = sum.low + (size - whole * HALF) * factor;
  const carry = Math.floor(low / HALF);
  sum.low = low - carry * HALF;
  sum.high += whole * factor + carry;
}

/** Rounds a base times `rate` (in 1/10000) half up to 10 micros. */
export function feeOf({ high, low }: Readonly<FeeBase>, rate: number): Micros {
  const carry = Math.floor((low * rate + STEP_HALF) / HALF);
  const steps = Math.floor(high / HALVES_PER_STEP);
  const rest = high - steps * HALVES_PER_STEP;
  return micros((steps * rate + Math.floor((rest * rate + carry) / HALVES_PER_STEP)) * MICROS_PER_STEP);
}

/** The largest possible fee for `size` at any price up to `limit`: p * (1 - p) grows up to 0.5. */
export function largestFee(size: Micros, limit: Price, rate: number): Micros {
  if (rate === 0) return micros(0);
  const base: FeeBase = { high: 0, low: 0 };
  addFeeBase(base, size, limit < PRICE_ONE / 2 ? limit : HALF_PRICE);
  return feeOf(base, rate);
}

const HALF_PRICE = (PRICE_ONE / 2) as Price;
