/**
 * The displayed price of a market, observed entry by entry while a follower state is folded. Whoever folds for the
 * projections folds with `applyObserved`, so that what they write depends on the journal alone and not on how entries
 * were grouped. Pure but for the state it is given.
 */
import { ASK, applyEntry, BID, type Entry, type Event, type Market, type State } from '@bellwether/engine';

/** Price of a market's first outcome after an entry that may have changed it, in 1/20000; null = it has none. */
export interface ObservedPrice {
  readonly market: number;
  readonly priceHalfTicks: number | null;
}

/** What entries did to prices, by sequence; an entry that can have changed none is missing. */
export type ObservedPrices = ReadonlyMap<number, readonly ObservedPrice[]>;

/** Widest spread, in 1/10000, at which the midpoint is the price: 0.10. */
const SPREAD_MAX_TICKS = 1_000;

/**
 * Price of the first outcome in 1/20000: its payout once that is fixed; else the midpoint while the spread is at most
 * 0.10; else the last trade; before any trade the midpoint of a wider spread. Null without trade and with an empty side.
 */
export function displayedPrice({ payouts, book, lastTrade }: Readonly<Market>): number | null {
  if (payouts !== null) return 2 * payouts[0];
  const bid = book?.bestPrice(BID) ?? 0;
  const ask = book?.bestPrice(ASK) ?? 0;
  const isTwoSided = bid > 0 && ask > 0;
  if (isTwoSided && ask - bid <= SPREAD_MAX_TICKS) return bid + ask;
  if (lastTrade !== null) return 2 * lastTrade.price;
  return isTwoSided ? bid + ask : null;
}

/** Applies an entry as `applyEntry` does and adds to `observed` the prices of the markets it touched. */
export function applyObserved(state: State, entry: Entry, observed: Map<number, readonly ObservedPrice[]>): void {
  const touched = touchedMarkets(state, entry);
  applyEntry(state, entry);
  if (touched.length === 0) return;
  const prices = touched.flatMap((id) => {
    const market = state.markets[id];
    return market === undefined ? [] : [{ market: id, priceHalfTicks: displayedPrice(market) }];
  });
  observed.set(entry.sequence, prices);
}

/** Markets whose best prices, last trade or payout an entry may change, each once; `state` is the one before it. */
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
    case 'MarketAdded':
      return event.definition.payouts === null ? null : event.market;
    case 'OrderCanceled':
      return state.openOrders.get(event.order)?.market ?? null;
    default:
      return null;
  }
}
