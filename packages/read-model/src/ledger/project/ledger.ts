/**
 * Projection of the trade ledger: one row for the taker of each trade and one per maker leg, in the order of `GET
 * /trades`, and the blocks with which a size threshold skips smaller fills.
 */
import type { MakerLeg, Side, TradeExecuted } from '@bellwether/engine';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import { byEvent, type Projection } from '../../projection.ts';
import { createTables, insertInto } from '../../table.ts';
import { FILL_TABLES, type FillKind, fillId, KIND_SELL, KIND_TAKER } from '../tables.ts';
import { createBlockWriter, type StreamFill } from './ledger-blocks.ts';

const SCHEMA = `
  ${createTables(FILL_TABLES)}
  -- Without figures the planner takes all indexes for equally good; with these it always prefers the narrowest.
  ANALYZE fills;
  INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('fills', 'fills_by_kind', '10000000 2500000 1'),
    ('fills', 'fills_by_market', '10000000 10000 2500 1'),
    ('fills', 'fills_by_wallet', '10000000 1000 250 1 1 1'),
    ('fills', 'fills_by_wallet_market', '10000000 1000 100 25 1 1 1'),
    ('fills', 'fills_by_order', '10000000 2 1');
`;

const INDEXES = `
  CREATE INDEX fills_by_kind ON fills (kind, id);
  CREATE INDEX fills_by_market ON fills (market, kind, id);
  -- With the amounts, so that what a user did is found by them without reading its rows, which lie far apart.
  CREATE INDEX fills_by_wallet ON fills (wallet, kind, id, size_micros, collateral_micros);
  CREATE INDEX fills_by_wallet_market ON fills (wallet, market, kind, id, size_micros, collateral_micros);
  CREATE INDEX fills_by_order ON fills (order_number, id);
`;

/** Micros per unit of the engine's prices: 1/10000 = 100 millionths. */
const MICROS_PER_TICK = 100;

export const ledgerProjection = createLedgerProjection();

/** Creates the projection with a limit on open blocks in memory; tests use a small one. */
export function createLedgerProjection(openBlocksMax?: number): Projection {
  return {
    name: 'ledger',
    version: 3,
    tables: Object.keys(FILL_TABLES),
    schema: SCHEMA,
    indexes: INDEXES,

    open(store, needIndexes) {
      const insertFill = store.prepare(insertInto(FILL_TABLES, 'fills'));
      const blocks = createBlockWriter(store, needIndexes, openBlocksMax);

      function writeTaker(entry: ChainedEntry, trade: TradeExecuted, timeS: number): StreamFill {
        const id = fillId(entry.sequence, 0);
        const kind = kindOf(KIND_TAKER, trade.side);
        const { market, wallet, outcome, order, size, collateral, fee } = trade;
        const price = averagePriceMicros(collateral, size);
        insertFill.run(id, kind, market, wallet, outcome, order, size, collateral, price, fee, timeS, entry.hash);
        return { id, kind, market, wallet, size, collateral };
      }

      function writeMaker(entry: ChainedEntry, market: number, leg: MakerLeg, index: number, timeS: number) {
        const id = fillId(entry.sequence, index + 1);
        const kind = kindOf(0, leg.side);
        const { wallet, outcome, order, size, collateral } = leg;
        const price = leg.price * MICROS_PER_TICK;
        insertFill.run(id, kind, market, wallet, outcome, order, size, collateral, price, 0, timeS, entry.hash);
        return { id, kind, market, wallet, size, collateral };
      }

      return byEvent((event, entry) => {
        if (event.kind !== 'TradeExecuted') return;
        const timeS = Math.floor(entry.timeMs / 1000);
        // Makers from last to first and then the taker: blocks need ascending ids.
        for (let index = event.legs.length - 1; index >= 0; index -= 1) {
          const leg = event.legs[index];
          if (leg !== undefined) blocks.add(writeMaker(entry, event.market, leg, index, timeS));
        }
        blocks.add(writeTaker(entry, event, timeS));
      });
    },
  };
}

function kindOf(taker: 0 | typeof KIND_TAKER, side: Side): FillKind {
  return (taker + (side === 'SELL' ? KIND_SELL : 0)) as FillKind;
}

/** collateral / size in millionths, rounded half up; exact for all amounts. */
export function averagePriceMicros(collateral: number, size: number): number {
  const total = BigInt(size);
  return Number((BigInt(collateral) * 2_000_000n + total) / (2n * total));
}
