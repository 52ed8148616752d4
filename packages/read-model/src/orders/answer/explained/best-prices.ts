/** Best prices of a book for an explanation, in terms of the order's outcome. Pure functions. */
import { ASK, BID, type Market, PRICE_ONE } from '@bellwether/engine';
import { priceText } from '@bellwether/wire/forms/decimal.ts';

/** Best prices in YES terms, in 1/10000; 0 for none. */
export interface BestPrices {
  readonly bestBid: number;
  readonly bestAsk: number;
}

/** Facts that decide which price an order needs. */
type Terms = { readonly side: 'BUY' | 'SELL'; readonly outcome: number };

export const bestPricesOf = (market: Market | undefined): BestPrices => ({
  bestBid: market?.book?.bestPrice(BID) ?? 0,
  bestAsk: market?.book?.bestPrice(ASK) ?? 0,
});

export const bestText = (best: number, outcome: number): string | null =>
  best === 0 ? null : priceText(outcome === 0 ? best : PRICE_ONE - best);

/** Best price on the side that the order would match, for its own outcome. */
export function oppositeText({ side, outcome }: Terms, { bestBid, bestAsk }: BestPrices): string | null {
  const isBid = (side === 'BUY') === (outcome === 0);
  return bestText(isBid ? bestAsk : bestBid, outcome);
}

/** Condition for a limit order to be filled, to follow `It needs `; `now`: result of `oppositeText`. */
export function reachWords({ side }: Pick<Terms, 'side'>, limit: number, now: string | null): string {
  const best = side === 'BUY' ? 'best offer' : 'best bid';
  const reach = side === 'BUY' ? 'or lower' : 'or higher';
  return `the ${best} to be ${priceText(limit)} ${reach} to be filled: ${currentWords(now)}.`;
}

export const currentWords = (now: string | null): string => (now === null ? 'there is none now' : `it is ${now} now`);
