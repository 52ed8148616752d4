/**
 * Estimates what an order does on the current book: how much it trades, at which prices, and the fee. Pure; all amounts
 * are in millionths. The venue decides in the end, because the book may change before the order arrives.
 */
import type { Book } from '@bellwether/contract';
import { toMicros } from '../format/decimal.ts';

export type Side = 'BUY' | 'SELL';

const ONE = 1_000_000n;
/** Fees are rounded to a multiple of this, in millionths. */
const FEE_STEP = 10n;
/** Divisor for size × price × (1 - price), each in millionths, times a rate in ten-thousandths. */
const FEE_DIVISOR = ONE * ONE * 10_000n;
const HALF = 500_000n;

export type Level = { readonly price: bigint; readonly size: bigint };

export interface Take {
  readonly shares: bigint;
  /** Amount paid or received, before the fee. */
  readonly collateral: bigint;
  readonly fee: bigint;
  /** First and last price reached; null if nothing was taken. */
  readonly best: bigint | null;
  readonly worst: bigint | null;
  /** True if the book, within the limit, could fill the whole order. */
  readonly isEnough: boolean;
}

/** An own order in a token's book, at its price in that book. */
export type OwnLevel = { readonly side: Side; readonly price: bigint; readonly size: bigint };

/** Returns the levels that a taker meets, best first, without own orders: they are cancelled, not matched. */
export function levelsFor(
  book: Pick<Book, 'bids' | 'asks'>,
  side: Side,
  own: readonly OwnLevel[] = [],
): readonly Level[] {
  const levels = side === 'BUY' ? book.asks : book.bids;
  const inTheWay = own.filter((order) => order.side !== side);
  return levels
    .toReversed()
    .map(({ price, size }) => {
      const at = toMicros(price) ?? 0n;
      const mine = inTheWay.reduce((sum, order) => (order.price === at ? sum + order.size : sum), 0n);
      return { price: at, size: (toMicros(size) ?? 0n) - mine };
    })
    .filter(({ size }) => size > 0n);
}

/** True if the price is at least as good as the limit for that side. */
export function isWithin(side: Side, price: bigint, limit: bigint | null): boolean {
  return limit === null || (side === 'BUY' ? price <= limit : price >= limit);
}

/**
 * Buys for a sum, level by level, at exact costs. As at the venue, the sum counts as spent when the rest cannot buy a
 * millionth of a share at the current price.
 */
export function takeForSum(levels: readonly Level[], sum: bigint, limit: bigint | null, feeBps: number): Take {
  // In millionths of a millionth, where every cost is a whole number.
  let left = sum * ONE;
  const legs: Level[] = [];
  let isEnough = left <= 0n;
  for (const { price, size } of levels) {
    if (isEnough || !isWithin('BUY', price, limit)) break;
    const shares = lesser(left / price, size);
    if (shares > 0n) legs.push({ price, size: shares });
    left -= shares * price;
    isEnough = left < price;
  }
  return taken('BUY', legs, feeBps, isEnough);
}

export function takeShares(
  side: Side,
  levels: readonly Level[],
  shares: bigint,
  limit: bigint | null,
  feeBps: number,
): Take {
  let left = shares;
  const legs: Level[] = [];
  for (const { price, size } of levels) {
    if (left <= 0n || !isWithin(side, price, limit)) break;
    const part = lesser(left, size);
    legs.push({ price, size: part });
    left -= part;
  }
  return taken(side, legs, feeBps, left <= 0n);
}

function taken(side: Side, legs: readonly Level[], feeBps: number, isEnough: boolean): Take {
  const shares = legs.reduce((sum, { size }) => sum + size, 0n);
  const collateral = legs.reduce(
    (sum, { price, size }) => sum + (side === 'BUY' ? divideUp(size * price, ONE) : (size * price) / ONE),
    0n,
  );
  return {
    shares,
    collateral,
    fee: feeOf(legs, feeBps),
    best: legs[0]?.price ?? null,
    worst: legs.at(-1)?.price ?? null,
    isEnough,
  };
}

/**
 * Returns the taker fee: size × rate × p × (1 - p), summed over all legs and rounded once, half up, to 0.00001.
 * `feeBps` is in ten-thousandths. Source: docs/reference/trading-rules.md, Fees.
 */
export function feeOf(legs: readonly Level[], feeBps: number): bigint {
  const weight = legs.reduce((sum, { price, size }) => sum + size * price * (ONE - price), 0n);
  const divisor = FEE_DIVISOR * FEE_STEP;
  return ((weight * BigInt(feeBps) + divisor / 2n) / divisor) * FEE_STEP;
}

/** Returns the fee reserve of a resting BUY: the highest fee at any price up to its own. */
export function feeReserve(price: bigint, shares: bigint, feeBps: number): bigint {
  return feeOf([{ price: lesser(price, HALF), size: shares }], feeBps);
}

/**
 * Returns the hold of the unfilled rest of a BUY limit order, after `taken` has traded: its cost plus the rest of the
 * fee reserve, capped at the highest fee of the unfilled shares. Source: docs/reference/trading-rules.md, Holds.
 */
export function restingHold(
  price: bigint,
  shares: bigint,
  taken: Pick<Take, 'shares' | 'fee'>,
  feeBps: number,
): bigint {
  const rest = shares - taken.shares;
  if (rest <= 0n) return 0n;
  const left = feeReserve(price, shares, feeBps) - taken.fee;
  return divideUp(price * rest, ONE) + lesser(left, feeReserve(price, rest, feeBps));
}

/** Smallest size step, in millionths of a share, whose product with the price is a whole number of millionths. */
export function sizeStep(price: bigint): bigint {
  let [divisor, rest] = [ONE, price];
  while (rest > 0n) [divisor, rest] = [rest, divisor % rest];
  return ONE / divisor;
}

/** Returns the maximum cost of a BUY limit order, including its fee. */
export function limitCost(price: bigint, shares: bigint, feeBps: number): bigint {
  return divideUp(price * shares, ONE) + feeReserve(price, shares, feeBps);
}

/** Returns the average collateral per share; null if there are no shares. */
export function averagePrice({ shares, collateral }: Pick<Take, 'shares' | 'collateral'>): bigint | null {
  return shares === 0n ? null : (collateral * ONE + shares / 2n) / shares;
}

/** Returns the largest multiple of `step` up to `most` that fits. Everything below a fitting value must fit too. */
export function largestFitting(most: bigint, step: bigint, fits: (value: bigint) => boolean): bigint {
  let [low, high] = [0n, most < 0n ? 0n : most / step];
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (fits(middle * step)) low = middle;
    else high = middle - 1n;
  }
  return low * step;
}

/** Returns the smaller value. `Math.min` does not accept bigints. */
export function lesser(left: bigint, right: bigint): bigint {
  if (left < right) return left;
  return right;
}

export function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}
