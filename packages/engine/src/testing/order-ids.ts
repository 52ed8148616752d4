/** Ids of orders for tests: spread as digests are, so that a table of them is searched as in a venue. */
import { type OrderId, orderId } from '../units/ids.ts';

/** The id of the order with that number, 0..2^53. */
export function numberedOrderId(number: number): OrderId {
  const spread = Math.imul(number, 0x9e3779b1) >>> 0;
  return orderId(`0x${spread.toString(16).padStart(8, '0')}${number.toString(16).padStart(56, '0')}`);
}
