/** The limit price of an order, and the fee of a trade. */
import { type Reject, reject } from '../reject.ts';
import { isPrice, type Micros, micros, type OrderType, PRICE_ONE, type Price, type Side } from '../units/units.ts';

/** Rounding step of public clients for the amounts of a market order, in micros, by tick in 1/10000. */
const STEP_MICROS: Readonly<Record<number, number>> = { 1000: 1000, 100: 100, 50: 10, 25: 1, 10: 10, 1: 1 };

/** Clients may cut the amount to 4 decimals for any tick. */
const CUT_MICROS = 100;

const SHOWN_DECIMALS = 12;

/**
 * The price as decimal text, only for messages: with enough decimals to show that it is off the grid, then truncated.
 */
function shownPrice(collateral: Micros, shares: Micros): string {
  const scaled = (BigInt(collateral) * 10n ** BigInt(SHOWN_DECIMALS)) / BigInt(shares);
  const digits = scaled.toString().padStart(SHOWN_DECIMALS + 1, '0');
  const fraction = digits.slice(-SHOWN_DECIMALS).replace(/0+$/, '');
  return `${digits.slice(0, -SHOWN_DECIMALS)}${fraction === '' ? '' : '.'}${fraction}`;
}

/**
 * The limit price expressed by an order's two amounts. Resting orders must state it exactly. FOK and FAK orders contain
 * their client's rounding of the received amount: the nearest tick price counts, provided that the amounts round to
 * this price.
 */
export function limitPrice(
  type: OrderType,
  side: Side,
  collateral: Micros,
  shares: Micros,
  tick: number,
): Price | Reject {
  const resting = type === 'GTC' || type === 'GTD';
  const limit = resting ? exactPrice(collateral, shares) : roundedPrice(side, collateral, shares, tick);
  // `| 0`: a price is small, and an integer remainder takes a fifth of the time.
  if (limit !== null && isPrice(limit) && limit >= tick && limit <= PRICE_ONE - tick && (limit | 0) % tick === 0)
    return limit;
  // The unrounded price decides between the codes: a price both off the grid and out of range is out of range.
  const scaled = BigInt(collateral) * BigInt(PRICE_ONE);
  const inRange = scaled >= BigInt(shares) * BigInt(tick) && scaled <= BigInt(shares) * BigInt(PRICE_ONE - tick);
  return reject(inRange ? 'price_off_grid' : 'price_out_of_range', { price: shownPrice(collateral, shares), tick });
}

/** collateral * 10000 / shares if that is a whole number, else null. */
function exactPrice(collateral: Micros, shares: Micros): number | null {
  const product = collateral * PRICE_ONE;
  if (product <= Number.MAX_SAFE_INTEGER) {
    // Below 2^53 the product is exact, and the quotient's rounding error times `shares` is less than one: a quotient
    // that comes out whole is exact. Only orders of nearly a million units need more.
    const quotient = product / shares;
    return Number.isInteger(quotient) ? quotient : null;
  }
  const scaled = BigInt(collateral) * BigInt(PRICE_ONE);
  const divisor = BigInt(shares);
  return scaled % divisor === 0n ? Number(scaled / divisor) : null;
}

/**
 * The tick price nearest to the amounts if they round to it, else the neighbouring tick price that is better for the
 * order's owner: an amount cut to fewer decimals than its tick needs may end up nearer to the next tick.
 */
function roundedPrice(side: Side, collateral: Micros, shares: Micros, tick: number): number | null {
  const scaled = BigInt(collateral) * BigInt(PRICE_ONE);
  const [one, grain] = [BigInt(shares), BigInt(shares) * BigInt(tick)];
  const isBuy = side === 'BUY';
  const step = STEP_MICROS[tick] ?? 1;
  const cut = BigInt(Math.max(CUT_MICROS, step));
  const fits = (price: number): boolean => {
    const excess = BigInt(price) * one - scaled;
    // A BUY rounds its shares, so the distance in shares counts; a SELL rounds its collateral, the unit of `excess`.
    const unit = BigInt(isBuy ? price : PRICE_ONE);
    const [short, long] = isBuy ? [-excess, excess] : [excess, -excess];
    return price >= tick && price <= PRICE_ONE - tick && short < cut * unit && long < BigInt(step) * unit;
  };
  const nearest = Number((scaled * 2n + grain - (isBuy ? 1n : 0n)) / (grain * 2n)) * tick;
  if (fits(nearest)) return nearest;
  const below = Number(scaled / grain) * tick;
  const better = isBuy ? Math.min(below, PRICE_ONE - tick) : Math.max(below + tick, tick);
  return fits(better) ? better : null;
}

/**
 * Both halves of a sum of size * p * (1 - p), in units of 10^-14 collateral: high * HALF + low, low below HALF. A taker
 * fee is this times the rate, rounded half up to 0.00001 collateral: the ecosystem's published formula with exponent 1.
 * The products exceed 2^53, but each half is exact.
 */
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
