/** Queue of an order in an explanation: sums of steps as figures. Pure functions. */
import type { OrderExplanation } from '@bellwether/contract';
import { amountText, priceText } from '@bellwether/wire/forms/decimal.ts';
import type { LevelRow, StepSum } from '../../query/queue.ts';
import { STEP_CANCELED, STEP_FILLED } from '../../queue-tables.ts';
import type { OrderRow } from '../../tables.ts';
import type { RestFacts } from './order-facts.ts';

type Queue = NonNullable<OrderExplanation['queue']>;
type Better = NonNullable<Queue['last']['better']>;

/** Number of orders and their size in micro-shares. */
export interface Ahead {
  readonly orders: number;
  readonly micros: number;
}

export function aheadAtArrival({ arrival }: RestFacts): Ahead {
  return { orders: arrival.resting_orders - 1, micros: arrival.resting_micros - arrival.size_micros };
}

const ofThoseAhead = (sums: readonly StepSum[]): StepSum[] => sums.filter(({ isAhead }) => isAhead === 1);
const isGone = ({ kind }: StepSum): boolean => kind >= STEP_FILLED;

/** Orders ahead where the count ended: now, at the order's end, or at a bound. */
export function aheadAtLast(rest: RestFacts): Ahead {
  const left = ofThoseAhead(rest.sums);
  const first = aheadAtArrival(rest);
  return {
    orders: first.orders - total(left.filter(isGone), ({ steps }) => steps),
    micros: first.micros - total(left, ({ micros }) => micros),
  };
}

/** Orders ahead when the other side first was as close as it ever came. */
export function aheadAtNearest(rest: RestFacts): Ahead {
  const left = ofThoseAhead(rest.sums);
  const first = aheadAtArrival(rest);
  return {
    orders: first.orders - total(left.filter(isGone), ({ stepsThen }) => stepsThen),
    micros: first.micros - total(left, ({ microsThen }) => microsThen),
  };
}

export function shownAhead({ orders, micros }: Ahead): { orders: number; shares: string } {
  return { orders, shares: amountText(micros) };
}

export function shownQueue(order: OrderRow, rest: RestFacts): Queue {
  const left = ofThoseAhead(rest.sums);
  const traded = left.filter(({ kind }) => kind <= STEP_FILLED);
  const filled = left.filter(({ kind }) => kind === STEP_FILLED);
  const cancelled = left.filter(({ kind }) => kind > STEP_FILLED);
  const { sequence, timeMs, isBounded } = rest.through;
  return {
    arrival: {
      timestamp: String(order.created_ms),
      ahead: shownAhead(aheadAtArrival(rest)),
      better: shownBetter(rest.betterThen),
    },
    since: {
      through: sequence,
      timestamp: String(timeMs),
      traded: {
        shares: amountText(total(traded, ({ micros }) => micros)),
        orders: total(filled, ({ steps }) => steps),
      },
      cancelled: {
        shares: amountText(total(cancelled, ({ micros }) => micros)),
        orders: total(cancelled, ({ steps }) => steps),
        reasons: Object.fromEntries(cancelled.map(({ kind, steps }) => [cancelReason(kind), steps])),
      },
    },
    last: {
      at: isBounded ? 'bound' : order.status === 'LIVE' ? 'now' : 'end',
      ahead: shownAhead(aheadAtLast(rest)),
      better: isBounded ? null : shownBetter(rest.betterLast),
    },
  };
}

function shownBetter(levels: readonly LevelRow[]): Better {
  return {
    prices: levels.length,
    orders: total(levels, ({ orders }) => orders),
    shares: amountText(total(levels, ({ micros }) => micros)),
  };
}

/** Reason of a cancel, by the kind of the order's last step. */
export function cancelReason(kind: number): keyof typeof STEP_CANCELED {
  for (const [reason, code] of Object.entries(STEP_CANCELED)) {
    if (code === kind) return reason as keyof typeof STEP_CANCELED;
  }
  throw new Error(`no cancel is a step of kind ${kind}`);
}

function total<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0);
}

/** Text of a price in YES terms, converted to an outcome's terms. */
export function ownPriceText(priceTicks: number, outcome: number): string {
  return priceText(outcome === 0 ? priceTicks : 10_000 - priceTicks);
}
