/**
 * Exact money: converts decimal text to millionths and back, and computes the two amounts that an order signs. Works in
 * bigint only; a float never touches a price, a size or an amount.
 */
import { InvalidInputError } from './errors.ts';
import type { Side } from './typed-data.ts';

/** A price of 1, in 1/10000. */
const PRICE_ONE = 10_000n;
const MICROS_DECIMALS = 6;
const PRICE_DECIMALS = 4;

const DECIMAL = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/;

/** Both amounts of an order in millionths. BUY: the maker gives collateral and takes shares. SELL: the reverse. */
export type OrderAmounts = { readonly makerAmount: bigint; readonly takerAmount: bigint };

export type Tick = '0.1' | '0.01' | '0.005' | '0.0025' | '0.001' | '0.0001';

/** Decimals allowed in the amount that a FOK or FAK order spends. */
const SPENT_DECIMALS = 2;
/** Decimals allowed in the amount that a FOK or FAK order receives, by tick. */
const GOT_DECIMALS: Readonly<Record<Tick, number>> = {
  '0.1': 3,
  '0.01': 4,
  '0.005': 5,
  '0.0025': 6,
  '0.001': 5,
  '0.0001': 6,
};

export function isTick(text: string): text is Tick {
  return Object.hasOwn(GOT_DECIMALS, text);
}

/**
 * Parses a decimal such as `12.5` into millionths. Throws `InvalidInputError`, which names the `field`, for a sign, an
 * exponent or more than 6 decimals.
 */
export function parseAmount(text: string, field: 'size' | 'shares' | 'amount' = 'amount'): bigint {
  return parseScaled(text, MICROS_DECIMALS, field);
}

/** Formats millionths as decimal text, without exponent and trailing zeros. */
export function formatAmount(micros: bigint): string {
  return formatScaled(micros, MICROS_DECIMALS);
}

/**
 * Parses a decimal price such as `0.55` into 1/10000. Throws `InvalidInputError` unless it lies between 0 and 1, both
 * excluded.
 */
export function parsePrice(text: string): bigint {
  const price = parseScaled(text, PRICE_DECIMALS, 'price');
  if (price <= 0n || price >= PRICE_ONE) throw new InvalidInputError(`price must lie between 0 and 1: ${text}`);
  return price;
}

/** Formats a price in 1/10000 as decimal text. */
export function formatPrice(price: bigint): string {
  return formatScaled(price, PRICE_DECIMALS);
}

/**
 * Amounts of a resting order: `price` in collateral per share, `size` in shares, both decimal text. Throws
 * `InvalidInputError` if price × size is not a whole number of millionths: sizes with at most two decimals always work.
 */
export function limitAmounts(side: Side, price: string, size: string): OrderAmounts {
  const shares = parseAmount(size, 'size');
  if (shares === 0n) throw new InvalidInputError('size must be more than 0');
  const product = parsePrice(price) * shares;
  if (product % PRICE_ONE !== 0n) throw new InvalidInputError(`price ${price} × size ${size} has more than 6 decimals`);
  return bySide(side, product / PRICE_ONE, shares);
}

/**
 * Amounts of a FOK or FAK order with `price` as its worst acceptable price.
 * For a BUY, `amount` is the collateral to spend. It is cut down to two decimals, and the shares received are cut to
 * the decimals of the market's tick. For a SELL, `amount` is the shares to sell, to the millionth, so that a position
 * can be sold whole.
 * Throws `InvalidInputError` if the price is off the tick, nothing is left of the amount, or the amount is too small to
 * express the price.
 */
export function marketAmounts(side: Side, price: string, amount: string, tick: Tick): OrderAmounts {
  const limit = parsePrice(price);
  if (limit % parsePrice(tick) !== 0n) throw new InvalidInputError(`price ${price} is no multiple of the tick ${tick}`);
  if (side === 'SELL') return sale(parseAmount(amount), limit, parsePrice(tick), amount);
  const micros = parseAmount(amount);
  const offered = micros - (micros % 10n ** BigInt(MICROS_DECIMALS - SPENT_DECIMALS));
  if (offered === 0n) throw new InvalidInputError(`amount ${amount} is less than the smallest, 0.01`);
  return bySide(side, offered, sharesFor(offered, limit, GOT_DECIMALS[tick]));
}

/**
 * The collateral is shares × price, rounded to the nearest millionth. With too few shares no millionth expresses the
 * price.
 */
function sale(shares: bigint, limit: bigint, tick: bigint, amount: string): OrderAmounts {
  const collateral = (shares * limit + PRICE_ONE / 2n) / PRICE_ONE;
  const off = 2n * (collateral * PRICE_ONE - shares * limit);
  if (collateral === 0n || (off < 0n ? -off : off) >= shares * tick)
    throw new InvalidInputError(`amount ${amount} is too small to be sold at a limit of ${formatPrice(limit)}`);
  return bySide('SELL', collateral, shares);
}

/**
 * Returns collateral / price with `decimals` decimals: rounded up four places further out, then cut. The first step
 * lifts a quotient just below a round number up to that number.
 */
function sharesFor(collateral: bigint, price: bigint, decimals: number): bigint {
  const scale = 10n ** BigInt(decimals + 4);
  const numerator = collateral * PRICE_ONE * scale;
  const denominator = price * 10n ** BigInt(MICROS_DECIMALS);
  const fine = (numerator + denominator - 1n) / denominator;
  return (fine / 10_000n) * 10n ** BigInt(MICROS_DECIMALS - decimals);
}

function bySide(side: Side, collateral: bigint, shares: bigint): OrderAmounts {
  return side === 'BUY'
    ? { makerAmount: collateral, takerAmount: shares }
    : { makerAmount: shares, takerAmount: collateral };
}

function parseScaled(text: string, decimals: number, what: string): bigint {
  const match = DECIMAL.exec(text);
  const fraction = (match?.[2] ?? '').replace(/0+$/, '');
  if (match === null || fraction.length > decimals) {
    throw new InvalidInputError(`${what} must be a decimal without a sign, with at most ${decimals} decimals: ${text}`);
  }
  return BigInt(`${match[1]}${fraction.padEnd(decimals, '0')}`);
}

function formatScaled(value: bigint, decimals: number): string {
  if (value < 0n) throw new InvalidInputError(`not an amount: ${value}`);
  const digits = value.toString().padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  const whole = digits.slice(0, -decimals);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
