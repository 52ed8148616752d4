/**
 * Compares the read store with the naive folds: every projection's rows as they must be at that projection's own cursor.
 * The store is read in one transaction, so a venue may go on writing beside it.
 */
import type { ChainedEntry } from '../ports/journal.ts';
import { ALL_PROJECTIONS } from '../projections/all-projections.ts';
import { CatalogFold } from './naive-catalog.ts';
import { CommentsFold, ProfilesFold } from './naive-community.ts';
import { AccountsFold, BalancesFold, MarketFiguresFold, type NaiveFold, OrdersFold, type Row } from './naive-fold.ts';
import { difference, VerifyFailure } from './verify-failure.ts';
import { FillsCheck } from './verify-fills.ts';

/** What this check needs of a read-only connection. */
export interface StoreReader {
  prepare(sql: string): { all(): Record<string, unknown>[]; iterate(): Iterator<Record<string, unknown>> };
  exec(sql: string): void;
  close(): void;
}

/** Columns that make up a row's key in the fold, by table. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  accounts: ['id'],
  wallets: ['id'],
  tags: ['id'],
  series: ['id'],
  events: ['id'],
  markets: ['market'],
  orders: ['number'],
  positions: ['market', 'outcome', 'wallet'],
  market_stats: ['market'],
  market_hours: ['market', 'hour'],
  comments: ['id'],
  reactions: ['id'],
  reactions_taken: ['id'],
  discussions: ['entity_type', 'entity_id'],
  profiles: ['account'],
  creators: ['creator'],
  fill_blocks: ['level', 'scope', 'subject', 'kind', 'first_id'],
};

interface Cursor {
  readonly sequence: number;
  readonly hash: string;
}

/** Whether another version of the program wrote the store: the next start makes again what has other rows now, or is new. */
export function isOutdated(store: StoreReader): boolean {
  const rows = store.prepare('SELECT name, version FROM projection_cursors').all();
  const versions = new Map(rows.map((row) => [row['name'], row['version']]));
  return ALL_PROJECTIONS.some(({ name, version }) => versions.get(name) !== version);
}

export class StoreCheck {
  readonly #store: StoreReader;
  readonly #cursors = new Map<string, Cursor>();
  readonly #folds = new Map<string, NaiveFold>([
    ['accounts', new AccountsFold()],
    ['catalog', new CatalogFold()],
    ['orders', new OrdersFold()],
    ['positions', new BalancesFold()],
    ['market-stats', new MarketFiguresFold()],
    ['profiles', new ProfilesFold()],
    ['comments', new CommentsFold()],
  ]);
  readonly #fills: FillsCheck;
  /** Rows compared, by table. */
  readonly counts = new Map<string, number>();

  /** Begins the read transaction. `store` is not outdated: every projection has its cursor. */
  constructor(store: StoreReader) {
    this.#store = store;
    store.exec('BEGIN');
    for (const row of store.prepare('SELECT name, sequence, hash FROM projection_cursors').all()) {
      this.#cursors.set(String(row['name']), { sequence: Number(row['sequence']), hash: String(row['hash']) });
    }
    this.#fills = new FillsCheck(store.prepare('SELECT * FROM fills ORDER BY id').iterate());
  }

  /** Sequence of the entry that all projections have reached. */
  get sequence(): number {
    return Math.min(...[...this.#cursors.values()].map((cursor) => cursor.sequence));
  }

  /** Whether all projections are at the same entry: not while one is written again after a change of the program. */
  get isEven(): boolean {
    return new Set([...this.#cursors.values()].map((cursor) => cursor.sequence)).size === 1;
  }

  get reader(): StoreReader {
    return this.#store;
  }

  observe(entry: ChainedEntry): void {
    for (const [name, cursor] of this.#cursors) {
      if (entry.sequence > cursor.sequence) continue;
      if (entry.sequence === cursor.sequence && entry.hash !== cursor.hash) {
        throw new VerifyFailure(
          `entry ${entry.sequence}: projection ${name} holds it with another hash, ${cursor.hash}`,
        );
      }
      if (name === 'ledger') this.#fills.observe(entry);
      else this.#folds.get(name)?.observe(entry);
    }
  }

  /** Compares what was folded; `headSequence` is the last entry there is. */
  finish(headSequence: number): void {
    for (const [name, cursor] of this.#cursors) {
      if (cursor.sequence > headSequence) {
        throw new VerifyFailure(
          `read store: ${name} is at entry ${cursor.sequence}, the journal ends at ${headSequence}: acknowledged entries are missing`,
        );
      }
    }
    this.#fills.finish();
    this.counts.set('fills', this.#fills.fills);
    this.#compare('fill_blocks', this.#fills.blocks);
    for (const { tables } of this.#folds.values()) {
      for (const [table, rows] of Object.entries(tables)) this.#compare(table, rows);
    }
  }

  close(): void {
    this.#store.close();
  }

  #compare(table: string, expected: ReadonlyMap<string, Row>): void {
    const keys = KEYS[table];
    if (keys === undefined) throw new Error(`table ${table} has no key here`);
    let found = 0;
    // Iterated by hand: one row at a time, whatever the table's size.
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
    if (found !== expected.size) {
      throw new VerifyFailure(`read store: ${table} has ${found} rows, must have ${expected.size}`);
    }
    this.counts.set(table, found);
  }
}

/** Bytes as hex, so that rows compare as plain values. */
function normalised(row: Record<string, unknown>): Record<string, unknown> {
  const bytes = row['order_id'];
  return bytes instanceof Uint8Array ? { ...row, order_id: Buffer.from(bytes).toString('hex') } : row;
}
