/**
 * A long history with many open orders: makers bid for NO between 0.40 and 0.59; while more rests than should by now,
 * takers buy YES at the best price. Every order is for ten shares, so that a taker fills one maker.
 */
import { ASK, marketId, orderId } from '@bellwether/engine';
import type { NextCommand } from '../shared/history.ts';
import { buyOrder } from '../shared/history.ts';
import { createRandom } from '../shared/random.ts';

export const MAKERS = 40;
export const TAKERS = 10;
const SIZE = 10_000_000;

/** `orders` orders over `markets` markets, of which about `open` rest at the end. */
export function mixedOrders(orders: number, open: number, markets: number): NextCommand {
  const random = createRandom(7);
  let placed = 0;
  return (state) => {
    if (placed === orders) return null;
    const market = marketId(random.below(markets));
    const bestAsk = state.markets[market]?.book?.bestPrice(ASK) ?? 0;
    const takes = bestAsk !== 0 && state.openOrders.size > (open * placed) / orders;
    placed++;
    const id = orderId(random.hex(32));
    if (takes) return buyOrder(id, MAKERS + random.below(TAKERS), market, 0, bestAsk, SIZE);
    return buyOrder(id, random.below(MAKERS), market, 1, 4_000 + random.below(20) * 100, SIZE);
  };
}
