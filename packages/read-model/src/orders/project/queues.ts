/**
 * Projection of queues: the effect of each entry on each price of a book, with the size that rests there afterwards,
 * and the terms of markets from entry to entry. It reads the rows of orders, which are written before it. Rows are
 * append-only: a step is a row, and the rows of a price lie together in the order of the journal.
 */
import {
  type BookSide,
  bookPriceOf,
  bookSideOf,
  changesBook,
  type Event,
  type MarketUpdated,
  type Outcome,
  price as priceOf,
} from '@bellwether/engine';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import type { StoreWriter } from '@bellwether/ports/store.ts';
import type { Projection } from '../../projection.ts';
import { createTables, insertInto } from '../../table.ts';
import {
  MARKET_FLAGS,
  type MarketTermsRow,
  QUEUE_TABLES,
  STEP_CANCELED,
  STEP_FILLED,
  STEP_RESTED,
  STEP_TRADED,
} from '../queue-tables.ts';

/** Maximum number of prices whose resting size is cached. */
const KNOWN_PRICES_MAX = 16_384;

export const queuesProjection = createQueuesProjection();

/** Creates the projection; tests cache fewer prices. */
export function createQueuesProjection(knownPricesMax = KNOWN_PRICES_MAX): Projection {
  return {
    name: 'queues',
    version: 1,
    tables: Object.keys(QUEUE_TABLES),
    schema: createTables(QUEUE_TABLES),

    open(store) {
      const books = new BookWriter(store, knownPricesMax);
      const terms = new TermsWriter(store);
      return {
        write(entries) {
          for (const entry of entries) {
            for (const event of entry.events) {
              books.event(entry, event);
              terms.event(entry, event);
            }
          }
          books.saveVersions();
        },
      };
    },
  };
}

/** A price on one side of a book. */
interface Place {
  readonly market: number;
  readonly side: BookSide;
  readonly price: number;
}

interface Resting {
  orders: number;
  micros: number;
}

class BookWriter {
  readonly #insert;
  readonly #lastStep;
  readonly #order;
  readonly #saveVersion;
  readonly #knownPricesMax;
  readonly #resting = new Map<number, Resting>();
  readonly #versions = new Map<number, { version: number; sequence: number }>();
  readonly #touched = new Set<number>();
  /** The order placed by the current entry. */
  #accepted: (Place & { readonly order: number }) | null = null;
  #sequence = 0;
  #step = 0;

