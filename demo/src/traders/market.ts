/** A market and its book as the house traders see them. */
import type { Book } from '@bellwether/contract';
import { parsePrice } from '@bellwether/sdk';

export interface HouseMarket {
  readonly conditionId: string;
  readonly slug: string;
  /** Token ids of the first (YES) and second (NO) outcome. */
  readonly tokens: readonly [string, string];
  /** Tick size in 1/10000. */
  readonly tick: number;
  /** Smallest resting order in whole shares. */
  readonly minimumShares: number;
  readonly negRisk: boolean;
}

/** Best prices of the first outcome in 1/10000; null for an empty side. */
export interface BestPrices {
  readonly bid: number | null;
  readonly ask: number | null;
}

/** Best prices; the best level is the last of each side. */
export function bestPrices({ bids, asks }: Pick<Book, 'bids' | 'asks'>): BestPrices {
  const last = (levels: Book['bids']): number | null => {
    const level = levels.at(-1);
    return level === undefined ? null : Number(parsePrice(level.price));
  };
  return { bid: last(bids), ask: last(asks) };
}
