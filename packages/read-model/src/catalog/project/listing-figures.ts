/**
 * Figures of the listings: volume overall and over the last day, last price, and book figures. Displayed figures are in
 * a narrow row per market that is exact after every batch. Sort columns, with an index for each figure, follow in
 * parts: a batch updates a few rows at least and a share of the waiting ones, so that a burst of trades does not write
 * every index in every transaction. Nothing is lost when the process ends: the start finds the differences. The 24-hour
 * window moves in bounded steps: each hourly sum leaves it exactly once.
 */
import { complement, type Market, type State, type TradeExecuted } from '@bellwether/engine';
import type { SqlValue, StoreWriter } from '@bellwether/ports/store.ts';
import type { BookFigures, BookReader } from '../../book-reader.ts';
import { Statements } from '../../statements.ts';

const MS_PER_HOUR = 3_600_000;
/** Hours of the window, including the current one. */
const WINDOW_HOURS = 24;
/** Minimum number of hourly sums that leave the window in one transaction. */
const ROLL_ROWS_MIN = 2_000;
/** Minimum number of rows re-sorted in one transaction, and the divisor for the share of waiting rows. */
const SORTED_ROWS_MIN = 16;
const SORTED_SHARE = 4;
/** Number of rows re-sorted in one transaction while idle. */
const SORTED_ROWS_IDLE = 1_000;
const NO_ASK = 10_000;

export const hourOf = (timeMs: number): number => Math.floor(timeMs / MS_PER_HOUR);

interface Sums {
  volume_micros: number;
  volume_24hr_micros: number;
  liquidity_micros: number;
}
interface Figures extends Sums {
  best_bid_ticks: number;
  best_ask_ticks: number;
  last_price_ticks: number;
}

const SUM_COLUMNS = ['volume_micros', 'volume_24hr_micros', 'liquidity_micros'] as const;
const COLUMNS = [...SUM_COLUMNS, 'best_bid_ticks', 'best_ask_ticks', 'last_price_ticks'] as const;

const noSums = (): Sums => ({ volume_micros: 0, volume_24hr_micros: 0, liquidity_micros: 0 });
const noFigures = (): Figures => ({ ...noSums(), best_bid_ticks: 0, best_ask_ticks: NO_ASK, last_price_ticks: 0 });

/** Exact figures, and the figures by which the listing is sorted. */
interface Kept<Values> {
  readonly exact: Values;
  readonly sorted: Values;
}

export class ListingFigures {
  readonly #statements: Statements;
  readonly #markets: (Kept<Figures> & { readonly event: number | null })[] = [];
  readonly #events = new Map<number, Kept<Sums>>();
  /**
   * Book versions that the figures were read from, in this process only. Figures are compared before they are written.
   */
  readonly #bookVersions: number[] = [];
  /** Volume of the batch by hour and market. */
  readonly #hours = new Map<number, Map<number, number>>();
  /** Markets whose exact figures changed in the batch. */
  readonly #changed = new Set<number>();
  /** Rows not yet sorted by their exact figures, the longest-waiting first. */
  readonly #unsortedMarkets = new Set<number>();
  readonly #unsortedEvents = new Set<number>();
  /** Last hour of the window, and the first market whose oldest hour has yet to leave it. */
  #window: { hour: number; nextMarket: number };
  #targetHour: number;

  readonly #rollRowsMin: number;

  constructor(store: StoreWriter, rollRowsMin = ROLL_ROWS_MIN) {
    this.#rollRowsMin = rollRowsMin;
    this.#statements = new Statements(store);
    this.#load(store);
    const window = store.prepare('SELECT hour, next_market FROM listing_window').get();
    this.#window = { hour: Number(window?.['hour'] ?? 0), nextMarket: Number(window?.['next_market'] ?? 0) };
    this.#targetHour = this.#window.hour;
  }

  #load(store: StoreWriter): void {
    for (const row of store.prepare(`SELECT id, ${SUM_COLUMNS.join(', ')} FROM event_listing`).all()) {
      this.#events.set(Number(row['id']), { exact: noSums(), sorted: valuesOf(row, SUM_COLUMNS) });
    }
    const columns = COLUMNS.map((column) => `f.${column} AS ${column}, l.${column} AS sorted_${column}`).join(', ');
    const sql = `SELECT l.market, l.event, ${columns} FROM market_listing AS l JOIN market_figures AS f ON f.market = l.market`;
    for (const row of store.prepare(sql).all()) {
      const [market, event] = [Number(row['market']), row['event'] === null ? null : Number(row['event'])];
      const exact = valuesOf(row, COLUMNS);
      this.#markets[market] = { event, exact, sorted: valuesOf(row, COLUMNS, 'sorted_') };
      this.#unsortedMarkets.add(market);
      const sums = event === null ? undefined : this.#events.get(event)?.exact;
      if (sums !== undefined) for (const column of SUM_COLUMNS) sums[column] += exact[column];
    }
    for (const event of this.#events.keys()) this.#unsortedEvents.add(event);
    this.#dropSorted();
  }

