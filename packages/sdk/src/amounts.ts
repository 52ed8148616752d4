/**
 * Exact money: decimal text to millionths and back, and the two amounts that an order signs. Works in bigint only; a
 * float never touches a price, a size or an amount.
 */
import { InvalidInputError } from './errors.ts';
import type { Side } from './typed-data.ts';

/** Parts of a price: 1 is 10,000. */
const PRICE_ONE = 10_000n;
const MICROS_DECIMALS = 6;
const PRICE_DECIMALS = 4;

const DECIMAL = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/;

/** Both amounts of an order in millionths. BUY: maker gives collateral, takes shares. SELL: the reverse. */
export interface OrderAmounts {
  readonly makerAmount: bigint;
  readonly takerAmount: bigint;
}

/** Tick sizes that a market may have. */
export type Tick = '0.1' | '0.01' | '0.005' | '0.0025' | '0.001' | '0.0001';

/** Decimals that FOK and FAK orders may use by tick: of what is spent or sold, and of what is got for it. */
const ROUNDING: Readonly<Record<Tick, { readonly given: number; readonly got: number }>> = {
  '0.1': { given: 2, got: 3 },
  '0.01': { given: 2, got: 4 },
  '0.005': { given: 2, got: 5 },
  '0.0025': { given: 2, got: 6 },
  '0.001': { given: 2, got: 5 },
  '0.0001': { given: 2, got: 6 },
};

/** True when the text is a tick size. */
export function isTick(text: string): text is Tick {
  return Object.hasOwn(ROUNDING, text);
}

/** Millionths of a decimal such as `12.5`. Throws `InvalidInputError` for a sign, an exponent or more than 6 decimals. */
export function parseAmount(text: string): bigint {
  return parseScaled(text, MICROS_DECIMALS, 'amount');
}

/** Decimal text of millionths, without exponent and trailing zeros. */
export function formatAmount(micros: bigint): string {
  return formatScaled(micros, MICROS_DECIMALS);
}

/** Price in 1/10000 of a decimal such as `0.55`. Throws `InvalidInputError` unless it lies between 0 and 1, both excluded. */
export function parsePrice(text: string): bigint {
  const price = parseScaled(text, PRICE_DECIMALS, 'price');
  if (price <= 0n || price >= PRICE_ONE) throw new InvalidInputError(`price must lie between 0 and 1: ${text}`);
  return price;
}

/** Decimal text of a price in 1/10000. */
export function formatPrice(price: bigint): string {
  return formatScaled(price, PRICE_DECIMALS);
}

/**
 * Amounts of a resting order: `price` in collateral for one share, `size` in shares, both decimal text. Throws
 * `InvalidInputError` when price × size is no whole number of millionths: sizes of at most two decimals always work.
 */
export function limitAmounts(side: Side, price: string, size: string): OrderAmounts {
  const shares = parseAmount(size);
  if (shares === 0n) throw new InvalidInputError('size must be more than 0');
  const product = parsePrice(price) * shares;
  if (product % PRICE_ONE !== 0n) throw new InvalidInputError(`price ${price} × size ${size} has more than 6 decimals`);
  return bySide(side, product / PRICE_ONE, shares);
}

/**
 * Amounts of a FOK or FAK order with `price` as the worst acceptable one. `amount` is the collateral to spend (BUY), cut
 * down to two decimals, with the shares got for it cut to the decimals of the market's tick; or the shares to sell
 * (SELL), to the millionth, so that a position can be sold whole. Throws `InvalidInputError` when the price is off the
 * tick, nothing is left of the amount, or the amount is too small to say the price.
 */
export function marketAmounts(side: Side, price: string, amount: string, tick: Tick): OrderAmounts {
  const limit = parsePrice(price);
  if (limit % parsePrice(tick) !== 0n) throw new InvalidInputError(`price ${price} is no multiple of the tick ${tick}`);
  if (side === 'SELL') return sale(parseAmount(amount), limit, parsePrice(tick), amount);
  const { given, got } = ROUNDING[tick];
  const offered = cutDown(parseAmount(amount), given);
  if (offered === 0n) throw new InvalidInputError(`amount ${amount} is less than the smallest, 0.01`);
  return bySide(side, offered, sharesFor(offered, limit, got));
}

/** The collateral is the millionth nearest to shares × price; of too few shares no millionth says the price. */
function sale(shares: bigint, limit: bigint, tick: bigint, amount: string): OrderAmounts {
  const collateral = (shares * limit + PRICE_ONE / 2n) / PRICE_ONE;
  const off = 2n * (collateral * PRICE_ONE - shares * limit);
  if (collateral === 0n || (off < 0n ? -off : off) >= shares * tick)
    throw new InvalidInputError(`amount ${amount} is too small to be sold at a limit of ${formatPrice(limit)}`);
  return bySide('SELL', collateral, shares);
}

/**
 * collateral / price with `decimals` decimals: rounded up four places further out, then cut. The first step lifts a
 * quotient that lies a hair below a round number up to it.
 */
function sharesFor(collateral: bigint, price: bigint, decimals: number): bigint {
  const scale = 10n ** BigInt(decimals + 4);
  const numerator = collateral * PRICE_ONE * scale;
  const denominator = price * 10n ** BigInt(MICROS_DECIMALS);
  const fine = (numerator + denominator - 1n) / denominator;
  return (fine / 10_000n) * 10n ** BigInt(MICROS_DECIMALS - decimals);
}

function cutDown(micros: bigint, decimals: number): bigint {
  return micros - (micros % 10n ** BigInt(MICROS_DECIMALS - decimals));
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
    throw new InvalidInputError(`${what} must be a decimal with at most ${decimals} decimals: ${text}`);
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
