/** Queries for the explanation of an order. Each follows a key or an index, and reads a bounded number of rows. */
import { sql } from 'kysely';
import type { ReadStore } from '../../database.ts';
import { FILLS_PER_TRADE_MAX, fillId } from '../../ledger/tables.ts';
import type { MarketTermsRow, OrderRow } from '../tables.ts';

/** An order that stood ahead of another one, and what became of it. */
export interface AheadRow {
  readonly status: OrderRow['status'];
  readonly endedSequence: number;
  /** Shares that are unfilled to this day, or were when it was cancelled. */
  readonly leftMicros: number;
  /** Shares filled since the other order arrived, and those of them up to `through`. */
  readonly sinceMicros: number;
  readonly tradedMicros: number;
}

/**
 * Orders of a span of numbers, the last one exclusive, that rested at the price of `order` when it arrived; with what was
 * traded of them, from no more than `fillsMax` fills. `otherPriceTicks`: the same price of the other outcome. `through`: an entry.
 */
export async function selectAhead(
  database: ReadStore,
  { market, outcome, side, price_ticks, sequence }: OrderRow,
  span: { readonly from: number; readonly below: number; readonly otherPriceTicks: number },
  through: number,
  fillsMax: number,
): Promise<AheadRow[]> {
  const other = side === 'BUY' ? 'SELL' : 'BUY';
  const { rows } = await sql<AheadRow>`
    SELECT status, endedSequence, leftMicros, total(filled) AS sinceMicros,
      total(filled * (fill < ${(through + 1) * FILLS_PER_TRADE_MAX})) AS tradedMicros
    FROM (
      SELECT number, status, updated_sequence AS endedSequence, orders.size_micros - matched_micros AS leftMicros,
        fills.id AS fill, fills.size_micros AS filled
      FROM orders LEFT JOIN fills ON fills.order_number = number AND fills.id >= ${(sequence + 1) * FILLS_PER_TRADE_MAX}
      WHERE number >= ${span.from} AND number < ${span.below} AND orders.market = ${market}
        AND (status = 'LIVE' OR updated_sequence > ${sequence})
        AND (orders.outcome = ${outcome} AND side = ${side} AND price_ticks = ${price_ticks}
          OR orders.outcome = ${1 - outcome} AND side = ${other} AND price_ticks = ${span.otherPriceTicks})
      LIMIT ${fillsMax}
    ) GROUP BY number`.execute(database);
  return rows;
}

/** Best price of one side of a market now, in YES terms; 0 if nothing rests there. */
export async function selectBestPrice(database: ReadStore, market: number, side: 0 | 1): Promise<number> {
  const best = side === 0 ? 'best_bid_ticks' : 'best_ask_ticks';
  const row = await database
    .selectFrom('market_stats')
    .select(`${best} as best`)
    .where('market', '=', market)
    .executeTakeFirst();
  return row?.best ?? 0;
}

/** Terms of a market after an entry. */
export async function selectTermsAt(
  database: ReadStore,
  market: number,
  sequence: number,
): Promise<MarketTermsRow | null> {
  const row = await database
    .selectFrom('market_terms')
    .selectAll()
    .where('market', '=', market)
    .where('sequence', '<=', sequence)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Changes of a market's terms and flags after an entry, up to and including another one, oldest first. */
export function selectTermChanges(
  database: ReadStore,
  market: number,
  { after, to }: { readonly after: number; readonly to: number },
  limit: number,
): Promise<MarketTermsRow[]> {
  return database
    .selectFrom('market_terms')
    .selectAll()
    .where('market', '=', market)
    .where('sequence', '>', after)
    .where('sequence', '<=', to)
    .orderBy('sequence')
    .limit(limit)
    .execute();
}

/** Time of an entry's trade in Unix milliseconds, from its taker's order; null if it has no trade. */
export async function selectTradeTime(database: ReadStore, sequence: number): Promise<number | null> {
  const row = await database
    .selectFrom('fills')
    .innerJoin('orders', 'orders.number', 'fills.order_number')
    .select('orders.created_ms')
    .where('fills.id', '=', fillId(sequence, 0))
    .executeTakeFirst();
  return row?.created_ms ?? null;
}

/** Fills of an order, oldest first. */
export function selectFillsOfOrder(database: ReadStore, orderNumber: number, limit: number) {
  return database
    .selectFrom('fills')
    .select(['id', 'kind', 'size_micros', 'price_micros', 'fee_micros', 'hash'])
    .where('order_number', '=', orderNumber)
    .orderBy('id')
    .limit(limit)
    .execute();
}
