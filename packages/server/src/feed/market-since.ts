/** `since` of a subscription to markets, by condition id or by either token id. */
import type { MarketStream } from './market-stream.ts';

/** The last sequence that a client says it has seen of a market. */
export function sequenceSeen(since: Readonly<Record<string, number>>, { market }: MarketStream): number | undefined {
  const [first, second] = market.tokenIds;
  return since[market.conditionId] ?? since[first] ?? since[second];
}
