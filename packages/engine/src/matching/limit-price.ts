/**
 * The limit price that an order's two amounts say. Resting orders must say it exactly; FOK and FAK orders carry their
 * client's rounding of the share amount, so the tick nearest to the amounts counts if they round to it.
 */

import { type Reject, reject } from '../reject.ts';
import type { Micros } from '../units/micros.ts';
import { isPrice, PRICE_ONE, type Price } from '../units/price.ts';
import type { OrderType, Side } from '../units/terms.ts';

/** Decimals that clients keep in the amount of a market order, by tick (in 1/10000). */
const AMOUNT_DECIMALS: Readonly<Record<number, number>> = { 1000: 3, 100: 4, 50: 5, 25: 6, 10: 5, 1: 6 };

const SHOWN_DECIMALS = 12;

/** The price as decimal text, for messages only: enough decimals to show that it is off the grid, cut off there. */
function shownPrice(collateral: Micros, shares: Micros): string {
  const scaled = (BigInt(collateral) * 10n ** BigInt(SHOWN_DECIMALS)) / BigInt(shares);
  const digits = scaled.toString().padStart(SHOWN_DECIMALS + 1, '0');
  const fraction = digits.slice(-SHOWN_DECIMALS).replace(/0+$/, '');
  return `${digits.slice(0, -SHOWN_DECIMALS)}${fraction === '' ? '' : '.'}${fraction}`;
}

export function limitPrice(
  type: OrderType,
  side: Side,
  collateral: Micros,
  shares: Micros,
  tick: number,
): Price | Reject {
  const resting = type === 'GTC' || type === 'GTD';
  const limit = resting ? exactPrice(collateral, shares) : roundedPrice(side, collateral, shares, tick);
  // `| 0`: a price is small, and a remainder of integers takes a fifth of the time.
  if (limit !== null && isPrice(limit) && limit >= tick && limit <= PRICE_ONE - tick && (limit | 0) % tick === 0)
    return limit;
  // What the amounts say decides which it is: off the grid and out of range is out of range.
  const scaled = BigInt(collateral) * BigInt(PRICE_ONE);
  const inRange = scaled >= BigInt(shares) * BigInt(tick) && scaled <= BigInt(shares) * BigInt(PRICE_ONE - tick);
  return reject(inRange ? 'price_off_grid' : 'price_out_of_range', { price: shownPrice(collateral, shares), tick });
}

/** collateral * 10000 / shares when that is whole, else null. */
function exactPrice(collateral: Micros, shares: Micros): number | null {
  const product = collateral * PRICE_ONE;
  if (product <= Number.MAX_SAFE_INTEGER) {
    // Below 2^53 the product is exact, and the quotient's rounding error times `shares` is less than one: a quotient
    // that comes out whole is whole. Only orders of nearly a million units need more.
    const quotient = product / shares;
    return Number.isInteger(quotient) ? quotient : null;
  }
  const scaled = BigInt(collateral) * BigInt(PRICE_ONE);
  const divisor = BigInt(shares);
  return scaled % divisor === 0n ? Number(scaled / divisor) : null;
}

/** The tick price nearest to the amounts, if they are that price's product within one rounding unit, else null. */
function roundedPrice(side: Side, collateral: Micros, shares: Micros, tick: number): number | null {
  const scaled = BigInt(collateral) * BigInt(PRICE_ONE);
  const divisor = BigInt(shares) * BigInt(tick);
  const nearest = Number((scaled * 2n + divisor) / (divisor * 2n)) * tick;
  const unit = 10n ** BigInt(6 - (AMOUNT_DECIMALS[tick] ?? 6));
  const product = BigInt(shares) * BigInt(nearest);
  const distance = product > scaled ? product - scaled : scaled - product;
  const allowed = unit * BigInt(side === 'BUY' ? nearest : PRICE_ONE);
  return distance < allowed ? nearest : null;
}
