/**
 * Prices in ten-thousandths of a unit of collateral per share: 5000 is 0.50. A traded price is in 1..9999. Products and
 * quotients are exact, and their names state the rounding.
 */
import { violated } from './assert.ts';
import { type Micros, micros } from './micros.ts';

declare const priceBrand: unique symbol;
export type Price = number & { readonly [priceBrand]: 'Price' };

/** Price of a whole unit: YES + NO always cost this much together. */
export const PRICE_ONE = 10_000;
const PER_PRICE_ONE = 1 / PRICE_ONE;

/** Allowed tick sizes of a market, in the unit of `Price`: 0.1, 0.01, 0.005, 0.0025, 0.001, 0.0001. */
export const TICKS = [1000, 100, 50, 25, 10, 1] as const;

export function isPrice(value: number): value is Price {
  return Number.isInteger(value) && value >= 1 && value < PRICE_ONE;
}

/** Brands a checked number; throws `InvariantViolation` outside 1..9999. */
export function price(value: number): Price {
  return isPrice(value) ? value : violated(`not a price: ${value}`);
}

/** The same price for the other outcome: 1 - p. */
export function complement(p: Price): Price {
  return price(PRICE_ONE - p);
}

/**
 * price * size / 10000 rounded down, exact for every `Micros`: the size is split so that no product exceeds 2^53. The
 * quotient is less than 2^40, where doubles are closer together than a ten-thousandth: rounding never makes it whole.
 */
export function costRoundedDown(p: Price, size: Micros): Micros {
  const whole = wholeUnits(size);
  const rest = size - whole * PRICE_ONE;
  return micros(whole * p + Math.floor((rest * p) / PRICE_ONE));
}

/** price * size / 10000 rounded up, exact for every `Micros`. */
export function costRoundedUp(p: Price, size: Micros): Micros {
  const whole = wholeUnits(size);
  const rest = size - whole * PRICE_ONE;
  // Both are below 10^4: dividing an integer by a constant needs no division instruction.
  return micros(whole * p + (((Math.imul(rest, p) + PRICE_ONE - 1) / PRICE_ONE) | 0));
}

/**
 * size / 10000 rounded down, by multiplication, which takes a third of the time of a division. The result may be off by
 * one, which its remainder reveals: the remainder is exact, because everything is whole and below 2^53.
 */
function wholeUnits(size: Micros): number {
  const near = Math.floor(size * PER_PRICE_ONE);
  const rest = size - near * PRICE_ONE;
  if (rest < 0) return near - 1;
  return rest >= PRICE_ONE ? near + 1 : near;
}

/**
 * The part of the payment for `size` above its exact cost, in 1/10000 of a micro: paid * 10000 - price * size. Exact
 * while `paid` is within a few micros of the cost.
 */
export function excessOverCost(p: Price, size: Micros, paid: Micros): number {
  const whole = wholeUnits(size);
  const rest = size - whole * PRICE_ONE;
  return (paid - whole * p) * PRICE_ONE - rest * p;
}

/** The most shares that `budget` buys at price p: budget * 10000 / p rounded down, at most `sizeMax`. */
export function sharesForBudget(p: Price, budget: Micros, sizeMax: Micros): Micros {
  // budget = q * p + r, so budget * 10000 / p = q * 10000 + r * 10000 / p; q alone decides if the bound is exceeded.
  const rest = budget % p;
  const whole = (budget - rest) / p;
  if (whole >= Math.ceil(sizeMax / PRICE_ONE)) return sizeMax;
  const shares = whole * PRICE_ONE + Math.floor((rest * PRICE_ONE) / p);
  return micros(shares < sizeMax ? shares : sizeMax);
}
