/**
 * Projection of news. A question has moved when a trade leaves its displayed price ten points from the price that the
 * day (UTC) began with: once a day for a market, and never by quotes alone, which cost nothing.
 */
import type { Event } from '@bellwether/engine';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import type { StoreWriter } from '@bellwether/ports/store.ts';
import { FILLS_PER_TRADE_MAX } from '../../ledger/tables.ts';
import { HALF_TICKS_ONE } from '../../prices/tables.ts';
import type { ObservedPrice, Projection } from '../../projection.ts';
import { Statements } from '../../statements.ts';
import { createTables } from '../../table.ts';
import { type JournaledNews, NEWS_TABLES, type NewsTables } from '../tables.ts';

const DAY_MS = 86_400_000;
const MOVED_HALF_TICKS = HALF_TICKS_ONE / 10;

const RESULTS: Partial<Record<Event['kind'], JournaledNews>> = {
  ResultProposed: 'result.proposed',
  ResultConfirmed: 'result.decided',
  MarketResolved: 'result.decided',
  ResultReversed: 'result.reversed',
};

export const newsProjection: Projection = {
  name: 'news',
  version: 1,
  tables: Object.keys(NEWS_TABLES),
  schema: `
    ${createTables(NEWS_TABLES)}
    CREATE INDEX news_opened ON news (event) WHERE kind = 'question.opened';
  `,

  open(store) {
    const news = new NewsWriter(store);
    return {
      write(entries, { prices }) {
        for (const entry of entries) news.write(entry, prices.get(entry.sequence) ?? []);
        news.flush();
      },
    };
  },
};

type Prices = { -readonly [Name in keyof NewsTables['news_prices']]: NewsTables['news_prices'][Name] };

class NewsWriter {
  readonly #statements: Statements;
  /** Prices by market; null if it has no row yet, absent until it is first looked up. */
  readonly #prices = new Map<number, Prices | null>();
  readonly #changed = new Set<number>();

  constructor(store: StoreWriter) {
    this.#statements = new Statements(store);
  }

  write({ sequence, timeMs, events }: ChainedEntry, prices: readonly ObservedPrice[]): void {
    let added = 0;
    const add = (kind: JournaledNews, event: number, more: Partial<NewsTables['news']> = {}): void => {
      const id = sequence * FILLS_PER_TRADE_MAX + added++;
      const none = { market: null, before_half_ticks: null, after_half_ticks: null, clarification: null };
      this.#statements.insert('news', { id, kind, event, time_ms: timeMs, ...none, ...more });
    };
    /** An event has one piece of news of its results in an entry, however many markets it has. */
    const told = new Set<string>();
    for (const event of events) {
      switch (event.kind) {
        case 'CatalogEventAdded': {
          const { active, archived, closed, id } = event.event;
          if (active && !archived && !closed) add('question.opened', id);
          break;
        }
        case 'CatalogEventUpdated':
          if (event.changes.active === true && !this.#hasOpened(event.catalogEvent))
            add('question.opened', event.catalogEvent);
          break;
        case 'ClarificationAdded':
          add('clarification', event.catalogEvent, { clarification: event.number });
          break;
        case 'TradeExecuted': {
          const moved = this.#moved(event.market, timeMs, prices);
          const of = moved === null ? null : this.#eventOf(event.market);
          if (moved !== null && of !== null) add('question.moved', of, { market: event.market, ...moved });
          break;
        }
        case 'ResultProposed':
        case 'ResultConfirmed':
        case 'MarketResolved':
        case 'ResultReversed': {
          const kind = RESULTS[event.kind];
          const of = this.#eventOf(event.market);
          if (kind === undefined || of === null || told.has(`${kind} ${of}`)) break;
          told.add(`${kind} ${of}`);
          add(kind, of);
          break;
        }
      }
    }
  }

  /** Writes the prices that have changed. */
  flush(): void {
    const keep = this.#statements.prepare('INSERT OR REPLACE INTO news_prices VALUES (?, ?, ?, ?)');
    for (const market of this.#changed) {
      const row = this.#prices.get(market);
      if (row) keep.run(row.market, row.day, row.reference_half_ticks, row.last_half_ticks);
    }
    this.#changed.clear();
  }

  /** Prices before and after, if this trade has moved the market. */
  #moved(market: number, timeMs: number, prices: readonly ObservedPrice[]) {
    const price = prices.find((observed) => observed.market === market)?.priceHalfTicks ?? null;
    if (price === null) return null;
    const day = Math.floor(timeMs / DAY_MS);
    const row = this.#pricesOf(market) ?? {
      ...{ market, day, reference_half_ticks: price, last_half_ticks: price },
    };
    if (row.day !== day) Object.assign(row, { day, reference_half_ticks: row.last_half_ticks });
    const before = row.reference_half_ticks;
    row.last_half_ticks = price;
    this.#prices.set(market, row);
    this.#changed.add(market);
    if (before === null || Math.abs(price - before) < MOVED_HALF_TICKS) return null;
    row.reference_half_ticks = null;
    return { before_half_ticks: before, after_half_ticks: price };
  }

  #pricesOf(market: number): Prices | null {
    const known = this.#prices.get(market);
    if (known !== undefined) return known;
    const row = this.#statements.prepare('SELECT * FROM news_prices WHERE market = ?').get(market);
    const prices = row === undefined ? null : ({ ...row } as Prices);
    this.#prices.set(market, prices);
    return prices;
  }

  #hasOpened(event: number): boolean {
    const opened = `SELECT 1 FROM news WHERE event = ? AND kind = 'question.opened'`;
    return this.#statements.prepare(opened).get(event) !== undefined;
  }

  #eventOf(market: number): number | null {
    const event = this.#statements.prepare('SELECT event FROM markets WHERE market = ?').get(market)?.['event'];
    return event === null || event === undefined ? null : Number(event);
  }
}
