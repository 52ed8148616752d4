/** Changes of one entry to the books and terms of markets, by market, before messages are made. */
import {
  BID,
  type BookSide,
  type Entry,
  type Event,
  type MarketId,
  type OpenOrder,
  type Price,
  type State,
  type TradeExecuted,
} from '@bellwether/engine';
import type { EntryOrders } from '../user/entry-orders.ts';

/** Changes of one market. Prices are in YES terms. */
export interface MarketChange {
  /** Prices at which something rests or rested, by side: bids, asks. */
  readonly levels: readonly [Set<Price>, Set<Price>];
  trade: TradeExecuted | null;
  /** Tick before the entry, in 1/10000; null if unchanged. */
  oldTick: number | null;
  /** True if fields of the book other than levels, trade and tick may have changed. */
  otherTerms: boolean;
  isResolved: boolean;
  /** True if the closing time changed or was reached. */
  closeTime: boolean;
}

/**
 * Returns the changes of markets that `isFollowed` accepts. `state` is the state after the entry; `before` has what it
 * removed.
 */
export function marketChanges(
  entry: Entry,
  state: Readonly<State>,
  before: EntryOrders,
  isFollowed: (market: MarketId) => boolean,
): ReadonlyMap<MarketId, MarketChange> {
  const changes = new Map<MarketId, MarketChange>();
  const changeOf = (market: MarketId): MarketChange | null => {
    if (!isFollowed(market)) return null;
    const known = changes.get(market);
    if (known !== undefined) return known;
    const change: MarketChange = {
      levels: [new Set(), new Set()],
      trade: null,
      oldTick: null,
      otherTerms: false,
      isResolved: false,
      closeTime: false,
    };
    changes.set(market, change);
    return change;
  };
  for (const event of entry.events) addEvent(event, state, before, changeOf);
  return changes;
}

/** Markets that `marketChanges` may report. Called before the entry, so that they can be followed in time. */
export function touchedMarkets({ events }: Entry, before: EntryOrders): ReadonlySet<MarketId> {
  const touched = new Set<MarketId>();
  for (const event of events) {
    switch (event.kind) {
      case 'OrderAccepted':
      case 'TradeExecuted':
      case 'MarketUpdated':
      case 'TradingEnded':
      case 'MarketResolved':
        touched.add(event.market);
        break;
      case 'OrderCanceled':
        touched.add(before.order(event.order).market);
        break;
    }
  }
  return touched;
}

function addEvent(
  event: Event,
  state: Readonly<State>,
  before: EntryOrders,
  changeOf: (market: MarketId) => MarketChange | null,
): void {
  const addLevel = ({ market, bookSide, bookPrice }: OpenOrder): void => {
    levelsOf(changeOf(market), bookSide)?.add(bookPrice);
  };
  switch (event.kind) {
    case 'OrderRested': {
      const order = state.openOrders.get(event.order);
      if (order !== undefined) addLevel(order);
      return;
    }
    case 'OrderCanceled':
      return addLevel(before.order(event.order));
    case 'TradeExecuted': {
      const change = changeOf(event.market);
      if (change === null) return;
      change.trade = event;
      for (const leg of event.legs) addLevel(before.order(leg.order));
      return;
    }
    case 'MarketUpdated': {
      const change = changeOf(event.market);
      if (change === null) return;
      const { tick, minimumSize, closed, archived, closeTimeMs } = event.changes;
      const oldTick = before.tick(event.market);
      if (tick !== undefined && tick !== oldTick) change.oldTick = oldTick;
      change.closeTime ||= closeTimeMs !== undefined;
      change.otherTerms ||= minimumSize !== undefined || closed !== undefined || archived !== undefined;
      return;
    }
    case 'TradingEnded': {
      const change = changeOf(event.market);
      if (change !== null) change.closeTime = true;
      return;
    }
    case 'MarketResolved': {
      const change = changeOf(event.market);
      if (change !== null) change.isResolved = true;
      return;
    }
  }
}

function levelsOf(change: MarketChange | null, side: BookSide): Set<Price> | undefined {
  return change?.levels[side === BID ? 0 : 1];
}
