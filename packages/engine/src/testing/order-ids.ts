/** Ids of orders for tests: distributed like digests, so that tables of ids behave as in a real venue. */
import { type OrderId, orderId } from '../units/units.ts';

export function numberedOrderId(number: number): OrderId {
  const spread = Math.imul(number, 0x9e3779b1) >>> 0;
  return orderId(`0x${spread.toString(16).padStart(8, '0')}${number.toString(16).padStart(56, '0')}`);
}
