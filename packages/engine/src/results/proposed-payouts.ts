/** Payouts of a proposed result, market by market. */
import { type MarketId, PRICE_ONE } from '../units/units.ts';
import type { ResultProposed } from './events.ts';

/** Payout of each covered market's first outcome in 1/10000; null: a refund. As `ResolveMarket` and `ResolveEvent`. */
export function proposedPayouts({
  markets,
  result,
  scope,
}: Pick<ResultProposed, 'markets' | 'result' | 'scope'>): readonly (readonly [MarketId, number | null])[] {
  if (result.kind === 'refund') return markets.map((market) => [market, null]);
  if (result.kind === 'payouts') {
    const own = 'market' in scope ? scope.market : markets[0];
    return markets.map((market) => [market, market === own ? result.payouts[0] : 0]);
  }
  // The only market of its event is split between its two outcomes.
  if (result.winners === null && markets.length === 1) return markets.map((market) => [market, PRICE_ONE / 2]);
  return sharedPayouts(markets, result.winners ?? markets);
}

/**
 * Payouts of first outcomes if those of `winners` share 1 in equal parts of 1/10000. If it does not divide evenly, the
 * first of them get one part more.
 */
export function sharedPayouts(
  markets: readonly MarketId[],
  winners: readonly MarketId[],
): (readonly [MarketId, number])[] {
  const sharing = new Set(markets.filter((market) => winners.includes(market)));
  const part = Math.floor(PRICE_ONE / Math.max(1, sharing.size));
  let over = PRICE_ONE - part * sharing.size;
  return markets.map((market) => [market, !sharing.has(market) ? 0 : over-- > 0 ? part + 1 : part]);
}
