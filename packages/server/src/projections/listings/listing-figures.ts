/**
 * Figures of the listings: volume of all time and of the last day, last price, and what the books hold. What is shown
 * stands in a narrow row per market that is exact after every batch. What is sorted by, with an index for each figure,
 * follows a part at a time: a batch moves a few rows at least and a share of those that wait, so a burst of trades does
 * not write every index in every transaction. Nothing is lost when the process ends: the difference is found at the
 * start. The day's window moves in bounded steps: each hourly sum leaves it exactly once.
 */
import { complement, type Market, type State, type TradeExecuted } from '@bellwether/engine';
import type { SqlValue, StoreWriter } from '../../ports/store.ts';
import type { BookFigures, BookReader } from '../book-reader.ts';
import { Statements } from '../statements.ts';

const MS_PER_HOUR = 3_600_000;
/** Hours of the window, the current one included. */
const WINDOW_HOURS = 24;
/** Hourly sums that leave the window in one transaction at least. */
const ROLL_ROWS_MIN = 2_000;
/** Rows that are sorted again in one transaction at least, and the share of those that wait. */
const SORTED_ROWS_MIN = 16;
const SORTED_SHARE = 4;
/** The same while nothing else is to do. */
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

/** Figures as they are, and as the listing has them sorted. */
interface Kept<Values> {
  readonly exact: Values;
  readonly sorted: Values;
}

export class ListingFigures {
  readonly #statements: Statements;
  readonly #markets: (Kept<Figures> & { readonly event: number | null })[] = [];
  readonly #events = new Map<number, Kept<Sums>>();
  /** Book versions that the figures stand for; only of this run, figures are compared before they are written. */
  readonly #bookVersions: number[] = [];
  /** Volume of the batch by hour and market. */
  readonly #hours = new Map<number, Map<number, number>>();
  /** Markets whose exact figures the batch changed. */
  readonly #changed = new Set<number>();
  /** Rows that are not sorted by their exact figures yet, those that wait longest first. */
  readonly #unsortedMarkets = new Set<number>();
  readonly #unsortedEvents = new Set<number>();
  /** The hour the window ends with, and the first market whose oldest hour is still to leave it. */
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

  /** After the start most rows are as they should be. */
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

  /** What the batch added to hourly sums; before anything leaves the window. */
  #flushHours(): void {
    const statement = this.#statements.prepare(`
      INSERT INTO listing_hours (hour, market, volume_micros) VALUES (?, ?, ?)
      ON CONFLICT (hour, market) DO UPDATE SET volume_micros = volume_micros + excluded.volume_micros`);
    for (const [hour, sums] of this.#hours) {
      for (const [market, volume] of sums) statement.run(hour, market, volume);
    }
    this.#hours.clear();
  }

  /** Takes over what the books of all markets hold now; a book that did not change costs one comparison. */
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

  /** The window shall end with this hour at least. */
  aimAt(hour: number): void {
    if (this.#window.hour === 0) {
      // The first time that is heard of: nothing was counted before.
      this.#window = { hour, nextMarket: 0 };
      this.#saveWindow();
    }
    this.#targetHour = Math.max(this.#targetHour, hour);
  }

  /** Whether in this hour nothing is to be moved, written or sorted. */
  isSettled(hour: number): boolean {
    const waiting = this.#hours.size + this.#changed.size + this.#unsortedMarkets.size + this.#unsortedEvents.size;
    return waiting === 0 && this.#window.hour >= Math.max(hour, this.#targetHour);
  }

  /** Moves the window towards its aim; true when there is more to do. `entries` says how much a batch brings. */
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

  /** An hour has left the window: the next one that holds anything may be far ahead. */
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

  /** Writes the exact figures that changed and sorts some rows again; true when others wait. */
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

  /** Only columns that changed are set, and so only their indexes are written. */
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

  /** Whether the sum of this hour counts in the window as it stands: an hour that is leaving does for the rest. */
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

function differing<Column extends string>(
  { exact, sorted }: Kept<Record<Column, number>>,
  columns: readonly Column[],
): Column[] {
  return columns.filter((column) => exact[column] !== sorted[column]);
}

/** Takes those that wait longest. */
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
