/** Prices of a token for `/v2/prices-history`: a page of its series in a window, or its price at one moment. */
import { type DataV2PricePoint, DATA_V2_MARKET_ROUTES as ROUTES } from '@bellwether/contract';
import type { PageParameters } from '@bellwether/wire/data-v2/cursor.ts';
import type { ReadStore } from '../../database.ts';
import { grainOf, priceOf } from '../../prices/answer/price-history-output.ts';
import type { HistoryToken } from '../../prices/answer/prices-history.ts';
import {
  marketResult,
  type PriceStep,
  selectFirstPriceTime,
  selectNewestPrice,
  selectPriceSteps,
} from '../../prices/query/price-history.ts';
import { GRAINS, HALF_TICKS_ONE } from '../../prices/tables.ts';
import { pageOf, pageRead } from './page.ts';
import { holdsAt, leastStep, lifeStep, type PriceWindow, priceSeries, type Settled } from './price-series.ts';

/** A token and a window, or a moment; times in Unix seconds. */
export type PricesParameters = { readonly token: HistoryToken; readonly page: PageParameters } & (
  | { readonly window: PriceWindow }
  | { readonly asOfS: number; readonly nowS: number }
);

export const dataV2PricesHistoryRead = pageRead(
  ROUTES.dataV2PricesHistory,
  async (database, { token, page, ...when }: PricesParameters) => {
    if ('asOfS' in when) return pageOf(page, await priceAsOf(database, token, when.asOfS, when.nowS), null);
    const { points, stepS } = await priceSeriesOf(database, token, when.window);
    const shown = points.slice(0, page.limit);
    const last = shown.at(-1);
    return pageOf(page, shown, last === undefined || points.length === shown.length ? null : [last.timestamp, stepS]);
  },
);

/**
 * The series of a token in a window, and the distance of its grid in seconds; empty without prices, or if it was asked
 * for finer than its prices are kept.
 */
async function priceSeriesOf(
  database: ReadStore,
  token: HistoryToken,
  window: PriceWindow,
): Promise<{ points: readonly DataV2PricePoint[]; stepS: number }> {
  const { market, outcome } = token;
  const { lastS, nowS } = window;
  const newest = market === null ? null : await selectNewestPrice(database, market);
  if (market === null || newest === null) return { points: [], stepS: window.stepS ?? 0 };
  const startS = window.startS ?? (await selectFirstPriceTime(database, market)) ?? nowS;
  const stepS = lifeStep(startS, window);
  if (window.isExact && stepS < leastStep(startS, nowS)) return { points: [], stepS };
  const range = { startS, endS: lastS, stepS };
  const steps = await selectPriceSteps(database, market, grainOf(startS, nowS, stepS), range, newest);
  const last = await lastPrice(database, market, newest, { startS, lastS, nowS });
  const settled = await settledOf(database, market, newest);
  return { points: priceSeries({ steps, outcome, ...range, lastS, last, settled }), stepS };
}

/** The latest price at or before a moment, as the only point; none before the first price. */
async function priceAsOf(
  database: ReadStore,
  { market, outcome }: HistoryToken,
  asOfS: number,
  nowS: number,
): Promise<DataV2PricePoint[]> {
  const newest = market === null ? null : await selectNewestPrice(database, market);
  if (market === null || newest === null) return [];
  const lastS = Math.min(asOfS, nowS);
  const settled = await settledOf(database, market, newest);
  const isOver = settled !== null && settled.atS <= lastS;
  const seconds = leastStep(lastS, nowS);
  const found = isOver
    ? { atS: settled.atS, priceHalfTicks: settled.halfTicks }
    : await lastPrice(database, market, newest, { startS: lastS, lastS, nowS });
  if (found === null || found.priceHalfTicks === null) return [];
  const isTick = isOver || holdsAt(newest, { lastS, nowS });
  const price = priceOf(found.priceHalfTicks, outcome);
  return [{ timestamp: found.atS, price, resolution_seconds: isTick ? 0 : seconds }];
}

/** Price at the end of a window, at the latest time for which prices are kept; null if there was none. */
async function lastPrice(
  database: ReadStore,
  market: number,
  newest: PriceStep,
  { startS, lastS, nowS }: { readonly startS: number; readonly lastS: number; readonly nowS: number },
): Promise<PriceStep | null> {
  if (holdsAt(newest, { lastS, nowS })) return { ...newest, atS: lastS };
  const seconds = leastStep(startS, nowS);
  const rule = GRAINS.find((grain) => grain.seconds === seconds) ?? GRAINS[0];
  const atS = lastS - (lastS % seconds);
  const steps = await selectPriceSteps(database, market, rule, { startS: atS, endS: atS }, newest);
  const held = steps.findLast((step) => step.atS <= atS);
  return held === undefined ? null : { ...held, atS };
}

/**
 * The result of a market and the first second after it was known; null before. One that was added with its result has it
 * from then on.
 */
async function settledOf(database: ReadStore, market: number, newest: PriceStep): Promise<Settled | null> {
  const row = await marketResult(database, market).executeTakeFirst();
  if (row === undefined || row.payout_0 === null) return null;
  const halfTicks = (row.payout_0 * HALF_TICKS_ONE) / 10_000;
  return { halfTicks, atS: row.resolved_ms === null ? newest.atS : Math.floor(row.resolved_ms / 1_000) + 1 };
}
