/** The prices that reads show of a market, as exact decimals from integers. */
import { PRICE_ONE } from '@bellwether/engine';
import type { MarketView } from '../../queries/catalog-market-views.ts';

/** A wider spread says too little of the price: then the last trade is shown. In 1/10000. */
const SPREAD_SHOWN_MAX = 1_000;
const MICROS_PER_UNIT = 1_000_000;

/** value / 10^scale in plain decimal notation without trailing zeros. `value` is a non-negative safe integer. */
export function decimalText(value: number, scale: number): string {
  const digits = String(value).padStart(scale + 1, '0');
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  const whole = digits.slice(0, digits.length - scale);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** Micros as units, a JSON number. */
export const unitsNumber = (micros: number): number => micros / MICROS_PER_UNIT;
/** 1/10000 as a JSON number. */
export const ticksNumber = (ticks: number): number => ticks / PRICE_ONE;

type Priced = Pick<MarketView, 'payout_0' | 'best_bid_ticks' | 'best_ask_ticks' | 'last_price_ticks'>;

/**
 * Displayed price of both outcomes in 1/20000: the payouts once resolved; the midpoint (an empty side counts as 0 or 1)
 * while the spread is at most 0.10; else the last trade, or the midpoint when there was none.
 */
export function displayedHalfTicks(view: Priced): readonly [number, number] {
  const first = firstHalfTicks(view);
  return [first, 2 * PRICE_ONE - first];
}

function firstHalfTicks(view: Priced): number {
  if (view.payout_0 !== null) return 2 * view.payout_0;
  const ask = view.best_ask_ticks === 0 ? PRICE_ONE : view.best_ask_ticks;
  const midpoint = view.best_bid_ticks + ask;
  if (ask - view.best_bid_ticks <= SPREAD_SHOWN_MAX || view.last_price_ticks === null) return midpoint;
  return 2 * view.last_price_ticks;
}

/** Half ticks are 5 units of the fifth decimal. */
export function displayedPriceTexts(view: Priced): readonly [string, string] {
  const [first, second] = displayedHalfTicks(view);
  return [decimalText(first * 5, 5), decimalText(second * 5, 5)];
}

export function displayedPriceNumbers(view: Priced): readonly [number, number] {
  const [first, second] = displayedHalfTicks(view);
  return [first / (2 * PRICE_ONE), second / (2 * PRICE_ONE)];
}
