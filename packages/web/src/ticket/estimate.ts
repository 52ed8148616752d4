/**
 * What an order would do on the book as it is now: how much it trades at which prices, and what the fee is. Pure, in
 * millionths throughout; the venue has the last word, for the book may move before the order arrives.
 */
import type { Book } from '@bellwether/contract';
import { toMicros } from '../format/decimal.ts';

export type Side = 'BUY' | 'SELL';

const ONE = 1_000_000n;
/** Fees are rounded to this many millionths. */
const FEE_STEP = 10n;
/** Millionths of size × price × (1 - price), times ten-thousandths of the rate. */
const FEE_DIVISOR = ONE * ONE * 10_000n;
const HALF = 500_000n;

/** A price with what is there to take at it. */
export interface Level {
  readonly price: bigint;
  readonly size: bigint;
}

/** What was taken from the book. */
export interface Take {
  readonly shares: bigint;
  /** Paid or received before the fee. */
  readonly collateral: bigint;
  readonly fee: bigint;
  /** First and last price reached; null when nothing was taken. */
  readonly best: bigint | null;
  readonly worst: bigint | null;
  /** The book, up to the limit, had all that was wanted. */
  readonly isEnough: boolean;
}

/** An own order in the book of a token: at its price in that book. */
export interface OwnLevel {
  readonly side: Side;
  readonly price: bigint;
  readonly size: bigint;
}

/** What a taker of a side meets, best first. Own orders are left out: they are cancelled, not matched. */
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

/** True when a price is as good as the limit or better for that side. */
export function isWithin(side: Side, price: bigint, limit: bigint | null): boolean {
  return limit === null || (side === 'BUY' ? price <= limit : price >= limit);
}

/**
 * Buys for a sum: as many shares as it pays for, level by level, at exact costs. As at the venue the sum is spent when its
 * rest buys no millionth of a share at the price reached.
 */
export function takeForSum(levels: readonly Level[], sum: bigint, limit: bigint | null, feeBps: number): Take {
  // In millionths of a millionth, in which every cost is whole.
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

/** Buys or sells a number of shares, level by level. */
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
 * Fee of a taker: size × rate × p × (1 - p) over all legs, rounded half up to 0.00001 once. `feeBps` in ten-thousandths.
 * Source: docs/TRADING-RULES.md, Fees.
 */
export function feeOf(legs: readonly Level[], feeBps: number): bigint {
  const weight = legs.reduce((sum, { price, size }) => sum + size * price * (ONE - price), 0n);
  const divisor = FEE_DIVISOR * FEE_STEP;
  return ((weight * BigInt(feeBps) + divisor / 2n) / divisor) * FEE_STEP;
}

/** What a resting BUY holds back for a fee it may have to pay: the largest one at any price up to its own. */
export function feeReserve(price: bigint, shares: bigint, feeBps: number): bigint {
  return feeOf([{ price: lesser(price, HALF), size: shares }], feeBps);
}

/**
 * What the rest of a limit order to buy holds once `taken` of it has traded: its cost, and what is left of the fee
 * reserve but no more than the rest can cost. Source: docs/TRADING-RULES.md, Holds.
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

/** The finest step of a size whose product with the price is a whole number of millionths, in millionths of a share. */
export function sizeStep(price: bigint): bigint {
  let [divisor, rest] = [ONE, price];
  while (rest > 0n) [divisor, rest] = [rest, divisor % rest];
  return ONE / divisor;
}

/** What a limit order to buy needs at most. */
export function limitCost(price: bigint, shares: bigint, feeBps: number): bigint {
  return divideUp(price * shares, ONE) + feeReserve(price, shares, feeBps);
}

/** Collateral for one share; null for nothing. */
export function averagePrice({ shares, collateral }: Pick<Take, 'shares' | 'collateral'>): bigint | null {
  return shares === 0n ? null : (collateral * ONE + shares / 2n) / shares;
}

/** The largest multiple of `step` up to `most` that `fits`, where whatever is smaller fits too. */
export function largestFitting(most: bigint, step: bigint, fits: (value: bigint) => boolean): bigint {
  let [low, high] = [0n, most < 0n ? 0n : most / step];
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (fits(middle * step)) low = middle;
    else high = middle - 1n;
  }
  return low * step;
}

/** `Math.min` takes no bigint. */
export function lesser(left: bigint, right: bigint): bigint {
  if (left < right) return left;
  return right;
}

export function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}
