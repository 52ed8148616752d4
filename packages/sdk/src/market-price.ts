/** The worst price that an order trading at once needs, read off a book. Pure, in exact numbers. */
import type { Book } from '@bellwether/contract';
import { formatAmount, formatPrice, parseAmount, parsePrice } from './amounts.ts';
import { InvalidInputError } from './errors.ts';
import type { Side } from './typed-data.ts';

/** What to trade: collateral to spend, or shares. */
export type Quantity =
  | { readonly unit: 'collateral'; readonly amount: string }
  | { readonly unit: 'shares'; readonly amount: string };

export interface Walk {
  /** Price of the last level reached. */
  readonly price: string;
  /** What the levels cost or bring up to the quantity, in collateral, rounded up to a millionth. */
  readonly collateral: string;
  /** False when the book ends before the quantity is reached. */
  readonly isEnough: boolean;
}

const PRICE_ONE = 10_000n;

/** Takes a book from its best level on until the quantity is reached. Throws `InvalidInputError` for an empty side. */
export function walkBook(book: Pick<Book, 'asset_id' | 'bids' | 'asks'>, side: Side, quantity: Quantity): Walk {
  const levels = side === 'BUY' ? book.asks : book.bids;
  let left = parseAmount(quantity.amount);
  let collateral = 0n;
  let reached: bigint | null = null;
  // The best level is the last.
  for (let index = levels.length - 1; index >= 0 && (left > 0n || reached === null); index -= 1) {
    const level = levels[index];
    if (level === undefined) break;
    reached = parsePrice(level.price);
    const size = parseAmount(level.size);
    const cost = divideUp(size * reached, PRICE_ONE);
    const all = quantity.unit === 'shares' ? size : cost;
    // `Math.min` takes no bigint.
    const isAll = left >= all;
    const taken = isAll ? all : left;
    collateral += quantity.unit === 'collateral' ? taken : divideUp(taken * reached, PRICE_ONE);
    left -= taken;
  }
  if (reached === null) {
    throw new InvalidInputError(`nobody ${side === 'BUY' ? 'offers' : 'bids for'} token ${book.asset_id}`);
  }
  return { price: formatPrice(reached), collateral: formatAmount(collateral), isEnough: left <= 0n };
}

function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}
