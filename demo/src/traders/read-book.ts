/** Reads books in the form that the house's strategies need. */
import type { Book } from '@bellwether/contract';
import { type Client, parseAmount, parsePrice } from '@bellwether/sdk';
import type { Depth } from './quotes.ts';
import type { BestPrices } from './taker-choice.ts';

export async function bookDepth(client: Client, tokenIds: readonly string[], signal: AbortSignal) {
  const books = await client.books.getMany(tokenIds, { signal });
  return new Map(books.map((book) => [book.asset_id, depthOf(book)]));
}

export function depthOf({ bids, asks }: Pick<Book, 'bids' | 'asks'>): Depth {
  const byPrice = (levels: Book['bids']) =>
    new Map(levels.map(({ price, size }) => [Number(parsePrice(price)), Number(parseAmount(size) / 1_000_000n)]));
  const sides = { bid: byPrice(bids), ask: byPrice(asks) };
  return (side, price) => sides[side].get(price) ?? 0;
}

/** Best prices; the best level is the last of each side. */
export function bestPrices({ bids, asks }: Pick<Book, 'bids' | 'asks'>): BestPrices {
  const last = (levels: Book['bids']): number | null => {
    const level = levels.at(-1);
    return level === undefined ? null : Number(parsePrice(level.price));
  };
  return { bid: last(bids), ask: last(asks) };
}
