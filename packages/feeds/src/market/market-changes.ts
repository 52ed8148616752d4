/** Changes of one entry to the books and terms of markets, by market, before messages are made. */
import {
  BID,
  type BookSide,
  type Entry,
  type Event,
  type MarketId,
  marketsOfResult,
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
  /** True if the closing or opening time changed or was reached. */
  closeTime: boolean;
  /** Change of its proposed or its paid result; null: none besides `isResolved`. */
  result: ResultChange | null;
}

export interface ResultChange {
  readonly status: 'proposed' | 'disputed' | 'withdrawn' | 'reversed' | 'reopened';
  readonly note: string;
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
      result: null,
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
      case 'TradingOpened':
      case 'MarketResolved':
        touched.add(event.market);
        break;
      case 'OrderCanceled':
        touched.add(before.order(event.order).market);
        break;
      case 'HouseQuoted':
        for (const [order] of event.resized) touched.add(before.order(order).market);
        break;
      default:
        for (const market of marketsOfResult(event)) touched.add(market);
    }
  }
  return touched;
}

/** Markets whose payouts an event fixes or replaces. */
export function resolvedMarkets(event: Event): readonly MarketId[] {
  switch (event.kind) {
    case 'MarketResolved':
      return [event.market];
    case 'ResultReversed':
      return event.to === null ? [] : event.markets;
    case 'ResultConfirmed':
      // Markets that had lost before are refunded with the others.
      return event.refund?.markets ?? [];
    default:
      return [];
  }
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
    case 'HouseQuoted':
      for (const [order] of event.resized) addLevel(before.order(order));
      return;
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
      const { tick, minimumSize, closed, archived, closeTimeMs, openTimeMs } = event.changes;
      const oldTick = before.tick(event.market);
      if (tick !== undefined && tick !== oldTick) change.oldTick = oldTick;
      change.closeTime ||= closeTimeMs !== undefined || openTimeMs !== undefined;
      change.otherTerms ||= minimumSize !== undefined || closed !== undefined || archived !== undefined;
      return;
    }
    case 'TradingEnded':
    case 'TradingOpened': {
      const change = changeOf(event.market);
      if (change !== null) change.closeTime = true;
      return;
    }
    default: {
      for (const market of resolvedMarkets(event)) {
        const change = changeOf(market);
        if (change !== null) change.isResolved = true;
      }
      const result = resultChange(event);
      for (const market of result === null ? [] : marketsOfResult(event)) {
        const change = changeOf(market);
        if (change !== null) change.result = result;
      }
    }
  }
}

function resultChange(event: Event): ResultChange | null {
  switch (event.kind) {
    case 'ResultProposed':
      return { status: 'proposed', note: event.note };
    case 'ResultDisputed':
      return { status: 'disputed', note: event.reason };
    case 'ResultWithdrawn':
      return { status: 'withdrawn', note: event.reason };
    case 'ResultReversed':
      return { status: 'reversed', note: event.note };
    case 'ResultCorrected':
      return event.reopened ? { status: 'reopened', note: '' } : null;
    default:
      return null;
  }
}

function levelsOf(change: MarketChange | null, side: BookSide): Set<Price> | undefined {
  return change?.levels[side === BID ? 0 : 1];
}
