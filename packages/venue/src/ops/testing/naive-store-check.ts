/** Compares the rows of a read store with the naive folds of its entries. */
import type { MakerLeg, MarketId, TradeExecuted } from '@bellwether/engine';
import { emptyStart, Follower } from '@bellwether/ledger/log/follower.ts';
import type { ChainedEntry, JournalRecord } from '@bellwether/ports/journal.ts';
import {
  BLOCKS_OF_BLOCKS,
  BLOCKS_OF_FILLS,
  type BlockLevel,
  FILLS_PER_BLOCK,
  fillId,
  SCOPE_MARKET,
  SCOPE_VENUE,
  SCOPE_WALLET,
} from '@bellwether/read-model/ledger/tables.ts';
import { difference, VerifyFailure } from '../verify-failure.ts';
import type { StoreReader } from '../verify-store.ts';
import { AskingFold } from './naive-asking.ts';
import { CatalogFold } from './naive-catalog.ts';
import { CommentsFold, ProfilesFold } from './naive-community.ts';
import { AccountsFold, BalancesFold, MarketFiguresFold, type NaiveFold, OrdersFold, type Row } from './naive-fold.ts';
import { GrantsFold } from './naive-grants.ts';
import { NaiveLedgerCheck } from './naive-ledger-check.ts';

/** Checks the ledger's fills against the entries, row by row, so that memory stays constant, and their blocks. */
type Stream = { parts: number; firstId: number; sizeMax: number; collateralMax: number };

/** Content of a block: one fill, or one block of the level below. */
interface Run {
  readonly firstId: number;
  readonly lastId: number;
  readonly sizeMax: number;
  readonly collateralMax: number;
}

class FillsCheck {
  readonly #rows: Iterator<Record<string, unknown>>;
  readonly #streams = new Map<string, Stream>();
  readonly blocks = new Map<string, Row>();
  fills = 0;

  /** `rows`: the whole table in order of id. */
  constructor(rows: Iterator<Record<string, unknown>>) {
    this.#rows = rows;
  }

  observe(entry: ChainedEntry): void {
    for (const event of entry.events) if (event.kind === 'TradeExecuted') this.#trade(entry, event);
  }

  finish(): void {
    const next = this.#rows.next();
    if (!next.done)
      throw new VerifyFailure(`read store: fills has a row that no trade explains: ${JSON.stringify(next.value)}`);
  }

  #trade(entry: ChainedEntry, trade: TradeExecuted): void {
    // Within a trade the taker has the highest id, then the makers in the order they matched.
    for (const [index, leg] of [...trade.legs.entries()].reverse())
      this.#expect(entry, maker(entry, trade.market, leg, index));
    this.#expect(entry, taker(entry, trade));
  }

  #expect(entry: ChainedEntry, expected: Fill): void {
    const { value, done } = this.#rows.next();
    if (done) throw new VerifyFailure(`entry ${entry.sequence}: the read store misses fill ${expected.id}`);
    const wrong = difference(expected, value);
    if (wrong !== null) throw new VerifyFailure(`entry ${entry.sequence}: fills row ${expected.id}: ${wrong}`);
    this.fills++;
    const { id, kind, market, wallet, size_micros: sizeMax, collateral_micros: collateralMax } = expected;
    const run = { firstId: id, lastId: id, sizeMax, collateralMax };
    this.#count(BLOCKS_OF_FILLS, [SCOPE_VENUE, 0, kind], run);
    this.#count(BLOCKS_OF_FILLS, [SCOPE_MARKET, market, kind], run);
    this.#count(BLOCKS_OF_FILLS, [SCOPE_WALLET, wallet, kind], run);
  }

  /** Counts a fill, or a block of the level below, in the stream of a scope, subject and kind. */
  #count(level: BlockLevel, stream: readonly [number, number, number], run: Run): void {
    const [scope, subject, kind] = stream;
    const key = [level, ...stream].join('/');
    const open = this.#streams.get(key) ?? { parts: 0, firstId: run.firstId, sizeMax: 0, collateralMax: 0 };
    open.parts++;
    open.sizeMax = Math.max(open.sizeMax, run.sizeMax);
    open.collateralMax = Math.max(open.collateralMax, run.collateralMax);
    this.#streams.set(key, open);
    if (open.parts < FILLS_PER_BLOCK) return;
    const { firstId, sizeMax, collateralMax } = open;
    const { lastId } = run;
    const ids = { level, scope, subject, kind, first_id: firstId, last_id: lastId };
    this.blocks.set(`${key}/${firstId}`, { ...ids, size_max_micros: sizeMax, collateral_max_micros: collateralMax });
    this.#streams.delete(key);
    if (level === BLOCKS_OF_FILLS) this.#count(BLOCKS_OF_BLOCKS, stream, { firstId, lastId, sizeMax, collateralMax });
  }
}

type Fill = ReturnType<typeof taker>;

function taker(entry: ChainedEntry, trade: TradeExecuted) {
  const { market, wallet, outcome, order, size, collateral, fee, side } = trade;
  const price = (2_000_000n * BigInt(collateral) + BigInt(size)) / (2n * BigInt(size));
  const id = fillId(entry.sequence, 0);
  const kind = side === 'BUY' ? 2 : 3;
  const figures = { price_micros: Number(price), fee_micros: Number(fee) };
  const amounts = { size_micros: size, collateral_micros: collateral, ...figures };
  return { id, kind, market, wallet, outcome, order_number: order, ...amounts, ...timeAndHash(entry) };
}

function maker(entry: ChainedEntry, market: MarketId, leg: MakerLeg, index: number): Fill {
  const { wallet, outcome, order, size, collateral, price, side } = leg;
  const id = fillId(entry.sequence, index + 1);
  const kind = side === 'BUY' ? 0 : 1;
  const amounts = { size_micros: size, collateral_micros: collateral, price_micros: price * 100, fee_micros: 0 };
  return { id, kind, market, wallet, outcome, order_number: order, ...amounts, ...timeAndHash(entry) };
}

const timeAndHash = ({ timeMs, hash }: ChainedEntry) => ({ time_s: Math.floor(timeMs / 1000), hash });

/** Columns that form a row's key in the fold, by table; `id` in the others. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  markets: ['market'],
  orders: ['number'],
  positions: ['market', 'outcome', 'wallet'],
  market_stats: ['market'],
  market_hours: ['market', 'hour'],
  clarifications: ['event', 'number'],
  grant_steps: ['sequence'],
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
    for (const entry of follower.foldRecord(record)) {
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
    new AskingFold(),
    new GrantsFold(),
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
