/** The worst price that an immediately executed order needs, read off a book. Pure, with exact numbers. */
import type { Book } from '@bellwether/contract';
import { formatAmount, formatPrice, parseAmount, parsePrice } from './amounts.ts';
import { InvalidInputError } from './errors.ts';
import type { Side } from './typed-data.ts';

/** The amount to trade: collateral to spend, or shares. */
export type Quantity =
  | { readonly unit: 'collateral'; readonly amount: string }
  | { readonly unit: 'shares'; readonly amount: string };

export interface Walk {
  /** Price of the last level reached. */
  readonly price: string;
  /** Cost or proceeds of the levels up to the quantity, in collateral, rounded up to a millionth. */
  readonly collateral: string;
  /** False if the book ends before the quantity is reached. */
  readonly isEnough: boolean;
}

const PRICE_ONE = 10_000n;

/**
 * Walks a book from its best level until the quantity is reached, as the venue does. A budget is spent at exact prices
 * and suffices if its rest buys no millionth of a share at the price reached. Throws `InvalidInputError` for an empty
 * side.
 */
export function walkBook(book: Pick<Book, 'asset_id' | 'bids' | 'asks'>, side: Side, quantity: Quantity): Walk {
  const levels = side === 'BUY' ? book.asks : book.bids;
  const isBudget = quantity.unit === 'collateral';
  // Shares in millionths; collateral in ten-thousandths of a millionth, so that every cost is whole.
  let left = parseAmount(quantity.amount) * (isBudget ? PRICE_ONE : 1n);
  let cost = 0n;
  let reached: bigint | null = null;
  const isEnough = (price: bigint): boolean => (isBudget ? left < price : left <= 0n);
  // The best level is the last.
  for (const level of levels.toReversed()) {
    if (reached !== null && isEnough(reached)) break;
    reached = parsePrice(level.price);
    const size = parseAmount(level.size);
    const all = isBudget ? size * reached : size;
    // `Math.min` takes no bigint.
    const isAll = left >= all;
    const taken = isAll ? all : left;
    cost += isBudget ? taken : taken * reached;
    left -= taken;
  }
  if (reached === null) {
    throw new InvalidInputError(`no one ${side === 'BUY' ? 'offers' : 'bids for'} token ${book.asset_id}`);
  }
  const collateral = formatAmount(divideUp(cost, PRICE_ONE));
  return { price: formatPrice(reached), collateral, isEnough: isEnough(reached) };
}

function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}
