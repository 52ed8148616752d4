/** A long ledger: makers rest large orders, takers eat them in small bites, one trade each. */
import { ASK, type MarketId, marketId, orderId } from '@bellwether/engine';
import type { NextCommand } from '../shared/history.ts';
import { buyOrder } from '../shared/history.ts';
import { createRandom } from '../shared/random.ts';

export const MARKETS = 100;
export const MAKERS = 20;
export const TAKERS = 480;
const BITE = 5_000_000;
const LARGE = 1_000_000_000;

/** `trades` trades between 500 accounts in 100 markets. */
export function manyTrades(trades: number): NextCommand {
  const random = createRandom(11);
  let traded = 0;
  return (state) => {
    if (traded === trades) return null;
    const market: MarketId = marketId(random.below(MARKETS));
    const bestAsk = state.markets[market]?.book?.bestPrice(ASK) ?? 0;
    const id = orderId(random.hex(32));
    if (bestAsk === 0) return buyOrder(id, random.below(MAKERS), market, 1, 4_500 + random.below(10) * 100, LARGE);
    traded++;
    return buyOrder(id, MAKERS + random.below(TAKERS), market, 0, bestAsk, BITE);
  };
}