  constructor(store: StoreWriter, knownPricesMax: number) {
    this.#knownPricesMax = knownPricesMax;
    this.#insert = store.prepare(insertInto(QUEUE_TABLES, 'book_steps'));
    this.#lastStep = store.prepare(
      `SELECT resting_orders, resting_micros FROM book_steps WHERE market = ? AND side = ? AND price_ticks = ?
       ORDER BY sequence DESC, step DESC LIMIT 1`,
    );
    this.#order = store.prepare(
      'SELECT market, outcome, side, price_ticks, size_micros - matched_micros AS left_micros FROM orders WHERE number = ?',
    );
    this.#saveVersion = store.prepare('INSERT OR REPLACE INTO book_versions (market, version) VALUES (?, ?)');
    for (const row of store.prepare('SELECT market, version FROM book_versions').all()) {
      this.#versions.set(Number(row['market']), { version: Number(row['version']), sequence: 0 });
    }
  }

  event(entry: ChainedEntry, event: Event): void {
    if (entry.sequence !== this.#sequence) {
      this.#sequence = entry.sequence;
      this.#step = 0;
      this.#accepted = null;
    }
    switch (event.kind) {
      case 'OrderAccepted': {
        const { market, order } = event;
        this.#accepted = { market, order, ...bookPlace(event.side, event.outcome, event.price) };
        return;
      }
      case 'OrderRested':
        if (this.#accepted?.order !== event.order) throw new Error(`order ${event.order} rests without being accepted`);
        this.#write(this.#accepted, STEP_RESTED, event.order, event.remaining, event.held);
        return;
      case 'TradeExecuted':
        for (const { order, side, outcome, price, size, remaining } of event.legs) {
          const place = { market: event.market, ...bookPlace(side, outcome, price) };
          this.#write(place, remaining === 0 ? STEP_FILLED : STEP_TRADED, order, size, 0);
        }
        return;
      case 'OrderCanceled': {
        // The remaining size of a cancelled order no longer changes, so its row has it, however many entries are
        // written at once.
        const row = this.#order.get(event.order);
        if (row === undefined) throw new Error(`order ${event.order} has no row`);
        const side = row['side'] === 'BUY' ? 'BUY' : 'SELL';
        const outcome = row['outcome'] === 0 ? 0 : 1;
        const place = { market: Number(row['market']), ...bookPlace(side, outcome, Number(row['price_ticks'])) };
        this.#write(place, STEP_CANCELED[event.reason], event.order, Number(row['left_micros']), 0);
        return;
      }
      case 'MarketUpdated':
        if (changesBook(event.changes)) this.#touch(event.market);
        return;
      case 'TradingEnded':
      case 'MarketResolved':
        this.#touch(event.market);
        return;
    }
  }

  saveVersions(): void {
    for (const market of this.#touched) this.#saveVersion.run(market, this.#versions.get(market)?.version ?? 0);
    this.#touched.clear();
  }

  #write({ market, side, price }: Place, kind: number, order: number, size: number, held: number): void {
    const resting = this.#restingAt(market, side, price);
    if (kind === STEP_RESTED) {
      resting.orders += 1;
      resting.micros += size;
    } else {
      resting.micros -= size;
      if (kind >= STEP_FILLED) resting.orders -= 1;
    }
    const { orders, micros } = resting;
    if (orders < 0 || micros < 0) throw new Error(`less than nothing rests in market ${market} at ${price}`);
    const version = this.#touch(market);
    const [sequence, at] = [this.#sequence, this.#step++];
    this.#insert.run(market, side, price, sequence, at, kind, order, size, held, orders, micros, version);
  }

  #restingAt(market: number, side: BookSide, price: number): Resting {
    const key = (market * 2 + side) * PRICES + price;
    const known = this.#resting.get(key);
    if (known !== undefined) return known;
    const row = this.#lastStep.get(market, side, price);
    const resting = { orders: Number(row?.['resting_orders'] ?? 0), micros: Number(row?.['resting_micros'] ?? 0) };
    if (this.#resting.size >= this.#knownPricesMax) this.#resting.clear();
    this.#resting.set(key, resting);
    return resting;
  }

  /** Version of the market after this entry. An entry increments it once, however many changes it makes. */
  #touch(market: number): number {
    let known = this.#versions.get(market);
    if (known === undefined) {
      known = { version: 0, sequence: 0 };
      this.#versions.set(market, known);
    }
    if (known.sequence !== this.#sequence) known.version += 1;
    known.sequence = this.#sequence;
    this.#touched.add(market);
    return known.version;
  }
}

/** One more than the highest price. */
const PRICES = 10_001;

function bookPlace(side: 'BUY' | 'SELL', outcome: Outcome, price: number): Omit<Place, 'market'> {
  return { side: bookSideOf(side, outcome), price: bookPriceOf(priceOf(price), outcome) };
}

type Terms = Omit<MarketTermsRow, 'market' | 'sequence' | 'time_ms'>;

class TermsWriter {
  readonly #insert;
  readonly #last;

  constructor(store: StoreWriter) {
    this.#insert = store.prepare(
      `INSERT OR REPLACE INTO market_terms (market, sequence, time_ms, tick, minimum_size_micros, taker_fee_rate, flags)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#last = store.prepare(
      `SELECT tick, minimum_size_micros, taker_fee_rate, flags FROM market_terms WHERE market = ?
       ORDER BY sequence DESC LIMIT 1`,
    );
  }

  event(entry: ChainedEntry, event: Event): void {
    switch (event.kind) {
      case 'MarketAdded': {
        const { tick, minimumSize, takerFeeRate, active, closed, archived, acceptingOrders, closeTimeMs, payouts } =
          event.definition;
        const ended = closeTimeMs !== null && closeTimeMs !== undefined && entry.timeMs >= closeTimeMs;
        this.#write(entry, event.market, {
          tick,
          minimum_size_micros: minimumSize,
          taker_fee_rate: takerFeeRate,
          flags: flagsOf({ active, acceptingOrders, closed, archived, ended, resolved: payouts !== null }),
        });
        return;
      }
      case 'MarketUpdated':
        this.#update(entry, event);
        return;
      case 'TradingEnded':
        this.#raise(entry, event.market, MARKET_FLAGS.ended);
        return;
      case 'MarketResolved':
        this.#raise(entry, event.market, MARKET_FLAGS.resolved);
        return;
    }
  }

  #update(entry: ChainedEntry, { market, changes }: MarketUpdated): void {
    const before = this.#lastOf(market);
    const { active, closed, archived, acceptingOrders, closeTimeMs } = changes;
    // A market whose trading has ended resumes when its closing time is moved into the future or removed.
    const isPutOff = closeTimeMs === null || (closeTimeMs !== undefined && entry.timeMs < closeTimeMs);
    const after: Terms = {
      tick: changes.tick ?? before.tick,
      minimum_size_micros: changes.minimumSize ?? before.minimum_size_micros,
      taker_fee_rate: changes.takerFeeRate ?? before.taker_fee_rate,
      flags: flagsOf({ active, closed, archived, acceptingOrders, ...(isPutOff && { ended: false }) }, before.flags),
    };
    const isSame =
      after.tick === before.tick &&
      after.minimum_size_micros === before.minimum_size_micros &&
      after.taker_fee_rate === before.taker_fee_rate &&
      after.flags === before.flags;
    if (!isSame) this.#write(entry, market, after);
  }

  #raise(entry: ChainedEntry, market: number, bit: number): void {
    const before = this.#lastOf(market);
    this.#write(entry, market, { ...before, flags: before.flags | bit });
  }

  #write({ sequence, timeMs }: ChainedEntry, market: number, terms: Terms): void {
    const { tick, minimum_size_micros, taker_fee_rate, flags } = terms;
    this.#insert.run(market, sequence, timeMs, tick, minimum_size_micros, taker_fee_rate, flags);
  }

  #lastOf(market: number): Terms {
    const row = this.#last.get(market);
    if (row === undefined) throw new Error(`market ${market} has no terms`);
    return {
      tick: Number(row['tick']),
      minimum_size_micros: Number(row['minimum_size_micros']),
      taker_fee_rate: Number(row['taker_fee_rate']),
      flags: Number(row['flags']),
    };
  }
}

/** Flags in which those that are given have changed. */
function flagsOf(given: { readonly [Name in keyof typeof MARKET_FLAGS]?: boolean | undefined }, before = 0): number {
  let flags = before;
  for (const [name, bit] of Object.entries(MARKET_FLAGS) as [keyof typeof MARKET_FLAGS, number][]) {
    const isSet = given[name];
    if (isSet !== undefined) flags = isSet ? flags | bit : flags & ~bit;
  }
  return flags;
}
