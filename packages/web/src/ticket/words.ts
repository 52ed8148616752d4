/** Describes an order as text. Pure. */
import type { OrderInput } from '@bellwether/sdk';
import { formatCents, formatMoney, formatShares } from '../format/numbers.ts';

export function wordsOf(order: OrderInput, outcome: string): string {
  const verb = order.side === 'BUY' ? 'Buy' : 'Sell';
  if (!('size' in order)) {
    const amount = order.amount ?? order.shares ?? '';
    return order.side === 'BUY'
      ? `${verb} ${outcome} for ${formatMoney(amount)}`
      : `${verb} ${formatShares(amount)} ${outcome}`;
  }
  return `${verb} ${formatShares(order.size)} ${outcome} at ${formatCents(order.price)}`;
}
