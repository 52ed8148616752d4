/** Imported one-winner events: a recorded winner leaves nothing to trade in the rest of its event. */
import { type MarketDefinition, PRICE_ONE } from '@bellwether/engine';

/** A recorded market that has not been closed, in an event whose winner is recorded. */
const OPEN_NOTE = 'open beside the recorded winner of its event: taken as closed, its second outcome has won';
/** One that has been closed, and whose record does not say with which result. */
const CLOSED_NOTE = 'closed without a result beside the recorded winner of its event: its second outcome has won';

/** True when the record says who won an event of which exactly one market can. */
export function hasWinner(negRisk: boolean, markets: readonly MarketDefinition[]): boolean {
  return negRisk && markets.some(({ payouts }) => payouts?.[0] === PRICE_ONE);
}

/**
 * The markets of an event that `hasWinner`, as they are added. Records of one event are often read between two results;
 * here the result of one is the result of all, so what has no result yet has lost. `onLoser` is told of each market that was
 * changed, in the words of an import's answer.
 */
export function withLosers(
  markets: readonly MarketDefinition[],
  onLoser: (note: string, market: MarketDefinition) => void,
): readonly MarketDefinition[] {
  return markets.map((market) => {
    if (market.payouts !== null) return market;
    onLoser(market.closed ? CLOSED_NOTE : OPEN_NOTE, market);
    const { recordedPriceHalfTicks: _price, ...lost } = market;
    return { ...lost, closed: true, acceptingOrders: false, payouts: [0, PRICE_ONE] as const };
  });
}
