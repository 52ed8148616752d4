/**
 * The words of the engine: assertions, identifiers, amounts, prices, and the exact arithmetic on them.
 *
 * Assertions stay on in production. A broken invariant is a programming error: it throws, the process stops, and
 * recovery starts from the last durable record, because a halted venue recovers and a wrong one does not.
 */

/** Thrown if an invariant of the engine does not hold; never caught inside the engine. */
export class InvariantViolation extends Error {
  override readonly name = 'InvariantViolation';
}

/**
 * Throws `InvariantViolation` unless `condition` holds. `message` states the expectation. If a message on a hot path is
 * built from figures, write `if (…) violated(…)` instead: arguments are built even if the condition holds.
 */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new InvariantViolation(message);
}

/** Throws `InvariantViolation`. */
export function violated(message: string): never {
  throw new InvariantViolation(message);
}

/** Closes an exhaustive `switch`: the compiler proves that no case is missing. */
export function assertNever(value: never): never {
  throw new InvariantViolation(`unexpected case: ${JSON.stringify(value)}`);
}

export type Side = 'BUY' | 'SELL';
export type OrderType = 'GTC' | 'GTD' | 'FOK' | 'FAK';
/** Operations that the venue as a whole allows. */
export type VenueMode = 'open' | 'post_only' | 'cancel_only' | 'disabled';

// Identifiers. Numeric ids are dense indexes that the engine assigns in order, so that state is arrays and journal
// records stay small. The long public ids (addresses, condition ids, token ids, order ids) appear only in the event that
// introduces them.

declare const idBrand: unique symbol;
type Id<Name extends string> = number & { readonly [idBrand]: Name };

/** Index of a signing account in order of opening, from 0. */
export type AccountId = Id<'AccountId'>;
/** Index of a wallet in order of binding, from 0. */
export type WalletId = Id<'WalletId'>;
/** Index of a market in order of creation, from 0. Not the public catalog id. */
export type MarketId = Id<'MarketId'>;
/** Number of an accepted order, from 0; determines its time priority. */
export type OrderNumber = Id<'OrderNumber'>;
/** Public numeric id of a catalog event, market, tag or series. */
export type CatalogId = Id<'CatalogId'>;

function index(value: number): number {
  return Number.isSafeInteger(value) && value >= 0 ? value : violated(`not an id: ${value}`);
}

export const accountId = (value: number): AccountId => index(value) as AccountId;
export const walletId = (value: number): WalletId => index(value) as WalletId;
export const marketId = (value: number): MarketId => index(value) as MarketId;
export const orderNumber = (value: number): OrderNumber => index(value) as OrderNumber;
export const catalogId = (value: number): CatalogId => index(value) as CatalogId;

declare const textBrand: unique symbol;
type Text<Name extends string> = string & { readonly [textBrand]: Name };

/** 20 bytes as `0x` and 40 lower-case hex digits. */
export type Address = Text<'Address'>;
/** EIP-712 digest of a signed order: `0x` and 64 lower-case hex digits. */
export type OrderId = Text<'OrderId'>;
/** Condition id of a market: `0x` and 64 lower-case hex digits. */
export type ConditionId = Text<'ConditionId'>;
/** Outcome token id: decimal digits without leading zero, at most 78. */
export type TokenId = Text<'TokenId'>;

const ADDRESS = /^0x[0-9a-f]{40}$/;
const TOKEN = /^(?:0|[1-9][0-9]{0,77})$/;

const HASH_LENGTH = 66;
const [ZERO, NINE, A, F] = [48, 57, 97, 102] as const;

/**
 * True for `0x` and 64 lower-case hex digits. A loop takes half the time of a pattern, and this runs for every order.
 */
function isHash(value: string): boolean {
  if (value.length !== HASH_LENGTH || !value.startsWith('0x')) return false;
  for (let at = 2; at < HASH_LENGTH; at++) {
    const code = value.charCodeAt(at);
    if (code < ZERO || code > F || (code > NINE && code < A)) return false;
  }
  return true;
}

export const isAddress = (value: string): value is Address => ADDRESS.test(value);
export const isOrderId = (value: string): value is OrderId => isHash(value);
export const isConditionId = (value: string): value is ConditionId => isHash(value);
export const isTokenId = (value: string): value is TokenId => TOKEN.test(value);

export function address(value: string): Address {
  return isAddress(value) ? value : violated(`not a lower-case address: ${value}`);
}

export function orderId(value: string): OrderId {
  return isOrderId(value) ? value : violated(`not an order id: ${value}`);
}

export function conditionId(value: string): ConditionId {
  return isConditionId(value) ? value : violated(`not a condition id: ${value}`);
}

export function tokenId(value: string): TokenId {
  return isTokenId(value) ? value : violated(`not a token id: ${value}`);
}

/** Index of an outcome in its market: 0 is the first outcome (YES terms), 1 the second. */
export type Outcome = 0 | 1;

// Amounts of collateral or shares in millionths: 1 unit = 1,000,000 micros. A `Micros` is a non-negative safe integer.
// JavaScript numbers are exact up to 2^53 - 1, so the venue bounds all collateral it ever holds by `MICROS_MAX` (9
// billion units), and every product is computed in two exact halves.

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

// Prices in ten-thousandths of a unit of collateral per share: 5000 is 0.50. A traded price is in 1..9999. Products and
// quotients are exact, and their names state the rounding.

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

// Fees of trades.

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
const HALF_PRICE = (PRICE_ONE / 2) as Price;

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
  addFeeBase(base, size, limit < HALF_PRICE ? limit : HALF_PRICE);
  return feeOf(base, rate);
}
