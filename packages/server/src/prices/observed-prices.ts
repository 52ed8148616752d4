/**
 * The displayed price of a market, observed entry by entry while a follower state is folded. What folds for the
 * projections folds with `applyObserved`, so that what they write depends on the journal alone and not on how entries
 * were grouped. The rule itself is the contract's. Pure but for the state it is given.
 */
import { displayedHalfTicks } from '@bellwether/contract/displayed-price';
import { ASK, applyEntry, BID, type Entry, type Event, hasEnded, type Market, type State } from '@bellwether/engine';
import type { ObservedPrice } from '../projections/projection.ts';

/** Displayed price of a market's first outcome in 1/20000; null while it is unknown. */
export function displayedPriceOf(market: Readonly<Market>): number | null {
  const isOver = hasEnded(market);
  const { payouts, book, lastTrade, recordedPriceHalfTicks } = market;
  return displayedHalfTicks({
    payout: payouts === null ? null : payouts[0],
    bid: isOver ? 0 : (book?.bestPrice(BID) ?? 0),
    ask: isOver ? 0 : (book?.bestPrice(ASK) ?? 0),
    lastTrade: lastTrade?.price ?? null,
    recordedHalfTicks: isOver ? recordedPriceHalfTicks : null,
  });
}

/** Applies an entry as `applyEntry` does and adds to `observed` the prices of the markets it touched. */
export function applyObserved(state: State, entry: Entry, observed: Map<number, readonly ObservedPrice[]>): void {
  const touched = touchedMarkets(state, entry);
  applyEntry(state, entry);
  if (touched.length === 0) return;
  const prices = touched.flatMap((id) => {
    const market = state.markets[id];
    return market === undefined ? [] : [{ market: id, priceHalfTicks: displayedPriceOf(market) }];
  });
  observed.set(entry.sequence, prices);
}

/** Markets whose book, last trade, payout or end an entry may change, each once; `state` is the one before it. */
function touchedMarkets(state: Readonly<State>, { events }: Entry): readonly number[] {
  const touched: number[] = [];
  for (const event of events) {
    const market = touchedMarket(state, event);
    // Neighbours are most often of one market; entries of many are rare.
    if (market !== null && market !== touched.at(-1)) touched.push(market);
  }
  return touched.length > 1 ? [...new Set(touched)] : touched;
}

/** Trades and rests come with their order's acceptance. */
function touchedMarket(state: Readonly<State>, event: Event): number | null {
  switch (event.kind) {
    case 'OrderAccepted':
    case 'MarketResolved':
      return event.market;
    case 'MarketAdded': {
      const { payouts, recordedPriceHalfTicks } = event.definition;
      return payouts === null && recordedPriceHalfTicks === undefined ? null : event.market;
    }
    case 'MarketUpdated': {
      const { closed, archived } = event.changes;
      return closed === undefined && archived === undefined ? null : event.market;
    }
    case 'OrderCanceled':
      return state.openOrders.get(event.order)?.market ?? null;
    default:
      return null;
  }
}
