/** Queries of price history: points of one market in a span. Rows come off the key. */
import type { Kysely } from 'kysely';
import { GRAINS, type Grain, type GrainRule } from '../../schema/price-history-tables.ts';
import type { Database } from '../database.ts';

/** From `atS` on (Unix seconds) the price was this, in 1/20000 for the first outcome; null = none. */
export interface PriceStep {
  readonly atS: number;
  readonly priceHalfTicks: number | null;
}

/** The bucket of a grain that holds a market's newest price change. */
export function newestPoint(database: Kysely<Database>, market: number) {
  return lastPoint(database, market, 0).limit(1);
}

/** The last bucket before `bucket`: its price holds when `bucket` begins. */
export function pointBefore(database: Kysely<Database>, market: number, grain: Grain, bucket: number) {
  return lastPoint(database, market, grain).where('bucket', '<', bucket).limit(1);
}

/** Buckets `from`..`to`, oldest first. */
export function pointsBetween(database: Kysely<Database>, market: number, grain: Grain, from: number, to: number) {
  return ofGrain(database, market, grain).where('bucket', '>=', from).where('bucket', '<=', to).orderBy('bucket');
}

/** The oldest bucket of a grain. */
export function oldestPoint(database: Kysely<Database>, market: number, grain: Grain) {
  return ofGrain(database, market, grain).orderBy('bucket').limit(1);
}

/** The newest change of a market; null when it never had a price. */
export async function selectNewestPrice(database: Kysely<Database>, market: number): Promise<PriceStep | null> {
  const row = await newestPoint(database, market).executeTakeFirst();
  return row === undefined ? null : stepOf(row, GRAINS[0]);
}

/** When a market's first price is known from, Unix seconds; null when it never had one. */
export async function selectFirstPriceTime(database: Kysely<Database>, market: number): Promise<number | null> {
  let firstS: number | null = null;
  for (const rule of GRAINS) {
    const row = await oldestPoint(database, market, rule.grain).executeTakeFirst();
    if (row !== undefined) firstS = Math.min(firstS ?? Number.POSITIVE_INFINITY, stepOf(row, rule).atS);
  }
  return firstS;
}

/**
 * How a market's price moved from `startS` to `endS` (Unix seconds) in steps of a grain, the one that holds at `startS`
 * first. A change shows at the end of its bucket. `newest` is the market's newest change, which closes no bucket yet.
 */
export async function selectPriceSteps(
  database: Kysely<Database>,
  market: number,
  rule: GrainRule,
  span: { readonly startS: number; readonly endS: number },
  newest: PriceStep,
): Promise<PriceStep[]> {
  const { grain, seconds } = rule;
  const from = Math.floor(span.startS / seconds) - 1;
  const to = Math.floor(span.endS / seconds) - 1;
  const before = await pointBefore(database, market, grain, from).executeTakeFirst();
  const rows = await pointsBetween(database, market, grain, from, to).execute();
  const steps = (before === undefined ? rows : [before, ...rows]).map((row) => stepOf(row, rule));
  const newestAtS = Math.ceil(newest.atS / seconds) * seconds;
  if ((steps.at(-1)?.atS ?? 0) < newestAtS && newestAtS <= span.endS) {
    steps.push({ atS: newestAtS, priceHalfTicks: newest.priceHalfTicks });
  }
  return steps;
}

function ofGrain(database: Kysely<Database>, market: number, grain: Grain) {
  return database
    .selectFrom('price_points')
    .select(['bucket', 'price_half_ticks'])
    .where('market', '=', market)
    .where('grain', '=', grain);
}

function lastPoint(database: Kysely<Database>, market: number, grain: Grain) {
  return ofGrain(database, market, grain).orderBy('bucket', 'desc');
}

interface PointRow {
  readonly bucket: number;
  readonly price_half_ticks: number | null;
}

function stepOf(row: PointRow, { seconds }: GrainRule): PriceStep {
  return { atS: (row.bucket + 1) * seconds, priceHalfTicks: row.price_half_ticks };
}
