/**
 * Number of resting orders that hold funds of a wallet, so that a refusal can state it without a walk over all orders.
 */
import type { OpenOrder } from '../orders/open-order.ts';
import { assert } from '../units/assert.ts';
import type { Wallet } from './wallet.ts';

/** Counts an order that starts (1) or stops (-1) resting. Derived from the open orders: snapshots omit it. */
export function countResting(wallet: Wallet, order: Pick<OpenOrder, 'side' | 'market' | 'outcome'>, by: 1 | -1): void {
  if (order.side === 'BUY') {
    wallet.buys += by;
    return;
  }
  const position = wallet.positions.get(order.market);
  // A sold-out position is gone, along with its counts.
  if (position === undefined) return assert(by === -1, 'a resting SELL holds shares');
  position.sells ??= [0, 0];
  position.sells[order.outcome] += by;
}
