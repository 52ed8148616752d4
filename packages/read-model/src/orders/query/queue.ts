/**
 * Queries of a book's history: the orders ahead of an order when it arrived, those that left since, how close the other
 * side came, and whole books at a point in time. All follow the primary key, one price after the other, and read a
 * bounded number of rows. SQL aggregates the rows, so that the cost is that of reading them.
 */
import { type RawBuilder, sql } from 'kysely';
import type { ReadStore } from '../../database.ts';
import {
  FILLS_PER_TRADE_MAX,
  type FillKind,
  fillId,
  KIND_SELL,
  KIND_TAKER,
  sequenceOfFill,
} from '../../ledger/tables.ts';
import type { BookStepRow, MarketTermsRow } from '../queue-tables.ts';

type BookSide = BookStepRow['side'];

/** A price on one side of one market's book, in YES terms. */
export interface QueuePlace {
  readonly market: number;
  readonly side: BookSide;
  readonly priceTicks: number;
}

const stepsAt = (database: ReadStore, { market, side, priceTicks }: QueuePlace, sequence: number) =>
  database
    .selectFrom('book_steps')
    .selectAll()
    .where('market', '=', market)
    .where('side', '=', side)
    .where('price_ticks', '=', priceTicks)
    .where('sequence', '=', sequence);

/** Effect of an entry on an order at its price; null if there was none. */
export async function selectStep(
  database: ReadStore,
  place: QueuePlace,
  sequence: number,
  orderNumber: number,
): Promise<BookStepRow | null> {
  const row = await stepsAt(database, place, sequence).where('order_number', '=', orderNumber).executeTakeFirst();
  return row ?? null;
}

/** Entries after `after`, up to and including `to`. */
export interface EntrySpan {
  readonly after: number;
  readonly to: number;
}

/** A span of entries that ends at a step of its last entry, inclusive. */
export interface StepSpan extends EntrySpan {
  readonly lastStep: number;
}

/** Steps of one kind at a price, of orders ahead of or behind another one. */
export interface StepSum {
  readonly isAhead: 0 | 1;
  readonly kind: number;
  readonly steps: number;
  readonly micros: number;
  /** The part of both up to the requested entry. */
  readonly stepsThen: number;
  readonly microsThen: number;
  readonly lastSequence: number;
}

/**
 * Sums the steps at a price during a span, by kind, for orders ahead of `orderNumber` and behind it. Only the oldest
 * `stepsMax` steps count. `then` is an entry within the span up to which a second sum is taken.
 */
export async function sumSteps(
  database: ReadStore,
  { market, side, priceTicks }: QueuePlace,
  { after, to, lastStep }: StepSpan,
  orderNumber: number,
  then: number,
  stepsMax: number,
): Promise<StepSum[]> {
  const { rows } = await sql<StepSum>`
    SELECT isAhead, kind, count(*) AS steps, sum(size_micros) AS micros,
      sum(sequence <= ${then}) AS stepsThen, sum(size_micros * (sequence <= ${then})) AS microsThen,
      max(sequence) AS lastSequence
    FROM (
      SELECT order_number < ${orderNumber} AS isAhead, kind, size_micros, sequence FROM book_steps
      WHERE market = ${market} AND side = ${side} AND price_ticks = ${priceTicks}
        AND sequence > ${after} AND sequence <= ${to} AND (sequence < ${to} OR step <= ${lastStep})
      ORDER BY sequence, step LIMIT ${stepsMax}
    ) GROUP BY isAhead, kind`.execute(database);
  return rows;
}

/** Resting orders at a price. */
export interface LevelRow {
  readonly priceTicks: number;
  readonly orders: number;
  readonly micros: number;
}

/** Prices between two bounds, both exclusive, ascending or descending. */
export interface PriceSpan {
  readonly market: number;
  readonly side: BookSide;
  readonly above: number;
  readonly below: number;
  readonly descending: boolean;
}

