/** Applies events of the catalog and of market life cycles. */
import { setOpenTime } from '../asking/asking.ts';
import { quoteAnew } from '../house/houses.ts';
import {
  awaitsClose,
  changesBook,
  isPastClose,
  type Market,
  noteStop,
  takesOrders,
  touchBook,
} from '../market/market.ts';
import { type Applied, catalogEventOf, marketOf, type State } from '../state.ts';
import { assert, ZERO_MICROS } from '../units/units.ts';
import { dropIfFinal } from './final-results.ts';

export const CATALOG_EVENTS = {
  TagAdded(state, event) {
    state.tagsBySlug.set(event.tag.slug, event.tag.id);
    state.tagSlugs.set(event.tag.id, event.tag.slug);
    state.lastCatalogIds.tag = Math.max(state.lastCatalogIds.tag, event.tag.id);
  },

  SeriesAdded(state, event) {
    state.seriesBySlug.set(event.series.slug, event.series.id);
    state.seriesSlugs.set(event.series.id, event.series.slug);
    state.lastCatalogIds.series = Math.max(state.lastCatalogIds.series, event.series.id);
  },

  CatalogEventAdded(state, event) {
    const { id, slug, negRisk, active, closed, archived } = event.event;
    state.catalogEvents.set(id, { id, slug, negRisk, active, closed, archived, markets: [], advanced: 0n });
    state.catalogEventsBySlug.set(slug, id);
    state.lastCatalogIds.event = Math.max(state.lastCatalogIds.event, id);
  },

  MarketAdded(state, event, { timeMs }) {
    assert(event.market === state.markets.length, `market ${event.market} is out of turn`);
    const { definition } = event;
    const market: Market = {
      id: event.market,
      catalogId: definition.id,
      conditionId: definition.conditionId,
      slug: definition.slug,
      tokenIds: definition.tokenIds,
      outcomes: definition.outcomes,
      catalogEvent: event.catalogEvent,
      curve: null,
      negRisk: definition.negRisk,
      tick: definition.tick,
      minimumSize: definition.minimumSize,
      takerFeeRate: definition.takerFeeRate,
      makerFeeRate: definition.makerFeeRate,
      closeTimeMs: definition.closeTimeMs ?? null,
      tradingEnded: false,
      openTimeMs: null,
      active: definition.active,
      closed: definition.closed,
      archived: definition.archived,
      acceptingOrders: definition.acceptingOrders,
      status: definition.payouts === null ? 'open' : 'resolved',
      stoppedMs: null,
      payouts: definition.payouts,
      proposal: null,
      correction: null,
      settlement:
        definition.payouts === null ? null : { vault: ZERO_MICROS, repaid: ZERO_MICROS, remainder: ZERO_MICROS },
      // Markets that come with a result trade if it is taken back.
      before:
        definition.payouts === null
          ? null
          : { closed: false, acceptingOrders: true, openTimeMs: definition.openTimeMs ?? null, eventClosed: false },
      book: null,
      holders: new Set(),
      past: new Map(),
      feesTaken: ZERO_MICROS,
      supply: [ZERO_MICROS, ZERO_MICROS],
      vault: ZERO_MICROS,
      locked: ZERO_MICROS,
      lastTrade: null,
      recordedPriceHalfTicks: definition.recordedPriceHalfTicks ?? null,
      bookChangedMs: timeMs,
      bookVersion: 0,
      bookEntry: 0,
    };
    state.markets.push(market);
    state.marketsByCondition.set(market.conditionId, market.id);
    state.marketsByCatalogId.set(market.catalogId, market.id);
    state.marketsBySlug.set(market.slug, market.id);
    state.tokens.set(market.tokenIds[0], { market: market.id, outcome: 0 });
    state.tokens.set(market.tokenIds[1], { market: market.id, outcome: 1 });
    if (event.catalogEvent !== null) catalogEventOf(state, event.catalogEvent).markets.push(market.id);
    setCloseTime(state, market, market.closeTimeMs, timeMs);
    setOpenTime(state.asking, market, definition.openTimeMs ?? null, timeMs);
    // No order can rest in the market yet, so the timer has nothing to do.
    if (isPastClose(market, timeMs)) endTrading(state, market);
    dropIfFinal(state, market);
    state.lastCatalogIds.market = Math.max(state.lastCatalogIds.market, market.catalogId);
  },

  CatalogEventUpdated(state, event) {
    const catalogEvent = catalogEventOf(state, event.catalogEvent);
    const { active, closed, archived } = event.changes;
    if (active !== undefined) catalogEvent.active = active;
    if (closed !== undefined) catalogEvent.closed = closed;
    if (archived !== undefined) catalogEvent.archived = archived;
    if (catalogEvent.archived) for (const id of catalogEvent.markets) dropIfFinal(state, marketOf(state, id));
  },

  MarketUpdated(state, event, stamp) {
    const market = marketOf(state, event.market);
    const { changes } = event;
    const tookOrders = takesOrders(market);
    market.active = changes.active ?? market.active;
    market.closed = changes.closed ?? market.closed;
    market.archived = changes.archived ?? market.archived;
    market.acceptingOrders = changes.acceptingOrders ?? market.acceptingOrders;
    noteStop(market, tookOrders, stamp.timeMs);
    market.tick = changes.tick ?? market.tick;
    market.minimumSize = changes.minimumSize ?? market.minimumSize;
    market.takerFeeRate = changes.takerFeeRate ?? market.takerFeeRate;
    market.makerFeeRate = changes.makerFeeRate ?? market.makerFeeRate;
    if (changes.closeTimeMs !== undefined) setCloseTime(state, market, changes.closeTimeMs, stamp.timeMs);
    if (changes.openTimeMs !== undefined) setOpenTime(state.asking, market, changes.openTimeMs, stamp.timeMs);
    dropIfFinal(state, market);
    quoteAnew(state.houses, market);
    if (changesBook(changes)) touchBook(market, stamp);
  },

  TradingEnded(state, event, stamp) {
    const market = marketOf(state, event.market);
    endTrading(state, market);
    touchBook(market, stamp);
  },

  MarketResolved(state, event, stamp) {
    const market = marketOf(state, event.market);
    const tookOrders = takesOrders(market);
    const { closed, acceptingOrders, openTimeMs, catalogEvent } = market;
    const eventClosed = catalogEvent !== null && catalogEventOf(state, catalogEvent).closed;
    market.before = { closed, acceptingOrders, openTimeMs, eventClosed };
    market.status = 'resolving';
    market.payouts = event.payouts;
    market.closed = true;
    market.acceptingOrders = false;
    noteStop(market, tookOrders, stamp.timeMs);
    if (market.closeTimeMs !== null) state.closings.remove(market.id, market.closeTimeMs);
    state.draining.delete(market.id);
    setOpenTime(state.asking, market, null, stamp.timeMs);
    touchBook(market, stamp);
    state.settling.add(market.id);
    if (market.curve !== null) market.curve.decided = true;
    quoteAnew(state.houses, market);
  },
} satisfies Partial<Applied>;

/** Sets the closing time. A market whose trading has ended trades again if the time is postponed or removed. */
export function setCloseTime(state: State, market: Market, closeTimeMs: number | null, timeMs: number): void {
  if (market.closeTimeMs !== null) state.closings.remove(market.id, market.closeTimeMs);
  market.closeTimeMs = closeTimeMs;
  if (!isPastClose(market, timeMs)) {
    market.tradingEnded = false;
    state.draining.delete(market.id);
  }
  if (awaitsClose(market)) state.closings.add(market.id, market.closeTimeMs);
}

function endTrading(state: State, market: Market): void {
  if (market.closeTimeMs !== null) state.closings.remove(market.id, market.closeTimeMs);
  market.tradingEnded = true;
  if ((market.book?.count ?? 0) > 0) state.draining.add(market.id);
}
