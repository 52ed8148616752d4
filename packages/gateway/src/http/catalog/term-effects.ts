/** Effects of changed terms on the orders that rest in a market, reported to the operator who changed them. */

import type { TermEffect } from '@bellwether/contract';
import { type Market, type OpenOrder, PRICE_ONE, restingOrders } from '@bellwether/engine';
import { ticksNumber, unitsNumber } from '@bellwether/wire/forms/decimal.ts';

/** Terms whose change may have effects. */
export type MarketTermsShown = Pick<Market, 'tick' | 'minimumSize' | 'takerFeeRate'>;

export function termsOf({ tick, minimumSize, takerFeeRate }: Market): MarketTermsShown {
  return { tick, minimumSize, takerFeeRate };
}

/**
 * Effects of the terms in which `market` differs from `before` since the entry `sequence`. O(resting orders of the
 * market).
 */
export function termEffects(before: MarketTermsShown, market: Market, sequence: number): TermEffect[] {
  const { tick, minimumSize, takerFeeRate } = market;
  const changed = before.tick !== tick || before.minimumSize !== minimumSize || before.takerFeeRate !== takerFeeRate;
  if (!changed) return [];
  const resting = restingOrders(market);
  const outside = (isOutside: (order: OpenOrder) => boolean) => ({
    sequence,
    resting_orders: resting.length,
    outside: resting.filter(isOutside).length,
  });
  const effects: TermEffect[] = [];
  if (before.tick !== tick) {
    const isOff = ({ price }: OpenOrder) => price % tick !== 0 || price < tick || price > PRICE_ONE - tick;
    const [from, to] = [ticksNumber(before.tick), ticksNumber(tick)];
    effects.push({ term: 'minimum_tick_size', from, to, ...outside(isOff) });
  }
  if (before.minimumSize !== minimumSize) {
    const [from, to] = [unitsNumber(before.minimumSize), unitsNumber(minimumSize)];
    effects.push({ term: 'minimum_order_size', from, to, ...outside(({ size }) => size < minimumSize) });
  }
  if (before.takerFeeRate !== takerFeeRate) {
    const [from, to] = [before.takerFeeRate, takerFeeRate];
    effects.push({ term: 'taker_base_fee', from, to, ...outside(() => false) });
  }
  return effects;
}