/** Every price of a span at which anything ever rested, each found with one seek from the previous one. */
function pricesOf({ market, side, above, below, descending }: PriceSpan, pricesMax: number): RawBuilder<unknown> {
  const first = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
    SELECT price_ticks FROM book_steps WHERE market = ${market} AND side = ${side} AND ${condition}
    ORDER BY price_ticks ${descending ? sql`DESC` : sql`ASC`} LIMIT 1)`;
  const next = descending
    ? sql`price_ticks < prices.at AND price_ticks > ${above}`
    : sql`price_ticks > prices.at AND price_ticks < ${below}`;
  return sql`prices(at) AS (
    SELECT ${first(sql`price_ticks > ${above} AND price_ticks < ${below}`)}
    UNION ALL SELECT ${first(next)} FROM prices WHERE prices.at IS NOT NULL LIMIT ${pricesMax})`;
}

/** Levels of a span after an entry, in the span's direction; at most `pricesMax` prices are read. */
export async function selectLevels(
  database: ReadStore,
  span: PriceSpan,
  sequence: number,
  pricesMax: number,
): Promise<{ readonly levels: readonly LevelRow[]; readonly isBounded: boolean }> {
  const { market, side } = span;
  const { rows } = await sql<LevelRow>`
    WITH RECURSIVE ${pricesOf(span, pricesMax + 1)}
    SELECT prices.at AS priceTicks, coalesce(s.resting_orders, 0) AS orders, coalesce(s.resting_micros, 0) AS micros
    FROM prices LEFT JOIN book_steps AS s ON s.market = ${market} AND s.side = ${side} AND s.price_ticks = prices.at
      AND (s.sequence, s.step) = (
        SELECT sequence, step FROM book_steps WHERE market = ${market} AND side = ${side}
          AND price_ticks = prices.at AND sequence <= ${sequence} ORDER BY sequence DESC, step DESC LIMIT 1)
    WHERE prices.at IS NOT NULL`.execute(database);
  const levels = rows.slice(0, pricesMax).filter(({ orders }) => orders > 0);
  return { levels, isBounded: rows.length > pricesMax };
}

/** A price at which something rested, and the entry of the span since which it did. */
export interface Approach {
  readonly priceTicks: number;
  /** The entry; the one before the span if it already rested there. */
  readonly sequence: number;
}

/**
 * First price of `span`, in its direction, at which anything rested between the entries `after` and `to`; null if there
 * was none.
 */
export async function selectFirstApproach(
  database: ReadStore,
  span: PriceSpan,
  { after, to }: EntrySpan,
  pricesMax: number,
): Promise<{ readonly approach: Approach | null; readonly isBounded: boolean }> {
  const { market, side } = span;
  const steps = sql`SELECT * FROM book_steps WHERE market = ${market} AND side = ${side} AND price_ticks = prices.at`;
  const { rows } = await sql<{ readonly priceTicks: number; readonly was: number; readonly came: number | null }>`
    WITH RECURSIVE ${pricesOf(span, pricesMax)}
    SELECT at AS priceTicks, was, came FROM (
      SELECT prices.at AS at,
        coalesce((SELECT resting_orders FROM (${steps}) WHERE sequence <= ${after}
          ORDER BY sequence DESC, step DESC LIMIT 1), 0) AS was,
        (SELECT sequence FROM (${steps}) WHERE sequence > ${after} AND sequence <= ${to}
          ORDER BY sequence, step LIMIT 1) AS came
      FROM prices WHERE prices.at IS NOT NULL
    ) WHERE was > 0 OR came IS NOT NULL LIMIT 1`.execute(database);
  const [row] = rows;
  if (row !== undefined) {
    // A price that was empty starts with an arriving order.
    const sequence = row.was > 0 ? after : (row.came ?? after);
    return { approach: { priceTicks: row.priceTicks, sequence }, isBounded: false };
  }
  return { approach: null, isBounded: await hasMorePrices(database, span, pricesMax) };
}

async function hasMorePrices(database: ReadStore, span: PriceSpan, pricesMax: number): Promise<boolean> {
  const { rows } = await sql<{ readonly count: number }>`
    WITH RECURSIVE ${pricesOf(span, pricesMax + 1)} SELECT count(at) AS count FROM prices`.execute(database);
  return (rows[0]?.count ?? 0) > pricesMax;
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

/** Changes of a market's terms and flags during a span, oldest first. */
export function selectTermChanges(
  database: ReadStore,
  market: number,
  { after, to }: EntrySpan,
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

/** First step of an entry at a price; null if there is none. */
export async function selectFirstStepAt(
  database: ReadStore,
  place: QueuePlace,
  sequence: number,
): Promise<BookStepRow | null> {
  const row = await stepsAt(database, place, sequence).orderBy('step').limit(1).executeTakeFirst();
  return row ?? null;
}

const TAKER_KINDS: readonly FillKind[] = [KIND_TAKER, (KIND_TAKER + KIND_SELL) as FillKind];

/** Last maker leg of the market's last trade up to an entry; null if there was no trade. */
export async function selectLastLeg(database: ReadStore, market: number, sequence: number) {
  const ids: number[] = [];
  for (const kind of TAKER_KINDS) {
    const last = await database
      .selectFrom('fills')
      .select('id')
      .where('market', '=', market)
      .where('kind', '=', kind)
      .where('id', '<=', fillId(sequence, 0))
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (last !== undefined) ids.push(last.id);
  }
  if (ids.length === 0) return null;
  const trade = sequenceOfFill(Math.max(...ids));
  const leg = await database
    .selectFrom('fills')
    .select(['outcome', 'price_micros'])
    .where('id', '>=', trade * FILLS_PER_TRADE_MAX)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  return leg;
}

/** Fills of an order, oldest first. */
export function selectFillsOfOrder(database: ReadStore, orderNumber: number, limit: number) {
  return database
    .selectFrom('fills')
    .select(['id', 'kind', 'outcome', 'size_micros', 'collateral_micros', 'price_micros', 'fee_micros', 'hash'])
    .where('order_number', '=', orderNumber)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Amounts of the makers in a trade, in the order of matching. */
export function selectLegs(database: ReadStore, sequence: number, limit: number) {
  return database
    .selectFrom('fills')
    .select(['kind', 'outcome', 'price_micros', 'size_micros'])
    .where('id', '>=', sequence * FILLS_PER_TRADE_MAX)
    .where('id', '<', fillId(sequence, 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
