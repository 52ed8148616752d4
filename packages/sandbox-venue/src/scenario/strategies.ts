/** Strategies of house traders: their quotes and takes, from their beliefs and the book. */
import type { ScenarioMaker, ScenarioTaker } from '@bellwether/contract';
import type { Outcome } from '@bellwether/engine';
import type { Randomness } from '@bellwether/ports/runtime.ts';

/** A price in 1/10000 of the named outcome, and a size in shares. */
export interface Quote {
  readonly outcome: Outcome;
  readonly side: 'BUY' | 'SELL';
  readonly price: number;
  readonly size: number;
}

const ONE = 10_000;

/** Bids for both outcomes, which need only collateral: a bid for the second outcome offers the first. */
export function quotesOf({ spread, size, levels }: ScenarioMaker, belief: number, tick: number): Quote[] {
  const middle = belief * ONE;
  const half = (spread * ONE) / 2;
  const quotes: Quote[] = [];
  for (let level = 0; level < levels; level++) {
    const bid = Math.floor((middle - half) / tick) * tick - level * tick;
    const ask = Math.ceil((middle + half) / tick) * tick + level * tick;
    if (bid >= tick) quotes.push({ outcome: 0, side: 'BUY', price: bid, size });
    if (ask <= ONE - tick) quotes.push({ outcome: 1, side: 'BUY', price: ONE - ask, size });
  }
  return quotes;
}

/**
 * Returns the order of a taker; null: none. `bid` and `ask` are the best prices of the first outcome, 0 if there is
 * none.
 */
export function takenBy(
  { size, noise }: ScenarioTaker,
  belief: number,
  { bid, ask }: { readonly bid: number; readonly ask: number },
  random: Randomness,
): Quote | null {
  const chance = (): number => random.below(1_000_000) / 1_000_000;
  const follows = chance() >= noise;
  const wanted = Math.max(1, Math.round(size * (0.2 + 0.8 * chance())));
  const buysFirst = follows ? belief * ONE > ask : chance() < belief;
  if (buysFirst && ask > 0 && (!follows || belief * ONE > ask))
    return { outcome: 0, side: 'BUY', price: ask, size: wanted };
  if (bid > 0 && (!follows || belief * ONE < bid)) return { outcome: 1, side: 'BUY', price: ONE - bid, size: wanted };
  return null;
}
