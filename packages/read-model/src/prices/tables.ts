/**
 * Price history, shared by its projection and queries: the displayed price of each market at the ends of time buckets
 * of four sizes. The available history and its resolution follow from these rules.
 */
import { type Column, integerOrNull, key, type Rows } from '../table.ts';

/** Size of a bucket: minute, five minutes, hour, day. */
export type Grain = 0 | 1 | 2 | 3;

export interface GrainRule {
  readonly grain: Grain;
  /** Length of one bucket in seconds; each grain is a multiple of the previous one. */
  readonly seconds: number;
  /** Retention in seconds, counted back from the market's last change. */
  readonly keptS: number;
  /**
   * Seconds before now in which reads may rely on buckets. Shorter than the retention, so that clocks need not agree
   * exactly.
   */
  readonly readableS: number;
}

const DAY_S = 86_400;

/** Grains from fine to coarse. At most 23,040 minutes, 9,216 five minutes and 9,600 hours are kept, and all days. */
export const GRAINS: readonly [GrainRule, GrainRule, GrainRule, GrainRule] = [
  { grain: 0, seconds: 60, keptS: 16 * DAY_S, readableS: 15 * DAY_S },
  { grain: 1, seconds: 300, keptS: 32 * DAY_S, readableS: 31 * DAY_S },
  { grain: 2, seconds: 3_600, keptS: 400 * DAY_S, readableS: 399 * DAY_S },
  { grain: 3, seconds: DAY_S, keptS: Number.POSITIVE_INFINITY, readableS: Number.POSITIVE_INFINITY },
];

/**
 * One unit of collateral in half ticks, the unit of stored prices: the midpoint of two prices is a whole number of half
 * ticks.
 */
export const HALF_TICKS_ONE = 20_000;

export const PRICE_TABLES = {
  /**
   * Displayed price of a market's first outcome after the last entry in a bucket. Only buckets in which the price changed
   * have a row. Minutes hold the newest change of every market; the row of a coarser bucket is written with the first
   * change after the bucket.
   */
  price_points: {
    market: key,
    grain: key as Column<Grain>,
    /** Start of the bucket in Unix seconds, divided by the bucket size. */
    bucket: key,
    /** 0..HALF_TICKS_ONE; null: no price from here on. */
    price_half_ticks: integerOrNull,
  },
};

export type PriceHistoryTables = Rows<typeof PRICE_TABLES>;
