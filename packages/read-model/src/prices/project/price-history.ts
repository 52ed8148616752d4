/**
 * Projection of price history: each market's displayed price per minute, five minutes, hour and day, thinned as it
 * grows. It writes the prices observed after each entry, never those of the current state, so that its rows follow from
 * the journal however entries are grouped and whenever they are written.
 *
 * The newest change of a market is a row of minutes that may still be overwritten. The first change in a later minute
 * closes that row, and every coarser bucket that ended in between. Closing a bucket removes expired rows of the next
 * finer size, oldest first and a bounded number at a time. The last row before the kept ones stays, because its price
 * holds until the next.
 */
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import type { StoreWriter } from '@bellwether/ports/store.ts';
import type { ObservedPrice, Projection } from '../../projection.ts';
import { createTables } from '../../table.ts';
import { GRAINS, type Grain, PRICE_TABLES } from '../tables.ts';

const UPSERT = `
  INSERT INTO price_points (market, grain, bucket, price_half_ticks) VALUES (?, ?, ?, ?)
  ON CONFLICT (market, grain, bucket) DO UPDATE SET price_half_ticks = excluded.price_half_ticks
`;

const NEWEST = `
  SELECT bucket, price_half_ticks FROM price_points WHERE market = ? AND grain = 0 ORDER BY bucket DESC LIMIT 1
`;

/** The last row at or before the first kept bucket. */
const BASELINE = `
  SELECT bucket FROM price_points WHERE market = ? AND grain = ? AND bucket <= ? ORDER BY bucket DESC LIMIT 1
`;

/** The oldest rows before a bucket, a number of them at most. As a range: `bucket IN (…)` took three times as long. */
const REMOVE = `
  DELETE FROM price_points WHERE market = ?1 AND grain = ?2 AND bucket < min(?3, coalesce(
    (SELECT bucket FROM price_points WHERE market = ?1 AND grain = ?2 ORDER BY bucket LIMIT 1 OFFSET ?4), ?3))
`;

const MINUTE_MS = 60_000;
/** A closing bucket removes this many times the rows of the finer size that it can have added. */
const REMOVED_PER_ADDED = 4;

/** The newest change of a market: its open minute and the price in it. */
interface OpenMinute {
  minute: number;
  price: number | null;
}

export const priceHistoryProjection: Projection = {
  name: 'price-history',
  version: 4,
  tables: Object.keys(PRICE_TABLES),
  schema: createTables(PRICE_TABLES),

  open(store) {
    const points = new PricePoints(store);
    return {
      write(entries, { prices }) {
        for (const entry of entries) {
          const observed = prices.get(entry.sequence);
          if (observed !== undefined) points.observe(entry, observed);
        }
        points.flush();
      },
    };
  },
};

class PricePoints {
  readonly #upsert;
  readonly #newest;
  readonly #baseline;
  readonly #remove;
  /** Open minutes by market; null if the market has no row yet, absent until it is first looked up. */
  readonly #open = new Map<number, OpenMinute | null>();
  /** Markets whose open minute is not yet written. */
  readonly #changed = new Set<number>();

  constructor(store: StoreWriter) {
    this.#upsert = store.prepare(UPSERT);
    this.#newest = store.prepare(NEWEST);
    this.#baseline = store.prepare(BASELINE);
    this.#remove = store.prepare(REMOVE);
  }

  observe({ timeMs }: ChainedEntry, observed: readonly ObservedPrice[]): void {
    const minute = Math.floor(timeMs / MINUTE_MS);
    for (const { market, priceHalfTicks } of observed) {
      const open = this.#openMinute(market);
      if (priceHalfTicks === (open?.price ?? null)) continue;
      if (open === null) this.#open.set(market, { minute, price: priceHalfTicks });
      else {
        if (open.minute !== minute) this.#close(market, open, minute);
        open.minute = minute;
        open.price = priceHalfTicks;
      }
      this.#changed.add(market);
    }
  }

  flush(): void {
    for (const market of this.#changed) {
      const open = this.#openMinute(market);
      if (open !== null) this.#upsert.run(market, 0, open.minute, open.price);
    }
    this.#changed.clear();
  }

  #openMinute(market: number): OpenMinute | null {
    const known = this.#open.get(market);
    if (known !== undefined) return known;
    const row = this.#newest.get(market);
    const price = row?.['price_half_ticks'] ?? null;
    const open =
      row === undefined ? null : { minute: Number(row['bucket']), price: price === null ? null : Number(price) };
    this.#open.set(market, open);
    return open;
  }

  /** Writes the final row of the open minute, and each coarser bucket that ended between it and the minute `next`. */
  #close(market: number, open: OpenMinute, next: number): void {
    if (this.#changed.has(market)) this.#upsert.run(market, 0, open.minute, open.price);
    for (const { grain, seconds } of GRAINS.slice(1)) {
      const bucket = Math.floor((open.minute * 60) / seconds);
      if (bucket === Math.floor((next * 60) / seconds)) return;
      this.#upsert.run(market, grain, bucket, open.price);
      this.#thin(market, (grain - 1) as Grain, next);
    }
  }

  #thin(market: number, grain: Grain, minute: number): void {
    const { seconds, keptS } = GRAINS[grain];
    const coarser = GRAINS[grain + 1];
    if (coarser === undefined) return;
    const baseline = this.#baseline.get(market, grain, Math.floor((minute * 60 - keptS) / seconds));
    if (baseline === undefined) return;
    const removedMax = REMOVED_PER_ADDED * (coarser.seconds / seconds);
    this.#remove.run(market, grain, Number(baseline['bucket']), removedMax);
  }
}
