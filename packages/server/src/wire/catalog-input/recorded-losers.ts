/** Imported one-winner events: with a recorded winner, nothing is left to trade in the rest of the event. */
import { type MarketDefinition, PRICE_ONE } from '@bellwether/engine';

/** Note about an open market in an event with a recorded winner. */
const OPEN_NOTE = 'open beside the recorded winner of its event: taken as closed, its second outcome has won';
/** Note about a closed market without a result in such an event. */
const CLOSED_NOTE = 'closed without a result beside the recorded winner of its event: its second outcome has won';

/** True if the record names the winner of an event that has exactly one. */
export function hasWinner(negRisk: boolean, markets: readonly MarketDefinition[]): boolean {
  return negRisk && markets.some(({ payouts }) => payouts?.[0] === PRICE_ONE);
}

/**
 * Markets of an event that `hasWinner`, as they are added. Records of one event are often captured between two results.
 * Here the result of one market decides all, so markets without a result have lost. `onLoser` receives each changed
 * market with the note for it in the import's answer.
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
