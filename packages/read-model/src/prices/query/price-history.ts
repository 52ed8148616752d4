/** Queries of price history: points of one market in a span, read from the key, and the result at its end. */
import type { ReadStore } from '../../database.ts';
import { GRAINS, type Grain, type GrainRule } from '../tables.ts';

/** A price that holds from `atS` (Unix seconds) on, in 1/20000 for the first outcome; null for none. */
export type PriceStep = { readonly atS: number; readonly priceHalfTicks: number | null };

/** Bucket with a market's newest price change. */
export function newestPoint(database: ReadStore, market: number) {
  return lastPoint(database, market, 0).limit(1);
}

/** Last bucket before `bucket`: its price holds when `bucket` begins. */
export function pointBefore(database: ReadStore, market: number, grain: Grain, bucket: number) {
  return lastPoint(database, market, grain).where('bucket', '<', bucket).limit(1);
}

/** Buckets `from`..`to`, oldest first. */
export function pointsBetween(database: ReadStore, market: number, grain: Grain, from: number, to: number) {
  return ofGrain(database, market, grain).where('bucket', '>=', from).where('bucket', '<=', to).orderBy('bucket');
}

export function oldestPoint(database: ReadStore, market: number, grain: Grain) {
  return ofGrain(database, market, grain).orderBy('bucket').limit(1);
}

/** Newest change of a market; null if it never had a price. */
export async function selectNewestPrice(database: ReadStore, market: number): Promise<PriceStep | null> {
  const row = await newestPoint(database, market).executeTakeFirst();
  return row === undefined ? null : stepOf(row, GRAINS[0]);
}

/** Time from which a market's first price is known, in Unix seconds; null if it never had one. */
export async function selectFirstPriceTime(database: ReadStore, market: number): Promise<number | null> {
  let firstS: number | null = null;
  for (const rule of GRAINS) {
    const row = await oldestPoint(database, market, rule.grain).executeTakeFirst();
    if (row !== undefined) firstS = Math.min(firstS ?? Number.POSITIVE_INFINITY, stepOf(row, rule).atS);
  }
  return firstS;
}

/**
 * Price of a market from `startS` to `endS` (Unix seconds) in steps of a grain, starting with the price at `startS`. A
 * change appears at the end of its bucket. `newest` is the market's newest change, which has closed no bucket yet.
 */
export async function selectPriceSteps(
  database: ReadStore,
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

function ofGrain(database: ReadStore, market: number, grain: Grain) {
  return database
    .selectFrom('price_points')
    .select(['bucket', 'price_half_ticks'])
    .where('market', '=', market)
    .where('grain', '=', grain);
}

function lastPoint(database: ReadStore, market: number, grain: Grain) {
  return ofGrain(database, market, grain).orderBy('bucket', 'desc');
}

type PointRow = { readonly bucket: number; readonly price_half_ticks: number | null };

function stepOf(row: PointRow, { seconds }: GrainRule): PriceStep {
  return { atS: (row.bucket + 1) * seconds, priceHalfTicks: row.price_half_ticks };
}

/** Payout of the first outcome in 1/10000 and the time of the result in Unix milliseconds; null before. */
export function marketResult(database: ReadStore, market: number) {
  return database.selectFrom('markets').select(['payout_0', 'resolved_ms']).where('market', '=', market);
}
