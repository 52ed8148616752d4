/**
 * Amounts of collateral or shares in millionths: 1 unit = 1,000,000 micros.
 * A `Micros` is a non-negative safe integer. JavaScript numbers are exact up to 2^53 - 1, so the venue bounds all
 * collateral it ever holds by `MICROS_MAX` (9 billion units), and every product is computed in two exact halves.
 */
import { violated } from './assert.ts';

declare const microsBrand: unique symbol;
export type Micros = number & { readonly [microsBrand]: 'Micros' };

/** One whole unit of collateral, or one share. */
export const MICROS_PER_UNIT = 1_000_000;

/** Upper bound of any amount: 9 * 10^15 micros, below 2^53 - 1. */
export const MICROS_MAX = 9_000_000_000_000_000;

export const ZERO_MICROS = 0 as Micros;

/** True if `value` can be a `Micros`: an integer in 0..MICROS_MAX. */
export function isMicros(value: number): value is Micros {
  return Number.isSafeInteger(value) && value >= 0 && value <= MICROS_MAX;
}

/** Brands a checked number. Throws `InvariantViolation` if it is not an integer in 0..MICROS_MAX. */
export function micros(value: number): Micros {
  return isMicros(value) ? value : violated(`not an amount in micros: ${value}`);
}

/** a + b; throws `InvariantViolation` past MICROS_MAX. Both are integers, so only the bound can fail, or NaN. */
export function addMicros(a: Micros, b: Micros): Micros {
  const sum = a + b;
  return sum <= MICROS_MAX ? (sum as Micros) : violated(`not an amount in micros: ${sum}`);
}

/** a - b; throws `InvariantViolation` if the result would be negative: no balance ever goes below zero. */
export function subtractMicros(a: Micros, b: Micros): Micros {
  const difference = a - b;
  return difference >= 0 ? (difference as Micros) : violated(`not an amount in micros: ${difference}`);
}

export function minMicros(a: Micros, b: Micros): Micros {
  return a < b ? a : b;
}
