/**
 * Order ids for a tape, derived from a counter. The exchange finds orders by the first word of an id's second half,
 * which is as good as random in digests. With a plain counter there, each lookup would search all orders.
 */
import { type OrderId, orderId } from '@bellwether/engine';

/** 2^32 by the golden ratio. An odd number, so its multiples modulo 2^32 are all different; they also lie far apart. */
const GOLDEN = 0x9e3779b1;

/** Returns the order id for `count`, which is 1 or more and different for each order. */
export function tapeOrderId(count: number): OrderId {
  return orderId(`0x7a9e${hex(0, 28)}${hex(Math.imul(count, GOLDEN) >>> 0, 8)}${hex(count, 24)}`);
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');
