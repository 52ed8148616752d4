/** How many resting orders hold from a wallet, so that a refusal can say so without walking over all of them. */
import type { OpenOrder } from '../orders/open-order.ts';
import { assert } from '../units/assert.ts';
import type { Wallet } from './wallet.ts';

/** Counts an order that begins (1) or ceases (-1) to rest. Derived from the open orders: snapshots leave it out. */
export function countResting(wallet: Wallet, order: Pick<OpenOrder, 'side' | 'market' | 'outcome'>, by: 1 | -1): void {
  if (order.side === 'BUY') {
    wallet.buys += by;
    return;
  }
  const position = wallet.positions.get(order.market);
  // A position that was sold out is gone, and its counts with it.
  if (position === undefined) return assert(by === -1, 'a resting SELL holds shares');
  position.sells ??= [0, 0];
  position.sells[order.outcome] += by;
}
