/** Imported one-winner events: a recorded winner leaves nothing to trade in the rest of its event. */
import { type MarketDefinition, PRICE_ONE } from '@bellwether/engine';

/** A recorded market that has not been closed, in an event whose winner is recorded. */
export const LOSER_NOTE = 'open beside the recorded winner of its event: taken as closed, its second outcome has won';

/** True when the record says who won an event of which exactly one market can. */
export function hasWinner(negRisk: boolean, markets: readonly MarketDefinition[]): boolean {
  return negRisk && markets.some(({ payouts }) => payouts?.[0] === PRICE_ONE);
}

/**
 * The markets of an event that `hasWinner`, as they are added. Records of one event are often read between two results;
 * here the result of one is the result of all, so what is still open has lost. `onLoser` is told of each market that was
 * changed. What is closed without a result does not trade, and stays as it is recorded.
 */
export function withLosers(
  markets: readonly MarketDefinition[],
  onLoser: (market: MarketDefinition) => void,
): readonly MarketDefinition[] {
  return markets.map((market) => {
    if (market.payouts !== null || market.closed) return market;
    onLoser(market);
    return { ...market, closed: true, acceptingOrders: false, payouts: [0, PRICE_ONE] as const };
  });
}
