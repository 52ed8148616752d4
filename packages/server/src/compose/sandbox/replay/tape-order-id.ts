/**
 * Ids of the orders that stand for a tape, by a count. The exchange finds orders by the first word of an id's second half, which of
 * digests is as good as chance: with a mere count there it would search all of them each time.
 */
import { type OrderId, orderId } from '@bellwether/engine';

/** 2^32 by the golden ratio. It is odd: its multiples modulo 2^32 are all different, and far from each other. */
const GOLDEN = 0x9e3779b1;

/** `count`: 1 or more, another one for each order. */
export function tapeOrderId(count: number): OrderId {
  return orderId(`0x7a9e${hex(0, 28)}${hex(Math.imul(count, GOLDEN) >>> 0, 8)}${hex(count, 24)}`);
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');
