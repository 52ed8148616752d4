/**
 * Compares every table of the read store with a table rebuilt from the journal, in memory, by the same projections.
 *
 * Excluded: sort columns of lists, which may lag behind the displayed figures (`listing-figures.ts`), total values, and
 * scores while a question waits for its own, rows of past periods, which go a few at a time (`period-writer.ts`), and the
 * tables in which the search index keeps its words.
 */
import type { State } from '@bellwether/engine';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import { openStore, type Store } from '@bellwether/read-model/adapters/store-sqlite/open-store.ts';
import { ALL_PROJECTIONS } from '@bellwether/read-model/all-projections.ts';
import { PERIOD, periodStart } from '@bellwether/read-model/portfolio/tables.ts';
import { PriceObserver } from '@bellwether/read-model/prices/project/observed-prices.ts';
import { createProjectionRunner, type ProjectionRunner } from '@bellwether/read-model/runner.ts';
import { difference, VerifyFailure } from './verify-failure.ts';
import type { StoreReader } from './verify-store.ts';
import type { TextsCheck } from './verify-texts.ts';

const MS_PER_HOUR = 3_600_000;

/** Columns that a list is sorted by. */
const SORTED_BY = [
  'volume_micros',
  'volume_24hr_micros',
  'liquidity_micros',
  'best_bid_ticks',
  'best_ask_ticks',
  'last_price_ticks',
];
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  market_listing: SORTED_BY,
  event_listing: SORTED_BY,
  standings: ['value_micros'],
};
/** Tables that belong to the runner, not to a projection. */
const OWN_TABLES = ['projection_cursors'];
/** Tables that change while the 24-hour window moves. */
const OF_THE_WINDOW = ['listing_window', 'listing_hours', 'market_figures'];
/** Tables that change while questions are scored. */
const OF_SCORES = ['questions', 'forecasts', 'forecast_bins', 'standings'];

type Row = Record<string, unknown>;

/** Columns whose texts may be beside the journal. */
const BESIDE_THE_JOURNAL: Readonly<Record<string, readonly string[]>> = {
  comments: ['body'],
  profiles: ['name', 'bio', 'profile_image'],
  profile_text: ['name'],
  searched_profiles: ['name'],
};

interface Table {
  readonly name: string;
  /** Columns to compare, key columns first. */
  readonly columns: readonly string[];
  readonly keys: readonly string[];
}

export class TablesCheck {
  readonly #found: StoreReader;
  readonly #again: Store;
  readonly #runner: ProjectionRunner;
  readonly #sequence: number;
  readonly #texts: Pick<TextsCheck, 'isByHash'> | null;
  /** Observer of the follower whose entries are written. */
  readonly prices = new PriceObserver();
  rows = 0;
  tables = 0;
  /** Time of the last entry written, Unix milliseconds. */
  #timeMs = 0;

  /** `sequence`: last entry that all projections of the store have reached. */
  constructor(found: StoreReader, sequence: number, texts: Pick<TextsCheck, 'isByHash'> | null = null) {
    this.#found = found;
    this.#texts = texts;
    this.#sequence = sequence;
    this.#again = openStore(':memory:');
    this.#runner = createProjectionRunner(this.#again, ALL_PROJECTIONS);
  }

