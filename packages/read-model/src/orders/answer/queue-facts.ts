/**
 * The queue of a resting order, from the steps at its price: orders ahead, orders that left, and how close the other
 * side came.
 */
import { type BookSide, bookPriceOf, bookSideOf, opposite, PRICE_ONE, price } from '@bellwether/engine';
import type { ReadStore } from '../../database.ts';
import { selectOrder } from '../query/orders.ts';
import {
  type PriceSpan,
  type QueuePlace,
  selectFirstApproach,
  selectFirstStepAt,
  selectLevels,
  selectStep,
  selectTradeTime,
  sumSteps,
} from '../query/queue.ts';
import { type BookStepRow, STEP_FILLED, STEP_RESTED } from '../queue-tables.ts';
import type { OrderRow } from '../tables.ts';
import type { RestFacts } from './explained/order-facts.ts';
import type { ExplanationLimits } from './explanation-limits.ts';

export function placeOf({ market, side, outcome, price_ticks }: OrderRow): QueuePlace {
  const own = outcome === 0 ? 0 : 1;
  return { market, side: bookSideOf(side, own), priceTicks: bookPriceOf(price(price_ticks), own) };
}

/** Better prices on the order's own side. */
const betterThan = ({ market, side, priceTicks }: QueuePlace): PriceSpan => ({
  market,
  side,
  ...(side === 0 ? { above: priceTicks, below: PRICE_ONE + 1 } : { above: 0, below: priceTicks }),
  descending: side === 0,
});

/** Prices on the other side that do not match an order at this price, nearest first. */
const beyond = ({ market, side, priceTicks }: QueuePlace): PriceSpan => ({
  market,
  side: opposite(side),
  ...(side === 0 ? { above: priceTicks, below: PRICE_ONE + 1 } : { above: 0, below: priceTicks }),
  descending: side === 1,
});

/** Best price of a side after an entry, in YES terms; null if it was empty, or none was found among the prices read. */
export async function bestAt(
  database: ReadStore,
  market: number,
  side: BookSide,
  sequence: number,
  { pricesLookedAtMax }: ExplanationLimits,
): Promise<{ readonly best: number | null; readonly isBounded: boolean }> {
  const span = { market, side, above: 0, below: PRICE_ONE + 1, descending: side === 0 };
  const at = { after: sequence, to: sequence };
  const { approach, isBounded } = await selectFirstApproach(database, span, at, pricesLookedAtMax);
  return { best: approach?.priceTicks ?? null, isBounded };
}

/**
 * Facts about the order's rest; null if it never rested. `shown` is the last entry of the rows; `bounds` collects the
 * bounds that were reached.
 */
export async function restFacts(
  database: ReadStore,
  order: OrderRow,
  shown: number,
  { pricesLookedAtMax, stepsCountedMax }: ExplanationLimits,
  bounds: Set<string>,
): Promise<RestFacts | null> {
  const pricesBound = (what: string): string => `${pricesLookedAtMax} prices were looked at for ${what}`;
  const place = placeOf(order);
  const arrival = await selectStep(database, place, order.sequence, order.number);
  if (arrival === null || arrival.kind !== STEP_RESTED) return null;
  const isOpen = order.status === 'LIVE';
  const to = isOpen ? shown : order.updated_sequence;
  // Effects of the ending entry on other orders are not part of this order's life, except in turn at its own price.
  const lifeTo = isOpen ? shown : to - 1;
  const departure = isOpen ? null : await selectStep(database, place, to, order.number);
  const life = { after: arrival.sequence, to: lifeTo };
  const nearest = await selectFirstApproach(database, beyond(place), life, pricesLookedAtMax);
  if (nearest.isBounded) bounds.add(pricesBound('the nearest price of the other side'));
  const then = nearest.approach?.sequence ?? to;
  // The ending entry may continue at this price: steps after the order's own are not part of its life.
  const span = { after: arrival.sequence, to, lastStep: departure?.step ?? Number.MAX_SAFE_INTEGER };
  const sums = await sumSteps(database, place, span, order.number, then, stepsCountedMax);
  const counted = sums.reduce((total, { steps }) => total + steps, 0);
  const isBounded = counted >= stepsCountedMax;
  const through = isBounded ? Math.max(...sums.map(({ lastSequence }) => lastSequence)) : to;
  const ahead = sums.filter(({ isAhead }) => isAhead === 1);
  const lastAhead = ahead.length === 0 ? null : Math.max(...ahead.map(({ lastSequence }) => lastSequence));
  const betterThen = await selectLevels(database, betterThan(place), arrival.sequence, pricesLookedAtMax);
  const betterLast = await selectLevels(database, betterThan(place), lifeTo, pricesLookedAtMax);
  if (betterThen.isBounded || betterLast.isBounded) bounds.add(pricesBound('better prices of its side'));
  const throughMs = isBounded ? await timeAt(database, place, through) : order.updated_ms;
  if (isBounded) {
    bounds.add(
      `the first ${stepsCountedMax} steps at its price were counted, up to ${new Date(throughMs).toISOString()}`,
    );
  }
  return {
    arrival,
    departure,
    betterThen: betterThen.levels,
    betterLast: betterLast.levels,
    sums,
    through: { sequence: through, timeMs: throughMs, isBounded },
    lastAheadMs: lastAhead === null ? null : await timeAt(database, place, lastAhead),
    nearest:
      nearest.approach === null
        ? null
        : {
            priceTicks: nearest.approach.priceTicks,
            timeMs: await timeOfApproach(database, place, order, nearest.approach),
          },
  };
}

function timeOfApproach(
  database: ReadStore,
  { market, side }: QueuePlace,
  order: OrderRow,
  { priceTicks, sequence }: { readonly priceTicks: number; readonly sequence: number },
): Promise<number> | number {
  // The price was already there when the order arrived.
  if (sequence === order.sequence) return order.created_ms;
  return timeAt(database, { market, side: opposite(side), priceTicks }, sequence);
}

/** Time of an entry with a step at a price, in Unix milliseconds. */
async function timeAt(database: ReadStore, place: QueuePlace, sequence: number): Promise<number> {
  const step = await selectFirstStepAt(database, place, sequence);
  if (step === null) throw new Error(`entry ${sequence} made no step at ${place.priceTicks}`);
  return timeOf(database, step);
}

async function timeOf(database: ReadStore, { kind, sequence, order_number }: BookStepRow): Promise<number> {
  if (kind > STEP_RESTED && kind <= STEP_FILLED) {
    const timeMs = await selectTradeTime(database, sequence);
    if (timeMs === null) throw new Error(`entry ${sequence} holds no trade`);
    return timeMs;
  }
  const order = await selectOrder(database, order_number);
  if (order === null) throw new Error(`order ${order_number} has no row`);
  return kind === STEP_RESTED ? order.created_ms : order.updated_ms;
}
