/** Positions (`since`) in a subscription to markets, by condition id or by either token id. */
import type { MarketStream } from './market-stream.ts';

/** Returns the last sequence of a market that a client has seen; undefined if it names none. */
export function sequenceSeen(since: Readonly<Record<string, number>>, { market }: MarketStream): number | undefined {
  const [first, second] = market.tokenIds;
  return since[market.conditionId] ?? since[first] ?? since[second];
}
