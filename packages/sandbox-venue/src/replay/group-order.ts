/**
 * Order within one group of messages, whichever of them came first. A venue may report a trade before or after its
 * price level, so all trades of a group are known before any level is judged.
 */
import { type BookSide, PRICE_ONE } from '@bellwether/engine';
import { isBetter, type TapeEffect } from './tape-market.ts';

type TradeEffect = Extract<TapeEffect, { readonly kind: 'trade' }>;

const RANKS = { tick: 0, trade: 1, level: 2, resolved: 3 } as const;

/**
 * Sorts ticks first, then trades in their order, then levels from the best price of each side, and the result last.
 * Sizes of one level keep their order.
 */
export function inGroupOrder(effects: TapeEffect[]): TapeEffect[] {
  return effects.length < 2 ? effects : effects.sort(compare);
}

/** Trades from the best price of each side: one taker meets them in this order. */
export function tradesFromBest(effects: readonly TapeEffect[]): TradeEffect[] {
  return effects.filter((effect) => effect.kind === 'trade').sort(compareLevels);
}

type Cancellation = { readonly side: BookSide; readonly price: number; readonly size: number };

/** Sizes by which levels shrank in total, beyond the trades at their prices. */
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
