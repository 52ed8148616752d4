/** The queue of an order that rested: what stood ahead of it at its price, and what became of that, from rows of orders and fills. */
import { PRICE_ONE } from '@bellwether/engine';
import type { ReadStore } from '../../database.ts';
import { selectAhead } from '../query/explanation.ts';
import type { OrderRow } from '../tables.ts';

/** All bounds of the reads for an explanation. If one is reached, the answer says so. */
export interface ExplanationLimits {
  /** Maximum number of orders, accepted before it, that are read for those ahead of it, and how many at once. */
  readonly ordersReadMax: number;
  readonly ordersReadAtOnce: number;
  /** Maximum number of fills of those read at once. */
  readonly fillsReadMax: number;
  /** Maximum number of changes to the market's terms in the answer. */
  readonly termChangesMax: number;
}

export const EXPLANATION_LIMITS: ExplanationLimits = {
  ordersReadMax: 50_000,
  ordersReadAtOnce: 5_000,
  fillsReadMax: 10_000,
  termChangesMax: 20,
};

/** Shares, in micros. The last four are parts of the first. */
export interface QueueFacts {
  readonly atRest: number;
  readonly traded: number;
  readonly cancelled: number;
  readonly ahead: number;
  /** Not found within the bounds. */
  readonly unknown: number;
  /** Entry up to which this counts. */
  readonly through: number;
}

/** An order that rested has left its own entry open. */
export const hasRested = ({ status, sequence, updated_sequence }: OrderRow): boolean =>
  status !== 'MATCHED' || updated_sequence > sequence;

/** `shown`: last entry of the rows. An order that was cancelled counts up to the entry before. */
export async function queueFacts(
  database: ReadStore,
  order: OrderRow,
  shown: number,
  { ordersReadMax, ordersReadAtOnce, fillsReadMax }: ExplanationLimits,
): Promise<QueueFacts> {
  const { number, status, updated_sequence, ahead_micros: atRest } = order;
  const through = status === 'LIVE' ? shown : status === 'MATCHED' ? updated_sequence : updated_sequence - 1;
  const last = Math.max(0, number - ordersReadMax);
  const otherPriceTicks = PRICE_ONE - order.price_ticks;
  let [found, traded, cancelled] = [0, 0, 0];
  for (let below = number; found < atRest && below > last; below -= ordersReadAtOnce) {
    const span = { from: Math.max(last, below - ordersReadAtOnce), below, otherPriceTicks };
    for (const one of await selectAhead(database, order, span, through, fillsReadMax)) {
      const isCancelled = one.status !== 'LIVE' && one.status !== 'MATCHED' && one.endedSequence <= through;
      found += one.leftMicros + one.sinceMicros;
      traded += one.tradedMicros;
      if (isCancelled) cancelled += one.leftMicros;
    }
  }
  return {
    atRest,
    traded,
    cancelled,
    ahead: found - traded - cancelled,
    unknown: Math.max(0, atRest - found),
    through,
  };
}
