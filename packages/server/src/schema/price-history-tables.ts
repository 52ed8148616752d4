/**
 * Price history as its projection writes and queries read it: the displayed price of each market at the ends of time
 * buckets of four sizes. Which history can be asked for, and how fine, follows from here.
 */

/** Size of a bucket: minutes, five minutes, hours, days. */
export type Grain = 0 | 1 | 2 | 3;

export interface GrainRule {
  readonly grain: Grain;
  /** Seconds of one bucket; each grain's is a multiple of the one before. */
  readonly seconds: number;
  /** Seconds before a market's last change in which its buckets of this size are kept. */
  readonly keptS: number;
  /** Seconds before now in which reads may count on them; less than are kept, so that no clock has to be exact. */
  readonly readableS: number;
}

const DAY_S = 86_400;

/** Finest first. Kept are at most 23,040 minutes, 9,216 five minutes, 9,600 hours, and days for ever. */
export const GRAINS: readonly [GrainRule, GrainRule, GrainRule, GrainRule] = [
  { grain: 0, seconds: 60, keptS: 16 * DAY_S, readableS: 15 * DAY_S },
  { grain: 1, seconds: 300, keptS: 32 * DAY_S, readableS: 31 * DAY_S },
  { grain: 2, seconds: 3_600, keptS: 400 * DAY_S, readableS: 399 * DAY_S },
  { grain: 3, seconds: DAY_S, keptS: Number.POSITIVE_INFINITY, readableS: Number.POSITIVE_INFINITY },
];

/** A whole unit of collateral in half ticks, the unit of stored prices: the midpoint of two prices is one. */
export const HALF_TICKS_ONE = 20_000;

/**
 * The displayed price of a market, for its first outcome, after the last entry in a bucket. There is a row only for a
 * bucket in which that price changed. Minutes hold the newest change of every market; the row of a coarser bucket is
 * written when the first change after the bucket comes.
 */
export interface PricePointRow {
  readonly market: number;
  readonly grain: Grain;
  /** Unix seconds of the bucket's begin, divided by its size. */
  readonly bucket: number;
  /** 0..HALF_TICKS_ONE; null = no price from here on. */
  readonly price_half_ticks: number | null;
}

export interface PriceHistoryTables {
  readonly price_points: PricePointRow;
}