  /** Writes entries already applied to `state`; `previousHash` is the chain value before the first. */
  write(entries: readonly ChainedEntry[], previousHash: string, state: Readonly<State>): void {
    const wanted = entries.filter(({ sequence }) => sequence <= this.#sequence);
    const prices = this.prices.take();
    if (wanted.length > 0) this.#runner.write(wanted, previousHash, { state, prices });
    this.#timeMs = wanted.at(-1)?.timeMs ?? this.#timeMs;
  }

  /** Compares all tables. Throws `VerifyFailure` at the first difference. */
  finish(): void {
    const ofTheWindow = this.#followWindow() ? [] : OF_THE_WINDOW;
    const isScored = this.#found.prepare('SELECT 1 FROM questions WHERE due = 1 LIMIT 1').all().length === 0;
    const leftOut = new Set([...OWN_TABLES, ...ofTheWindow, ...(isScored ? [] : OF_SCORES)]);
    for (const table of this.#comparable(leftOut)) this.#compare(table);
  }

  close(): void {
    this.#again.close();
  }

  /** Moves the 24-hour window to the store's position. False if the store is halfway between two hours. */
  #followWindow(): boolean {
    const sql = 'SELECT hour, next_market FROM listing_window';
    const [found] = this.#found.prepare(sql).all();
    if (found === undefined) return true;
    while (this.#runner.advance(Number(found['hour']) * MS_PER_HOUR) === 'more');
    const [again] = this.#again.prepare(sql).all();
    return found['hour'] === again?.['hour'] && found['next_market'] === again?.['next_market'];
  }

  #comparable(leftOut: ReadonlySet<string>): Table[] {
    const names = this.#again
      .prepare("SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
      .all();
    const virtual = names.filter(({ sql }) => String(sql).startsWith('CREATE VIRTUAL')).map(({ name }) => String(name));
    const isOfIndex = (name: string): boolean => virtual.some((one) => name.startsWith(`${one}_`));
    return names
      .map(({ name }) => String(name))
      .filter((name) => !isOfIndex(name) && !leftOut.has(name))
      .map((name) => this.#table(name));
  }

  #table(name: string): Table {
    const columns = this.#again.prepare(`SELECT name, pk FROM pragma_table_info('${name}')`).all();
    const keys = columns
      .filter(({ pk }) => pk !== 0)
      .toSorted((one, other) => Number(one['pk']) - Number(other['pk']))
      .map((column) => String(column['name']));
    const leftOut = LEFT_OUT[name] ?? [];
    const compared = columns.map((column) => String(column['name'])).filter((column) => !leftOut.includes(column));
    return keys.length > 0
      ? { name, keys, columns: compared }
      : { name, keys: ['rowid'], columns: ['rowid', ...compared] };
  }

  #compare({ name, columns, keys }: Table): void {
    const present = name === 'trader_periods' ? ` WHERE ${this.#presentPeriods()}` : '';
    const sql = `SELECT ${columns.join(', ')} FROM ${name}${present} ORDER BY ${keys.join(', ')}`;
    const expected = this.#again.prepare(sql).all() as Row[];
    // Explicit iteration reads one row at a time, whatever the table's size.
    const found = this.#rowsOf(name, sql);
    let index = 0;
    for (let next = found.next(); !next.done; next = found.next(), index++) {
      const row = expected[index];
      const key = (one: Row): string => keys.map((column) => String(one[column])).join('/');
      if (row === undefined) {
        throw new VerifyFailure(`read store: ${name} has row ${key(next.value)}, which no entry explains`);
      }
      if (key(next.value) !== key(row)) {
        throw new VerifyFailure(`read store: ${name} has row ${key(next.value)} where row ${key(row)} must be`);
      }
      const wrong = difference(plain(this.#withTexts(name, row, next.value)), plain(next.value));
      if (wrong !== null) throw new VerifyFailure(`read store: ${name} row ${key(row)}: ${wrong}`);
    }
    if (index !== expected.length) {
      throw new VerifyFailure(`read store: ${name} has ${index} rows, must have ${expected.length}`);
    }
    this.rows += index;
    this.tables++;
  }

  /** The row, with the texts of the found one where only one of them could have a text, which is beside the journal. */
  #withTexts(name: string, row: Row, found: Row): Row {
    const columns = BESIDE_THE_JOURNAL[name] ?? [];
    const id = row['id'] ?? row['account'] ?? row['rowid'];
    if (columns.length === 0 || row['removed'] === 1 || this.#texts?.isByHash(name === 'comments', id) !== true)
      return row;
    const lost = columns.filter((column) => (row[column] === '') !== (found[column] === ''));
    return { ...row, ...Object.fromEntries(lost.map((column) => [column, found[column]])) };
  }

  #presentPeriods(): string {
    const starts = Object.values(PERIOD).map(
      (period) => `(period = ${period} AND start_day >= ${periodStart(period, this.#timeMs)})`,
    );
    return `(${starts.join(' OR ')})`;
  }

  #rowsOf(name: string, sql: string): Iterator<Row> {
    try {
      return this.#found.prepare(sql).iterate();
    } catch (error) {
      throw new VerifyFailure(`read store: ${name} cannot be read: ${error instanceof Error ? error.message : ''}`);
    }
  }
}

/** Converts bytes to hex, so that rows compare as plain values. Rows without bytes are returned unchanged. */
function plain(row: Row): Row {
  let written: Record<string, unknown> | null = null;
  for (const column of Object.keys(row)) {
    const value = row[column];
    if (!(value instanceof Uint8Array)) continue;
    written ??= { ...row };
    written[column] = Buffer.from(value).toString('hex');
  }
  return written ?? row;
}
