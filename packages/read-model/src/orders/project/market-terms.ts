/** Projection of the terms and flags of markets, from entry to entry: a row for each change. */
import type { Event, MarketUpdated } from '@bellwether/engine';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import type { StoreWriter } from '@bellwether/ports/store.ts';
import { byEvent, type Projection } from '../../projection.ts';
import { createTables } from '../../table.ts';
import { MARKET_FLAGS, type MarketTermsRow, TERMS_TABLES } from '../tables.ts';

export const marketTermsProjection: Projection = {
  name: 'market-terms',
  version: 2,
  tables: Object.keys(TERMS_TABLES),
  ignoresTrading: true,
  schema: createTables(TERMS_TABLES),

  open(store) {
    const terms = new TermsWriter(store);
    return byEvent((event, entry) => terms.event(entry, event));
  },
};

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
        this.#flag(entry, event.market, { ended: true });
        return;
      case 'ResultProposed':
      case 'ResultWithdrawn':
        for (const market of event.markets) this.#flag(entry, market, { proposed: event.kind === 'ResultProposed' });
        return;
      case 'MarketResolved':
        this.#flag(entry, event.market, { resolved: true, proposed: false });
        return;
      case 'ResultCorrected':
        if (!event.reopened) return;
        for (const market of event.markets) this.#flag(entry, market, { resolved: false });
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

  #flag(entry: ChainedEntry, market: number, given: GivenFlags): void {
    const before = this.#lastOf(market);
    this.#write(entry, market, { ...before, flags: flagsOf(given, before.flags) });
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

type GivenFlags = { readonly [Name in keyof typeof MARKET_FLAGS]?: boolean | undefined };

/** Flags in which those that are given have changed. */
function flagsOf(given: GivenFlags, before = 0): number {
  let flags = before;
  for (const [name, bit] of Object.entries(MARKET_FLAGS) as [keyof typeof MARKET_FLAGS, number][]) {
    const isSet = given[name];
    if (isSet !== undefined) flags = isSet ? flags | bit : flags & ~bit;
  }
  return flags;
}
