/**
 * Bounds quotes across an event whose markets share one winner. One complete set of first outcomes pays exactly one
 * unit, so best bids that sum to more, or best offers that sum to less, would give money away. Pure, like `quotes.ts`.
 */
import type { Quote, QuoteSide } from './quotes.ts';

const PRICE_ONE = 10_000;

/**
 * Moves a ladder away from the middle until the event gives nothing away. `others`: all quotes that stand or may stand,
 * for each other market of the event. A market without offers means that the set cannot be bought.
 */
export function boundByEvent(quotes: readonly Quote[], others: readonly (readonly Quote[])[], tick: number): Quote[] {
  const bidMost = PRICE_ONE - sum(others.map((other) => Math.max(0, ...pricesOf(other, 'bid'))));
  const askLeast = PRICE_ONE - sum(others.map((other) => Math.min(PRICE_ONE, ...pricesOf(other, 'ask'))));
  const down = ticksBetween(bidMost, Math.max(0, ...pricesOf(quotes, 'bid')), tick);
  const up = ticksBetween(Math.min(PRICE_ONE, ...pricesOf(quotes, 'ask')), askLeast, tick);
  return quotes
    .map((quote) => ({ ...quote, price: quote.price + (quote.side === 'bid' ? -down : up) * tick }))
    .filter(({ price }) => price >= tick && price <= PRICE_ONE - tick);
}

/** Whole ticks from the lower price to the upper one, rounded up; 0 if it is not above. */
const ticksBetween = (lower: number, upper: number, tick: number): number =>
  Math.max(0, Math.ceil((upper - lower) / tick));

const pricesOf = (quotes: readonly Quote[], wanted: QuoteSide): number[] =>
  quotes.filter(({ side }) => side === wanted).map(({ price }) => price);

const sum = (prices: readonly number[]): number => prices.reduce((total, price) => total + price, 0);
