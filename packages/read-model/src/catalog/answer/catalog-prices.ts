/** Prices of a market in reads, as exact decimals computed from integers. */
import { displayedHalfTicks, type FeeSchedule, HALF_TICKS_PER_UNIT, NO_PRICE_HALF_TICKS } from '@bellwether/contract';
import { halfPriceText, ticksNumber } from '@bellwether/wire/forms/decimal.ts';
import type { MarketView } from '../query/catalog-market-views.ts';

/** Taker fee at a rate in 1/10000, in the format of the catalog and the feeds. */
export function feeSchedule(takerFeeRate: number): FeeSchedule {
  return { rate: ticksNumber(takerFeeRate), exponent: 1, takerOnly: true, rebateRate: 0 };
}

type Priced = Pick<
  MarketView,
  'payout_0' | 'closed' | 'archived' | 'best_bid_ticks' | 'best_ask_ticks' | 'last_price_ticks' | 'recorded_half_ticks'
>;

/** Displayed price of the first outcome in 1/20000; null if unknown. */
export function firstHalfTicks(view: Priced): number | null {
  const isOver = view.payout_0 !== null || view.closed === 1 || view.archived === 1;
  return displayedHalfTicks({
    payout: view.payout_0,
    bid: isOver ? 0 : view.best_bid_ticks,
    ask: isOver ? 0 : view.best_ask_ticks,
    lastTrade: view.last_price_ticks,
    recordedHalfTicks: isOver ? view.recorded_half_ticks : null,
  });
}

/** Displayed prices of both outcomes: 0.5 each, with `isKnown` false, if there is no price. */
export interface ShownPrices<Price> {
  readonly prices: readonly [Price, Price];
  readonly isKnown: boolean;
}

function shownPrices<Price>(view: Priced, priceOf: (halfTicks: number) => Price): ShownPrices<Price> {
  const known = firstHalfTicks(view);
  const first = known ?? NO_PRICE_HALF_TICKS;
  return { prices: [priceOf(first), priceOf(HALF_TICKS_PER_UNIT - first)], isKnown: known !== null };
}

export const shownPriceTexts = (view: Priced): ShownPrices<string> => shownPrices(view, halfPriceText);

export const shownPriceNumbers = (view: Priced): ShownPrices<number> =>
  shownPrices(view, (halfTicks) => halfTicks / HALF_TICKS_PER_UNIT);
