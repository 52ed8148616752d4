/**
 * A market's demands on orders, checked before anything is signed: the price on the tick and between tick and 1 - tick,
 * at least the minimum size, and an expiration that the venue accepts. Pure, with exact numbers.
 */
import { type Book, type MarketVersion, marketVersion } from '@bellwether/contract';
import { isTick, parseAmount, parsePrice, type Tick } from './amounts.ts';
import { InvalidInputError } from './errors.ts';
import type { LimitOrder } from './order.ts';

/** Terms of a token's market. */
export interface Terms {
  readonly tick: Tick;
  /** Smallest order that may rest, in shares. */
  readonly minimumSize: string;
  /** True if the market belongs to a negative-risk event: some venues use another signing domain for these. */
  readonly negRisk: boolean;
  /** Version of the market: `v2` is signed under a domain of its own at some venues. `v1` if left out. */
  readonly version?: MarketVersion;
}

const PRICE_ONE = 10_000n;
/** Shortest life of a GTD order, in seconds. */
const LIFE_SECONDS_MIN = 60;

/** Reads the terms from a book. Throws `InvalidInputError` for an unknown tick size. */
export function termsOf(book: Pick<Book, 'tick_size' | 'min_order_size' | 'neg_risk' | 'market' | 'asset_id'>): Terms {
  if (!isTick(book.tick_size))
    throw new InvalidInputError(`the venue has a tick that is unknown here: ${book.tick_size}`);
  return {
    tick: book.tick_size,
    minimumSize: book.min_order_size,
    negRisk: book.neg_risk,
    version: marketVersion(book.market, book.asset_id),
  };
}

/** Throws `InvalidInputError` for a price off the tick, or closer to 0 or 1 than one tick. */
export function checkPrice(price: string, tick: Tick): void {
  const [value, step] = [parsePrice(price), parsePrice(tick)];
  if (value % step !== 0n) throw new InvalidInputError(`price ${price} is no multiple of the market's tick ${tick}`);
  if (value < step || value > PRICE_ONE - step)
    throw new InvalidInputError(`price ${price} must lie between ${tick} and 1 - ${tick}`);
}

/**
 * Throws `InvalidInputError` for a resting order that the market would refuse because of its price, size or expiration.
 */
export function checkLimitOrder(order: LimitOrder, terms: Terms, nowMs: number): void {
  checkPrice(order.price, terms.tick);
  checkExpiration(order, nowMs);
  if (parseAmount(order.size, 'size') < parseAmount(terms.minimumSize))
    throw new InvalidInputError(`size ${order.size} is less than the market's minimum ${terms.minimumSize}`);
}

/** Throws `InvalidInputError` if type and expiration contradict each other, or the order would expire too soon. */
export function checkExpiration({ type = 'GTC', expiration = 0 }: LimitOrder, nowMs: number): void {
  if (type === 'GTC' && expiration !== 0) throw new InvalidInputError('only orders of type GTD have an expiration');
  if (type !== 'GTD') return;
  const earliest = Math.ceil(nowMs / 1000) + LIFE_SECONDS_MIN;
  if (!Number.isSafeInteger(expiration) || expiration < earliest)
    throw new InvalidInputError(
      `expiration must be a whole number of Unix seconds from ${earliest} on: ${JSON.stringify(expiration)}`,
    );
}
