/** An order book as a ladder: best prices in the middle, cumulative sizes outwards. Pure and exact. */
import type { Book } from '@bellwether/contract';
import { fromMicros, toMicros } from '../format/decimal.ts';

const ONE = 1_000_000n;

export interface LadderLevel {
  readonly price: string;
  readonly size: string;
  /** Shares from the best price up to this one. */
  readonly depth: string;
  /** Collateral that `depth` shares cost or bring. */
  readonly cost: string;
  /** Depth in percent of the deepest rung shown, for the bar. */
  readonly fill: number;
}

interface Ladder {
  /** Best first. */
  readonly asks: readonly LadderLevel[];
  readonly bids: readonly LadderLevel[];
  /** Best ask minus best bid; null if a side is empty. */
  readonly spread: string | null;
  readonly last: string | null;
}

/** Returns the best `rungs` levels of each side. O(rungs). */
export function ladderOf(book: Pick<Book, 'bids' | 'asks' | 'last_trade_price'>, rungs: number): Ladder {
  const asks = climb(book.asks, rungs);
  const bids = climb(book.bids, rungs);
  const deepest = [asks, bids].reduce((most, side) => {
    const depth = side.at(-1)?.depth ?? 0n;
    return depth > most ? depth : most;
  }, 1n);
  const [bestAsk, bestBid] = [asks[0], bids[0]];
  return {
    asks: asks.map((rung) => written(rung, deepest)),
    bids: bids.map((rung) => written(rung, deepest)),
    spread: bestAsk === undefined || bestBid === undefined ? null : fromMicros(bestAsk.price - bestBid.price),
    last: book.last_trade_price === '' ? null : book.last_trade_price,
  };
}

interface Step {
  readonly price: bigint;
  readonly size: bigint;
  readonly depth: bigint;
  readonly cost: bigint;
}

/** Returns the best levels with running totals. The venue lists the best level last. */
function climb(levels: Book['bids'], rungs: number): readonly Step[] {
  const steps: Step[] = [];
  let depth = 0n;
  let cost = 0n;
  for (const level of levels.slice(-rungs).reverse()) {
    const [price, size] = [toMicros(level.price) ?? 0n, toMicros(level.size) ?? 0n];
    depth += size;
    cost += (price * size) / ONE;
    steps.push({ price, size, depth, cost });
  }
  return steps;
}

function written({ price, size, depth, cost }: Step, deepest: bigint): LadderLevel {
  return {
    price: fromMicros(price),
    size: fromMicros(size),
    depth: fromMicros(depth),
    cost: fromMicros(cost),
    fill: Number((depth * 100n) / deepest),
  };
}
