/** Checks the ledger's fills against the entries, row by row, so that memory stays constant, and their blocks. */
import type { MakerLeg, MarketId, TradeExecuted } from '@bellwether/engine';
import type { ChainedEntry } from '../../ports/journal.ts';
import {
  BLOCKS_OF_BLOCKS,
  BLOCKS_OF_FILLS,
  type BlockLevel,
  FILLS_PER_BLOCK,
  fillId,
  SCOPE_MARKET,
  SCOPE_VENUE,
  SCOPE_WALLET,
} from '../../read-model/ledger/tables.ts';
import { difference, VerifyFailure } from '../verify-failure.ts';
import type { Row } from './naive-fold.ts';

type Stream = { parts: number; firstId: number; sizeMax: number; collateralMax: number };

/** Content of a block: one fill, or one block of the level below. */
interface Run {
  readonly firstId: number;
  readonly lastId: number;
  readonly sizeMax: number;
  readonly collateralMax: number;
}

export class FillsCheck {
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
