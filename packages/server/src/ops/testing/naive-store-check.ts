/** Compares the rows of a read store with the naive folds of its entries. */
import { emptyStart, Follower } from '../../log/follower.ts';
import type { ChainedEntry, JournalRecord } from '../../ports/journal.ts';
import { difference, VerifyFailure } from '../verify-failure.ts';
import type { StoreReader } from '../verify-store.ts';
import { FillsCheck } from './fills-check.ts';
import { CatalogFold } from './naive-catalog.ts';
import { CommentsFold, ProfilesFold } from './naive-community.ts';
import { AccountsFold, BalancesFold, MarketFiguresFold, type NaiveFold, OrdersFold, type Row } from './naive-fold.ts';
import { NaiveLedgerCheck } from './naive-ledger-check.ts';

/** Columns that form a row's key in the fold, by table; `id` in the others. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  markets: ['market'],
  orders: ['number'],
  positions: ['market', 'outcome', 'wallet'],
  market_stats: ['market'],
  market_hours: ['market', 'hour'],
  discussions: ['entity_type', 'entity_id'],
  profiles: ['account'],
  creators: ['creator'],
  fill_blocks: ['level', 'scope', 'subject', 'kind', 'first_id'],
};

/** Folds a whole journal and compares balances and the rows of its complete store. Throws `VerifyFailure`. */
export function checkNaively(records: Iterable<JournalRecord>, store: StoreReader): void {
  const follower = new Follower(emptyStart());
  const [rows, ledger] = [new NaiveStoreCheck(store), new NaiveLedgerCheck()];
  for (const record of records)
    for (const entry of follower.read(record)) {
      rows.observe(entry);
      ledger.observe(entry);
    }
  rows.finish();
  ledger.finish(follower.state);
}

export class NaiveStoreCheck {
  readonly #store: StoreReader;
  readonly #folds: readonly NaiveFold[] = [
    new AccountsFold(),
    new CatalogFold(),
    new OrdersFold(),
    new BalancesFold(),
    new MarketFiguresFold(),
    new ProfilesFold(),
    new CommentsFold(),
  ];
  readonly #fills: FillsCheck;

  constructor(store: StoreReader) {
    this.#store = store;
    this.#fills = new FillsCheck(store.prepare('SELECT * FROM fills ORDER BY id').iterate());
  }

  observe(entry: ChainedEntry): void {
    this.#fills.observe(entry);
    for (const fold of this.#folds) fold.observe(entry);
  }

  finish(): void {
    this.#fills.finish();
    this.#compare('fill_blocks', this.#fills.blocks);
    for (const { tables } of this.#folds)
      for (const [table, rows] of Object.entries(tables)) this.#compare(table, rows);
  }

  #compare(table: string, expected: ReadonlyMap<string, Row>): void {
    const keys = KEYS[table] ?? ['id'];
    let found = 0;
    // Explicit iteration reads one row at a time, whatever the table's size.
    const rows = this.#store.prepare(`SELECT * FROM ${table}`).iterate();
    for (let next = rows.next(); !next.done; next = rows.next()) {
      const actual = normalised(next.value);
      const key = keys.map((column) => String(actual[column])).join('/');
      const row = expected.get(key);
      if (row === undefined) throw new VerifyFailure(`read store: ${table} has row ${key}, which no entry explains`);
      const wrong = difference(row, actual);
      if (wrong !== null) throw new VerifyFailure(`read store: ${table} row ${key}: ${wrong}`);
      found++;
    }
    if (found !== expected.size)
      throw new VerifyFailure(`read store: ${table} has ${found} rows, must have ${expected.size}`);
  }
}

/** Converts bytes to hex, so that rows compare as plain values. */
function normalised(row: Record<string, unknown>): Record<string, unknown> {
  const bytes = row['order_id'];
  return bytes instanceof Uint8Array ? { ...row, order_id: Buffer.from(bytes).toString('hex') } : row;
}
