/**
 * The displayed price of a market, and the queue that an order joins, observed entry by entry while a follower folds. Every follower of the projections
 * has this observer, so that their output depends only on the journal and not on how entries were grouped. The rule
 * itself is in the contract.
 */
import { displayedHalfTicks } from '@bellwether/contract/displayed-price';
import {
  ASK,
  BID,
  type BooksAndBalances,
  type Entry,
  type Event,
  hasEnded,
  isRefund,
  type Market,
  marketsOfResult,
  openOrderOf,
  PRICE_ONE,
} from '@bellwether/engine';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import type { EntryObserver } from '@bellwether/ports/venue-view.ts';
import type { ObservedPrice, ObservedPrices } from '../../projection.ts';

/** Displayed price of a market's first outcome in 1/20000; null while unknown. */
export function displayedPriceOf(market: Readonly<Market>): number | null {
  const isOver = hasEnded(market);
  const { payouts, book, lastTrade, recordedPriceHalfTicks } = market;
  return displayedHalfTicks({
    // A refund pays no share anything, and stands for no price.
    payout: payouts === null ? null : isRefund(payouts) ? PRICE_ONE / 2 : payouts[0],
    bid: isOver ? 0 : (book?.bestPrice(BID) ?? 0),
    ask: isOver ? 0 : (book?.bestPrice(ASK) ?? 0),
    lastTrade: lastTrade?.price ?? null,
    recordedHalfTicks: isOver ? recordedPriceHalfTicks : null,
  });
}

/** Payout of the first outcome; null also while the market reopens. */
function resultOf({ payouts, correction }: Readonly<Market>): number | null {
  const stands = payouts !== null && !isRefund(payouts) && correction?.to !== null;
  return stands ? payouts[0] : null;
}

/** Records the prices of the markets that each entry touches, while it observes a follower. */
export class PriceObserver implements EntryObserver {
  #prices = new Map<number, readonly ObservedPrice[]>();
  #touched: readonly number[] = [];

  before(entry: ChainedEntry, state: BooksAndBalances): void {
    this.#touched = touchedMarkets(state, entry);
  }

  after({ sequence, events }: ChainedEntry, state: BooksAndBalances): void {
    if (this.#touched.length === 0) return;
    const aheadMicros = aheadOfRested(state, events);
    const prices = this.#touched.flatMap((id) => {
      const market = state.markets[id];
      if (market === undefined) return [];
      const isTrading = !hasEnded(market) && !market.tradingEnded && market.proposal === null;
      const priceHalfTicks = displayedPriceOf(market);
      return [{ market: id, priceHalfTicks, isTrading, payout: resultOf(market), aheadMicros }];
    });
    this.#prices.set(sequence, prices);
  }

  /** Returns the prices recorded since the last call. */
  take(): ObservedPrices {
    const prices = this.#prices;
    this.#prices = new Map();
    return prices;
  }
}

/** Shares ahead, at its price, of the order that came to rest: it is the newest there. */
function aheadOfRested(state: BooksAndBalances, events: readonly Event[]): number {
  for (const event of events) {
    if (event.kind !== 'OrderRested') continue;
    const order = openOrderOf(state, event.order);
    return state.markets[order.market]?.book?.sizeBeside(order) ?? 0;
  }
  return 0;
}

/**
 * Markets whose book, last trade, payout or end an entry may change, each once. `state` is the state before the entry.
 */
function touchedMarkets(state: BooksAndBalances, { events }: Entry): readonly number[] {
  const touched: number[] = [];
  for (const event of events) {
    if (event.kind === 'HouseQuoted') {
      for (const [order] of event.resized) touched.push(openOrderOf(state, order).market);
      continue;
    }
    const market = touchedMarket(state, event);
    if (market === null) touched.push(...marketsOfResult(event));
    // Consecutive events mostly concern the same market; entries that touch many are rare.
    else if (market !== touched.at(-1)) touched.push(market);
  }
  return touched.length > 1 ? [...new Set(touched)] : touched;
}

/** Market that an event touches. Trades and rests follow their order's acceptance. */
function touchedMarket(state: BooksAndBalances, event: Event): number | null {
  switch (event.kind) {
    case 'OrderAccepted':
    case 'TradingEnded':
    case 'MarketResolved':
      return event.market;
    case 'MarketAdded': {
      const { payouts, recordedPriceHalfTicks } = event.definition;
      return payouts === null && recordedPriceHalfTicks === undefined ? null : event.market;
    }
    case 'MarketUpdated': {
      const { closed, archived, closeTimeMs } = event.changes;
      return closed === undefined && archived === undefined && closeTimeMs === undefined ? null : event.market;
    }
    case 'OrderCanceled':
      return state.openOrders.get(event.order)?.market ?? null;
    default:
      return null;
  }
}
