/**
 * Unique orders of real accounts around a mid of 0.50: even accounts bid for YES, odd ones for NO, so that about a third
 * cross and mint pairs, and no account meets itself. Bodies are signed beforehand; request signatures when a run begins.
 */

import { createRandom } from './random.ts';
import type { Trader, TradingFloor } from './trading-floor.ts';

const CENTS = 100;

export interface SignedBody {
  readonly trader: Trader;
  readonly json: string;
}

export function signOrders(floor: TradingFloor, count: number, seed: number): SignedBody[] {
  const random = createRandom(seed);
  const bodies: SignedBody[] = [];
  const now = Date.now();
  for (let index = 0; index < count; index++) {
    const account = random.below(floor.traders.length);
    const trader = floor.traders[account] as Trader;
    const tokens = floor.tokens[random.below(floor.tokens.length)] as readonly [string, string];
    // YES between 0.40 and 0.52, NO between 0.40 and 0.52: they meet when the two add up to 1 or more.
    const cents = 40 + random.below(13);
    const size = (5 + random.below(20)) * 1_000_000;
    const order = trader.wallet.order({
      salt: seed * 1_000_000_000 + index,
      tokenId: tokens[account % 2] as string,
      makerAmount: (size / CENTS) * cents,
      takerAmount: size,
      side: 'BUY',
      timestamp: now,
    });
    bodies.push({ trader, json: JSON.stringify({ order, owner: trader.credentials.apiKey, orderType: 'GTC' }) });
  }
  return bodies;
}

/** Finished requests with fresh request signatures; must be used within the venue's tolerance. */
export function orderRequests(bodies: readonly SignedBody[]): Buffer[] {
  const timestamp = String(Math.floor(Date.now() / 1000));
  return bodies.map(({ trader, json }) => trader.wallet.request('POST', '/order', json, trader.credentials, timestamp));
}
