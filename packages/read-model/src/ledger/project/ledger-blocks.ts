/**
 * Writes the blocks of the ledger. A stream is the fills of one kind in the venue, a market or a wallet, by id. Every
 * FILLS_PER_BLOCK fills form a block that records their largest size and collateral, and every FILLS_PER_BLOCK blocks
 * form one of the next level. So a query for fills above a threshold visits only blocks that contain one, and skips
 * many at a time. The latest fills of a stream belong to no block yet, nor do its latest blocks.
 */

import type { StoreWriter } from '@bellwether/ports/store.ts';
import { insertInto } from '../../table.ts';
import {
  BLOCKS_OF_BLOCKS,
  BLOCKS_OF_FILLS,
  type BlockLevel,
  FILL_TABLES,
  FILLS_PER_BLOCK,
  type FillKind,
  type FillScope,
  SCOPE_MARKET,
  SCOPE_VENUE,
  SCOPE_WALLET,
} from '../tables.ts';

/** Maximum number of open blocks in memory; beyond it all are dropped and read again when needed. */
const OPEN_BLOCKS_MAX = 50_000;

/** Fields of a fill that blocks need. Fills must arrive in ascending order of id. */
export interface StreamFill {
  readonly id: number;
  readonly kind: FillKind;
  readonly market: number;
  readonly wallet: number;
  readonly size: number;
  readonly collateral: number;
}

type Stream = { readonly scope: FillScope; readonly subject: number; readonly kind: FillKind };

/** Part of a block: a fill, or a block of the level below. */
interface Run {
  readonly firstId: number;
  readonly lastId: number;
  readonly sizeMax: number;
  readonly collateralMax: number;
}

interface OpenBlock {
  parts: number;
  firstId: number;
  sizeMax: number;
  collateralMax: number;
}

/** Creates the writer. `needIndexes` ensures the indexes of fills, which find the latest fills of a stream. */
export function createBlockWriter(store: StoreWriter, needIndexes: () => void, openMax = OPEN_BLOCKS_MAX) {
  const insert = store.prepare(insertInto(FILL_TABLES, 'fill_blocks'));
  const readOpenBlock = createOpenBlockReader(store);
  const open = new Map<number, OpenBlock>();
  let isForgetful = false;

  function count(level: BlockLevel, stream: Stream, run: Run): void {
    const { scope, subject, kind } = stream;
    const key = ((subject * 3 + scope) * 4 + kind) * 2 + level;
    let block = open.get(key);
    if (block === undefined) {
      if (open.size >= openMax) {
        open.clear();
        needIndexes();
        isForgetful = true;
      }
      // During a build everything is in memory, until some open blocks are dropped.
      block =
        store.isBuilding && !isForgetful
          ? { parts: 0, firstId: 0, sizeMax: 0, collateralMax: 0 }
          : readOpenBlock(level, stream, run.firstId);
      open.set(key, block);
    }
    if (block.parts === 0) block.firstId = run.firstId;
    block.parts += 1;
    if (run.sizeMax > block.sizeMax) block.sizeMax = run.sizeMax;
    if (run.collateralMax > block.collateralMax) block.collateralMax = run.collateralMax;
    if (block.parts < FILLS_PER_BLOCK) return;
    const { firstId, sizeMax, collateralMax } = block;
    insert.run(level, scope, subject, kind, firstId, run.lastId, sizeMax, collateralMax);
    block.parts = 0;
    block.sizeMax = 0;
    block.collateralMax = 0;
    if (level === BLOCKS_OF_FILLS) {
      count(BLOCKS_OF_BLOCKS, stream, { firstId, lastId: run.lastId, sizeMax, collateralMax });
    }
  }

  return {
    /** Counts an inserted fill in its three streams and writes the blocks that it completes. */
    add({ id, kind, market, wallet, size, collateral }: StreamFill): void {
      const run: Run = { firstId: id, lastId: id, sizeMax: size, collateralMax: collateral };
      count(BLOCKS_OF_FILLS, { scope: SCOPE_VENUE, subject: 0, kind }, run);
      count(BLOCKS_OF_FILLS, { scope: SCOPE_MARKET, subject: market, kind }, run);
      count(BLOCKS_OF_FILLS, { scope: SCOPE_WALLET, subject: wallet, kind }, run);
    },
  };
}

/** Reads the open block of a stream before `beforeId`, from the rows after the last block of its level. */
function createOpenBlockReader(store: StoreWriter) {
  const lastBlock = store.prepare(`
    SELECT last_id FROM fill_blocks WHERE level = ? AND scope = ? AND subject = ? AND kind = ?
    ORDER BY first_id DESC LIMIT 1
  `);
  const openFills = {
    [SCOPE_VENUE]: store.prepare(openFillsSql('')),
    [SCOPE_MARKET]: store.prepare(openFillsSql('market = ? AND')),
    [SCOPE_WALLET]: store.prepare(openFillsSql('wallet = ? AND')),
  };
  const openBlocks = store.prepare(`
    SELECT count(*) AS parts, min(first_id) AS first_id, max(size_max_micros) AS size_max,
      max(collateral_max_micros) AS collateral_max
    FROM fill_blocks
    WHERE level = ${BLOCKS_OF_FILLS} AND scope = ? AND subject = ? AND kind = ? AND first_id > ? AND first_id < ?
  `);

  return (level: BlockLevel, { scope, subject, kind }: Stream, beforeId: number): OpenBlock => {
    const after = Number(lastBlock.get(level, scope, subject, kind)?.['last_id'] ?? -1);
    const subjects = scope === SCOPE_VENUE ? [] : [subject];
    const row =
      level === BLOCKS_OF_FILLS
        ? openFills[scope].get(...subjects, kind, after, beforeId)
        : openBlocks.get(scope, subject, kind, after, beforeId);
    return {
      parts: Number(row?.['parts'] ?? 0),
      firstId: Number(row?.['first_id'] ?? 0),
      sizeMax: Number(row?.['size_max'] ?? 0),
      collateralMax: Number(row?.['collateral_max'] ?? 0),
    };
  };
}

function openFillsSql(subject: string): string {
  return `
    SELECT count(*) AS parts, min(id) AS first_id, max(size_micros) AS size_max, max(collateral_micros) AS collateral_max
    FROM fills WHERE ${subject} kind = ? AND id > ? AND id < ?
  `;
}
