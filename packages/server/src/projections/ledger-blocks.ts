/**
 * Writes the blocks of the ledger. A stream is the fills of one kind of the venue, of a market or of a wallet, by id;
 * every FILLS_PER_BLOCK of them make a block that records their largest size and collateral, so that a query for fills
 * above a threshold visits only blocks that hold one. The youngest fills of a stream belong to no block yet.
 */

import {
  FILLS_PER_BLOCK,
  type FillKind,
  type FillScope,
  SCOPE_MARKET,
  SCOPE_VENUE,
  SCOPE_WALLET,
} from '../ports/ledger-tables.ts';
import type { StoreWriter } from '../ports/store.ts';

/** Streams whose open block is kept in memory; beyond it all are forgotten and read again when needed. */
const OPEN_BLOCKS_MAX = 50_000;

/** What blocks need of a fill. Fills must come in rising order of id. */
export interface StreamFill {
  readonly id: number;
  readonly kind: FillKind;
  readonly market: number;
  readonly wallet: number;
  readonly size: number;
  readonly collateral: number;
}

export interface BlockWriter {
  /** Counts a fill, already inserted, in its three streams and writes the blocks that it completes. */
  add(fill: StreamFill): void;
}

interface OpenBlock {
  fills: number;
  firstId: number;
  sizeMax: number;
  collateralMax: number;
}

export function createBlockWriter(store: StoreWriter): BlockWriter {
  const insert = store.prepare(`
    INSERT INTO fill_blocks (scope, subject, kind, first_id, last_id, size_max_micros, collateral_max_micros)
    VALUES (?, ?, ?, ?, ?, ?, ?)
  `);
  const lastBlock = store.prepare(
    'SELECT last_id FROM fill_blocks WHERE scope = ? AND subject = ? AND kind = ? ORDER BY first_id DESC LIMIT 1',
  );
  const openFills = {
    [SCOPE_VENUE]: store.prepare(openFillsSql('')),
    [SCOPE_MARKET]: store.prepare(openFillsSql('market = ? AND')),
    [SCOPE_WALLET]: store.prepare(openFillsSql('wallet = ? AND')),
  };
  const open = new Map<number, OpenBlock>();

  /** The open block of a stream before `fill`, from its rows after the last block. */
  function readOpenBlock(scope: FillScope, subject: number, fill: StreamFill): OpenBlock {
    const after = Number(lastBlock.get(scope, subject, fill.kind)?.['last_id'] ?? -1);
    const subjects = scope === SCOPE_VENUE ? [] : [subject];
    const row = openFills[scope].get(...subjects, fill.kind, after, fill.id);
    return {
      fills: Number(row?.['fills'] ?? 0),
      firstId: Number(row?.['first_id'] ?? 0),
      sizeMax: Number(row?.['size_max'] ?? 0),
      collateralMax: Number(row?.['collateral_max'] ?? 0),
    };
  }

  function count(scope: FillScope, subject: number, fill: StreamFill): void {
    const key = (subject * 3 + scope) * 4 + fill.kind;
    let block = open.get(key);
    if (block === undefined) {
      if (open.size >= OPEN_BLOCKS_MAX) open.clear();
      block = readOpenBlock(scope, subject, fill);
      open.set(key, block);
    }
    if (block.fills === 0) block.firstId = fill.id;
    block.fills += 1;
    if (fill.size > block.sizeMax) block.sizeMax = fill.size;
    if (fill.collateral > block.collateralMax) block.collateralMax = fill.collateral;
    if (block.fills < FILLS_PER_BLOCK) return;
    insert.run(scope, subject, fill.kind, block.firstId, fill.id, block.sizeMax, block.collateralMax);
    block.fills = 0;
    block.sizeMax = 0;
    block.collateralMax = 0;
  }

  return {
    add(fill) {
      count(SCOPE_VENUE, 0, fill);
      count(SCOPE_MARKET, fill.market, fill);
      count(SCOPE_WALLET, fill.wallet, fill);
    },
  };
}

function openFillsSql(subject: string): string {
  return `
    SELECT count(*) AS fills, min(id) AS first_id, max(size_micros) AS size_max, max(collateral_micros) AS collateral_max
    FROM fills WHERE ${subject} kind = ? AND id > ? AND id < ?
  `;
}
