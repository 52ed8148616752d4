/**
 * Windows of `/v2/prices-history`, and the series of a token in one: the prices of `/prices-history` at the times of a
 * grid of `stepS` seconds, and at the end the last price, or the result of a resolved market.
 */
import { type DataV2PricePoint, HISTORY_POINTS_MAX } from '@bellwether/contract';
import { priceOf, readableGrains, samplePrices } from '../../prices/answer/price-history-output.ts';
import type { PriceStep } from '../../prices/query/price-history.ts';

const DAY_S = 86_400;
const HOUR_S = 3_600;

/** Longest window between two moments. */
export const WINDOW_S_MAX = 15 * DAY_S;
/** Longest window of the shortest grid that is chosen when none is asked for. */
const MINUTES_S_MAX = 12 * HOUR_S;
const CHOSEN_POINTS_MAX = 2_500;
/** Distances that are chosen when none is asked for. */
const CHOSEN_STEPS_S = [60, 300, 1_800, 3 * HOUR_S, 12 * HOUR_S, DAY_S] as const;
/** Shortest distance of a whole life, and the window of shorter ones. */
const LIFE_STEP_S_MIN = 3 * HOUR_S;
const LIFE_WINDOW_S = 30 * DAY_S;
const LIFE_STEP_S = 12 * HOUR_S;

type DataV2Interval = keyof typeof INTERVALS | 'max' | 'all';

type IntervalRule = { readonly seconds: number; readonly stepS: number; readonly stepSMin: number };

const INTERVALS = {
  '1m': { seconds: LIFE_WINDOW_S, stepS: 1_800, stepSMin: 600 },
  '1w': { seconds: 7 * DAY_S, stepS: 300, stepSMin: 300 },
  '1d': { seconds: DAY_S, stepS: 60, stepSMin: 60 },
  '6h': { seconds: 6 * HOUR_S, stepS: 60, stepSMin: 60 },
  '1h': { seconds: HOUR_S, stepS: 60, stepSMin: 60 },
} as const satisfies Readonly<Record<string, IntervalRule>>;

/** A window from `startS`, null for the first price, to `lastS`, both inclusive, in Unix seconds. */
export interface PriceWindow {
  readonly startS: number | null;
  readonly lastS: number;
  readonly nowS: number;
  /** Null: chosen by the age of the market. */
  readonly stepS: number | null;
  /** True if the grid was asked for: with no prices so fine the answer is empty. */
  readonly isExact: boolean;
}

/** Window that ends now. Too short a distance is raised to the least of the interval. */
export function intervalWindow(interval: DataV2Interval, askedS: number | null, nowS: number): PriceWindow {
  const now = { lastS: nowS, nowS, isExact: false } as const;
  if (interval === 'max' || interval === 'all') {
    const stepS = askedS === null ? null : Math.max(askedS, INTERVALS['1m'].stepSMin);
    const startS = stepS === null || stepS >= LIFE_STEP_S_MIN ? null : nowS - LIFE_WINDOW_S;
    return { ...now, startS, stepS };
  }
  const { seconds, stepS, stepSMin } = INTERVALS[interval];
  return { ...now, startS: nowS - seconds, stepS: Math.max(askedS ?? stepS, stepSMin) };
}

/** Window from `startS` to before `endS`; null: until now. */
export function spanWindow(startS: number, endS: number | null, askedS: number | null, nowS: number): PriceWindow {
  const lastS = Math.min(endS === null ? nowS : endS - 1, nowS);
  const stepS = askedS ?? chosenStep(startS, lastS, nowS);
  return { startS, lastS, nowS, stepS, isExact: askedS !== null };
}

function chosenStep(startS: number, lastS: number, nowS: number): number {
  const seconds = lastS - startS;
  const least = leastStep(startS, nowS);
  const fits = (stepS: number): boolean =>
    stepS >= least && seconds / stepS <= CHOSEN_POINTS_MAX && (stepS > 60 || seconds <= MINUTES_S_MAX);
  return CHOSEN_STEPS_S.find(fits) ?? DAY_S;
}

/** Distance for a market's whole life: the one asked for, or the usual one, if prices go back that far. */
export const lifeStep = (startS: number, { stepS, nowS }: PriceWindow): number =>
  stepS ?? Math.max(LIFE_STEP_S, leastStep(startS, nowS));

/** Seconds between the finest prices that are kept from a time on. */
export const leastStep = (startS: number, nowS: number): number => readableGrains(startS, nowS)[0].seconds;

/** True if a market's newest price holds at the end of a window. */
export const holdsAt = (newest: PriceStep, { lastS, nowS }: Pick<PriceWindow, 'lastS' | 'nowS'>): boolean =>
  lastS >= nowS || newest.atS <= lastS;

/** The result of a market: its first outcome's payout in half ticks, and the time it was known, in Unix seconds. */
export type Settled = { readonly halfTicks: number; readonly atS: number };

interface SeriesParts {
  readonly steps: readonly PriceStep[];
  readonly outcome: 0 | 1;
  readonly startS: number;
  readonly stepS: number;
  readonly lastS: number;
  /** Last price in the window and its time; null if there is none. */
  readonly last: PriceStep | null;
  readonly settled: Settled | null;
}

/** The series, oldest first. It ends with the last price, or with the result on the next time of the grid. */
export function priceSeries({ steps, outcome, startS, stepS, lastS, last, settled }: SeriesParts): DataV2PricePoint[] {
  const isOver = settled !== null && settled.atS <= lastS;
  const overS = isOver ? Math.min(Math.ceil(settled.atS / stepS) * stepS, lastS) : lastS + 1;
  const grid = samplePrices(steps, outcome, { startS, endS: overS - 1, stepS });
  const points = grid.map(({ t, p }): DataV2PricePoint => ({ timestamp: t, price: p, resolution_seconds: stepS }));
  const end = isOver ? { atS: overS, priceHalfTicks: settled.halfTicks } : last;
  if (end === null || end.priceHalfTicks === null || end.atS < startS) return points;
  if (points.at(-1)?.timestamp === end.atS) points.pop();
  points.push({ timestamp: end.atS, price: priceOf(end.priceHalfTicks, outcome), resolution_seconds: 0 });
  return points;
}

export const pointsAtMost = ({ startS, lastS, stepS }: PriceWindow): number =>
  startS === null ? HISTORY_POINTS_MAX : Math.max(0, Math.ceil((lastS - startS) / (stepS ?? LIFE_STEP_S))) + 2;
