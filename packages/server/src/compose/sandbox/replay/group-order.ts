/**
 * What one group of messages means, whichever of them was told first: a venue may tell a trade before or after the level that it
 * was made at, so all trades of a group are known before any of its levels is judged.
 */
import { type BookSide, PRICE_ONE } from '@bellwether/engine';
import { isBetter, type TapeEffect } from './tape-market.ts';

export type TradeEffect = Extract<TapeEffect, { readonly kind: 'trade' }>;

const RANKS = { tick: 0, trade: 1, level: 2, resolved: 3 } as const;

/**
 * Ticks, trades as they were told, then levels from the best of each side, and the result last. Sizes of one level stay in the
 * order they had.
 */
export function inGroupOrder(effects: TapeEffect[]): TapeEffect[] {
  return effects.length < 2 ? effects : effects.sort(compare);
}

/** From the best price of each side: one taker meets them in this order. */
export function tradesFromBest(effects: readonly TapeEffect[]): TradeEffect[] {
  return effects.filter((effect) => effect.kind === 'trade').sort(compareLevels);
}

export interface Cancellation {
  readonly side: BookSide;
  readonly price: number;
  readonly size: number;
}

/** By how much levels became less in all, beyond what traded there. */
export function cancellationsOf(effects: readonly TapeEffect[]): Cancellation[] {
  const gone = new Map<number, { readonly side: BookSide; readonly price: number; size: number }>();
  const add = (side: BookSide, price: number, size: number): void => {
    const level = side * PRICE_ONE + price;
    const known = gone.get(level);
    if (known === undefined) gone.set(level, { side, price, size });
    else known.size += size;
  };
  for (const effect of effects) {
    if (effect.kind === 'trade') add(effect.side, effect.price, -effect.size);
    else if (effect.kind === 'level' && effect.to < effect.from)
      add(effect.side, effect.price, effect.from - effect.to);
  }
  return [...gone.values()].filter(({ size }) => size > 0);
}

function compare(one: TapeEffect, other: TapeEffect): number {
  return one.kind === 'level' && other.kind === 'level'
    ? compareLevels(one, other)
    : RANKS[one.kind] - RANKS[other.kind];
}

type Priced = Pick<Cancellation, 'side' | 'price'>;

function compareLevels(one: Priced, other: Priced): number {
  if (one.side !== other.side) return one.side - other.side;
  if (one.price === other.price) return 0;
  return isBetter(one.side, one.price, other.price) ? -1 : 1;
}
