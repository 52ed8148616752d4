/** The catalog's identities, terms and flags, folded from events as simply as possible. See `naive-fold.ts`. */
import type { CatalogEventAdded, Event, MarketAdded, MarketUpdated } from '@bellwether/engine';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import type { NaiveFold, Row } from './naive-fold.ts';

/** Columns, or column=property of definitions and changes where names differ; booleans become 0 or 1. */
const EVENT_COLUMNS = 'title description active closed archived';
const MARKET_COLUMNS = `question description tick minimum_size_micros=minimumSize taker_fee_rate=takerFeeRate
  maker_fee_rate=makerFeeRate active closed archived accepting_orders=acceptingOrders`;

export class CatalogFold implements NaiveFold {
  readonly #rows = () => new Map<string, Row>();
  readonly tables = { tags: this.#rows(), series: this.#rows(), events: this.#rows(), markets: this.#rows() };

  observe({ events, timeMs }: ChainedEntry): void {
    for (const event of events) this.#observe(event, timeMs);
  }

  #observe(event: Event, timeMs: number): void {
    if (event.kind === 'TagAdded') {
      const { id, label, slug } = event.tag;
      this.tables.tags.set(String(id), { id, label, slug });
    } else if (event.kind === 'SeriesAdded') {
      const { id, slug, title } = event.series;
      this.tables.series.set(String(id), { id, slug, title });
    } else if (event.kind === 'CatalogEventAdded') return this.#addEvent(event);
    else if (event.kind === 'MarketAdded') return this.#addMarket(event, timeMs);
    else if (event.kind === 'CatalogEventUpdated')
      return this.#change('events', event.catalogEvent, pick(EVENT_COLUMNS, event.changes));
    else if (event.kind === 'MarketUpdated') {
      this.#change('markets', event.market, pick(MARKET_COLUMNS, event.changes satisfies MarketUpdated['changes']));
      return this.#moveClose(event, timeMs);
    } else if (event.kind === 'TradingEnded') return this.#change('markets', event.market, { trading_ended: 1 });
    else if (event.kind === 'TradingOpened') return this.#change('markets', event.market, { open_ms: null });
    else if (event.kind === 'MarketResolved') {
      this.#change('markets', event.market, { closed: 1, accepting_orders: 0, open_ms: null });
      return this.#resolve(event.market, event.refund ? null : event.payouts[0], timeMs);
    } else if (event.kind === 'ResultConfirmed') {
      for (const market of event.refund?.markets ?? []) this.#resolve(market, null, timeMs);
    } else if (event.kind === 'ResultReversed') {
      for (const market of event.markets) this.#change('markets', market, { settled: 0 });
      for (const [market, first] of event.to ?? []) this.#resolve(market, first, timeMs);
    } else if (event.kind === 'ResultCorrected') {
      const none = { payout_0: null, refunded: 0, resolved_ms: null };
      for (const market of event.markets) this.#change('markets', market, event.reopened ? none : { settled: 1 });
    } else if (event.kind === 'MarketSettled') {
      // The cost of a refunded market is still to be paid back.
      const isRefunded = this.tables.markets.get(String(event.market))?.['refunded'] === 1;
      if (!isRefunded) this.#change('markets', event.market, { settled: 1 });
    }
  }

  #resolve(market: number, first: number | null, timeMs: number): void {
    const result = { payout_0: first ?? 5_000, refunded: first === null ? 1 : 0, resolved_ms: timeMs, settled: 0 };
    this.#change('markets', market, result);
  }

  #addEvent({ event }: CatalogEventAdded): void {
    const { id, slug } = event;
    this.tables.events.set(String(id), { id, slug, ...pick(EVENT_COLUMNS, event), neg_risk: event.negRisk ? 1 : 0 });
  }

  #addMarket({ market, definition, catalogEvent }: MarketAdded, timeMs: number): void {
    const { id, conditionId, slug, outcomes, tokenIds, negRisk, payouts, recordedPriceHalfTicks } = definition;
    const [outcome_0, outcome_1] = outcomes;
    const [token_0, token_1] = tokenIds;
    this.tables.markets.set(String(market), {
      ...{ market, id, condition_id: conditionId, slug, event: catalogEvent },
      ...{ outcome_0, outcome_1, token_0, token_1 },
      ...pick(MARKET_COLUMNS, definition),
      close_ms: definition.closeTimeMs ?? null,
      trading_ended: (definition.closeTimeMs ?? Number.POSITIVE_INFINITY) <= timeMs ? 1 : 0,
      open_ms: payouts === null && (definition.openTimeMs ?? 0) > timeMs ? (definition.openTimeMs ?? null) : null,
      neg_risk: negRisk ? 1 : 0,
      payout_0: payouts?.[0] ?? null,
      refunded: 0,
      resolved_ms: null,
      recorded_half_ticks: recordedPriceHalfTicks ?? null,
      settled: payouts === null ? 0 : 1,
    });
  }

  #moveClose({ market, changes: { closeTimeMs, openTimeMs } }: MarketUpdated, timeMs: number): void {
    if (openTimeMs !== undefined)
      this.#change('markets', market, { open_ms: (openTimeMs ?? 0) > timeMs ? openTimeMs : null });
    if (closeTimeMs === undefined) return;
    const isAhead = (closeTimeMs ?? Number.POSITIVE_INFINITY) > timeMs;
    this.#change('markets', market, { close_ms: closeTimeMs, ...(isAhead && { trading_ended: 0 }) });
  }

  #change(table: 'events' | 'markets', key: number, changes: Row): void {
    const row = this.tables[table].get(String(key));
    if (row !== undefined) Object.assign(row, changes);
  }
}

function pick(columns: string, values: object): Row {
  const row: Row = {};
  const given = new Map(Object.entries(values));
  for (const text of columns.split(/\s+/)) {
    const [column = '', name = column] = text.split('=');
    const value: unknown = given.get(name);
    if (typeof value === 'boolean') row[column] = value ? 1 : 0;
    else if (typeof value === 'string' || typeof value === 'number') row[column] = value;
  }
  return row;
}