  /** Drops rows that are already sorted by their exact figures. After a start most rows are. */
  #dropSorted(): void {
    for (const market of this.#unsortedMarkets) {
      const kept = this.#markets[market];
      if (kept === undefined || differing(kept, COLUMNS).length === 0) this.#unsortedMarkets.delete(market);
    }
    for (const event of this.#unsortedEvents) {
      const kept = this.#events.get(event);
      if (kept === undefined || differing(kept, SUM_COLUMNS).length === 0) this.#unsortedEvents.delete(event);
    }
  }

  addEvent(id: number): void {
    this.#events.set(id, { exact: noSums(), sorted: noSums() });
  }

  addMarket(market: number, event: number | null): void {
    this.#markets[market] = { event, exact: noFigures(), sorted: noFigures() };
    this.#statements.insert('market_figures', { market, ...noFigures() });
  }

  addTrade(trade: TradeExecuted, timeMs: number): void {
    const { market, collateral } = trade;
    this.#add(market, 'volume_micros', collateral);
    const lastLeg = trade.legs.at(-1);
    if (lastLeg !== undefined) {
      this.#set(market, 'last_price_ticks', lastLeg.outcome === 0 ? lastLeg.price : complement(lastLeg.price));
    }
    const hour = hourOf(timeMs);
    if (!this.#isInWindow(hour, market)) return;
    this.#add(market, 'volume_24hr_micros', collateral);
    const sums = this.#hours.get(hour);
    if (sums === undefined) this.#hours.set(hour, new Map([[market, collateral]]));
    else sums.set(market, (sums.get(market) ?? 0) + collateral);
  }

  /** Adds the batch's volume to the hourly sums, before anything leaves the window. */
  #flushHours(): void {
    const statement = this.#statements.prepare(`
      INSERT INTO listing_hours (hour, market, volume_micros) VALUES (?, ?, ?)
      ON CONFLICT (hour, market) DO UPDATE SET volume_micros = volume_micros + excluded.volume_micros`);
    for (const [hour, sums] of this.#hours) {
      for (const [market, volume] of sums) statement.run(hour, market, volume);
    }
    this.#hours.clear();
  }

  /** Reads the current book figures of all markets; an unchanged book costs one comparison. */
  readBooks(markets: State['markets'], books: BookReader): void {
    for (const market of markets) {
      const { id, book, bookVersion } = market;
      if (book === null || this.#bookVersions[id] === bookVersion || this.#markets[id] === undefined) continue;
      this.#readBook(market, books.figures(market));
      this.#bookVersions[id] = bookVersion;
    }
  }

  #readBook({ id }: Readonly<Market>, { bestBid, bestAsk, liquidity }: BookFigures): void {
    this.#set(id, 'best_bid_ticks', bestBid);
    this.#set(id, 'best_ask_ticks', bestAsk === 0 ? NO_ASK : bestAsk);
    this.#add(id, 'liquidity_micros', liquidity - (this.#markets[id]?.exact.liquidity_micros ?? 0));
  }

  /** Sets the hour that the window must reach. */
  aimAt(hour: number): void {
    if (this.#window.hour === 0) {
      // The first known time: nothing was counted before.
      this.#window = { hour, nextMarket: 0 };
      this.#saveWindow();
    }
    this.#targetHour = Math.max(this.#targetHour, hour);
  }

  /** True if nothing needs to be moved, written or sorted in this hour. */
  isUpToDate(hour: number): boolean {
    const waiting = this.#hours.size + this.#changed.size + this.#unsortedMarkets.size + this.#unsortedEvents.size;
    return waiting === 0 && this.#window.hour >= Math.max(hour, this.#targetHour);
  }

  /** Moves the window towards its target; true if there is more to do. `entries`: number of entries in the batch. */
  roll(entries: number): boolean {
    this.#flushHours();
    if (this.#window.hour >= this.#targetHour) return false;
    let budget = this.#rollRowsMin + 2 * entries;
    while (this.#window.hour < this.#targetHour && budget > 0) {
      const leaving = this.#window.hour + 1 - WINDOW_HOURS;
      const rows = this.#statements
        .prepare(
          'SELECT market, volume_micros FROM listing_hours WHERE hour = ? AND market >= ? ORDER BY market LIMIT ?',
        )
        .all(leaving, this.#window.nextMarket, budget);
      for (const row of rows) {
        this.#add(Number(row['market']), 'volume_24hr_micros', -Number(row['volume_micros']));
        this.#window.nextMarket = Number(row['market']) + 1;
      }
      if (rows.length < budget) this.#finishHour(leaving);
      budget -= rows.length;
    }
    this.#saveWindow();
    return this.#window.hour < this.#targetHour;
  }

  /** Completes an hour that has left the window, skipping ahead to the next hour with volume. */
  #finishHour(leaving: number): void {
    this.#statements.prepare('DELETE FROM listing_hours WHERE hour <= ?').run(leaving);
    const next = this.#statements.prepare('SELECT min(hour) AS hour FROM listing_hours').get()?.['hour'];
    const steps = next === null || next === undefined ? Number.POSITIVE_INFINITY : Number(next) - leaving;
    this.#window = { hour: Math.min(this.#window.hour + steps, this.#targetHour), nextMarket: 0 };
  }

  #saveWindow(): void {
    const { hour, nextMarket } = this.#window;
    this.#statements
      .prepare('INSERT OR REPLACE INTO listing_window (id, hour, next_market) VALUES (1, ?, ?)')
      .run(hour, nextMarket);
  }

  /** Writes changed exact figures and re-sorts some rows; true if others are waiting. */
  flush(isIdle: boolean): boolean {
    const assignments = COLUMNS.map((column) => `${column} = ?`).join(', ');
    const update = this.#statements.prepare(`UPDATE market_figures SET ${assignments} WHERE market = ?`);
    for (const market of this.#changed) {
      const exact = this.#markets[market]?.exact;
      if (exact !== undefined) update.run(...COLUMNS.map((column) => exact[column]), market);
    }
    this.#changed.clear();
    for (const market of firstOf(this.#unsortedMarkets, isIdle)) {
      const kept = this.#markets[market];
      if (kept !== undefined) this.#sort('market_listing', 'market', market, kept, COLUMNS);
    }
    for (const event of firstOf(this.#unsortedEvents, isIdle)) {
      const kept = this.#events.get(event);
      if (kept !== undefined) this.#sort('event_listing', 'id', event, kept, SUM_COLUMNS);
    }
    return this.#unsortedMarkets.size + this.#unsortedEvents.size > 0;
  }

  /** Sets only changed columns, so that only their indexes are written. */
  #sort<Column extends string>(
    table: string,
    key: string,
    id: number,
    kept: Kept<Record<Column, number>>,
    columns: readonly Column[],
  ): void {
    const changed = differing(kept, columns);
    this.#statements.update(table, key, id, Object.fromEntries(changed.map((column) => [column, kept.exact[column]])));
    for (const column of changed) kept.sorted[column] = kept.exact[column];
  }

  /**
   * True if the sum of this hour counts in the current window. An hour that is leaving still counts for the remaining
   * markets.
   */
  #isInWindow(hour: number, market: number): boolean {
    const { hour: end, nextMarket } = this.#window;
    const leaving = end + 1 - WINDOW_HOURS;
    return hour > leaving || (hour === leaving && market >= nextMarket);
  }

  #add(market: number, column: keyof Sums, amount: number): void {
    const kept = this.#markets[market];
    if (kept === undefined || amount === 0) return;
    kept.exact[column] += amount;
    this.#markChanged(market);
    const sums = kept.event === null ? undefined : this.#events.get(kept.event)?.exact;
    if (kept.event === null || sums === undefined) return;
    sums[column] += amount;
    this.#unsortedEvents.add(kept.event);
  }

  #set(market: number, column: keyof Figures, value: number): void {
    const kept = this.#markets[market];
    if (kept === undefined || kept.exact[column] === value) return;
    kept.exact[column] = value;
    this.#markChanged(market);
  }

  #markChanged(market: number): void {
    this.#changed.add(market);
    this.#unsortedMarkets.add(market);
  }
}

function differing<Column extends string>({ exact, sorted }: Kept<Record<Column, number>>, columns: readonly Column[]) {
  return columns.filter((column) => exact[column] !== sorted[column]);
}

/** Takes the longest-waiting ids. */
function* firstOf(waiting: Set<number>, isIdle: boolean): Generator<number> {
  const share = Math.max(SORTED_ROWS_MIN, Math.ceil(waiting.size / SORTED_SHARE));
  let left = isIdle ? SORTED_ROWS_IDLE : share;
  for (const id of waiting) {
    if (left === 0) return;
    left -= 1;
    waiting.delete(id);
    yield id;
  }
}

function valuesOf<Column extends string>(
  row: Readonly<Record<string, SqlValue>>,
  columns: readonly Column[],
  prefix = '',
): Record<Column, number> {
  const entries = columns.map((column) => [column, Number(row[prefix + column])] as const);
  return Object.fromEntries(entries) as Record<Column, number>;
}
