/**
 * Value and profit of a wallet over time. Cash comes from its history, and shares are valued at the displayed price of
 * the time. Callers compare the final cash with the balance, and do not draw a history that does not add up. Pure.
 */
import type { UserActivity } from '@bellwether/sdk';
import { toMicros } from '../format/decimal.ts';
import { changeOf } from './cash-statement.ts';

interface CurvePoint {
  /** Unix seconds. */
  readonly t: number;
  /** Cash and shares in collateral; only drawn. */
  readonly value: number;
  /** Value minus deposits plus withdrawals. */
  readonly profit: number;
}

export interface PricePoint {
  readonly t: number;
  readonly p: number;
}

interface CurveInput {
  /** Rows of one wallet, oldest first. */
  readonly activity: readonly UserActivity[];
  /** Prices of the first outcome by condition id, oldest first. */
  readonly prices: ReadonlyMap<string, readonly PricePoint[]>;
  /** Unix seconds. */
  readonly now: number;
}

export interface Curve {
  readonly points: readonly CurvePoint[];
  /** Final cash according to the history, in millionths, for comparison with the balance. */
  readonly cash: bigint;
}

const GRID_POINTS = 160;
const MICROS = 1_000_000;
/** Assumed price of shares from a split before any price exists. */
const UNKNOWN_PRICE = 0.5;

interface Ledger {
  cash: bigint;
  deposits: bigint;
  /** Shares of both outcomes by condition id. */
  readonly shares: Map<string, [bigint, bigint]>;
  /** Price of the first outcome in the wallet's own last trade, by condition id. */
  readonly paid: Map<string, number>;
}

/** Returns the curve; null if the history is empty or contains conversions, whose proceeds it does not record. */
export function valueCurve({ activity, prices, now }: CurveInput): Curve | null {
  const [first] = activity;
  if (first === undefined || activity.some(({ type }) => type === 'CONVERSION')) return null;
  const ledger: Ledger = { cash: 0n, deposits: 0n, shares: new Map(), paid: new Map() };
  const points: CurvePoint[] = [];
  let at = 0;
  for (const t of timesOf(activity, first.timestamp, now)) {
    for (let next = activity[at]; next !== undefined && next.timestamp <= t; next = activity[at]) {
      book(ledger, next);
      at += 1;
    }
    const value = worth(ledger, prices, t);
    points.push({ t, value, profit: value - Number(ledger.deposits) / MICROS });
  }
  return { points, cash: ledger.cash };
}

/** Returns an even grid of times plus the time of every row. */
function timesOf(activity: readonly UserActivity[], from: number, now: number): readonly number[] {
  const step = Math.max(1, (now - from) / GRID_POINTS);
  const grid = Array.from({ length: GRID_POINTS + 1 }, (_, index) => Math.min(now, Math.round(from + index * step)));
  return [...new Set([...grid, ...activity.map(({ timestamp }) => timestamp), now])]
    .filter((t) => t <= Math.max(now, from))
    .sort((left, right) => left - right);
}

function book(ledger: Ledger, row: UserActivity): void {
  const size = toMicros(row.size) ?? 0n;
  ledger.cash += changeOf(row);
  const { type: kind, conditionId, outcomeIndex } = row;
  if (kind === 'DEPOSIT') ledger.deposits += size;
  else if (kind === 'WITHDRAWAL') ledger.deposits -= size;
  else if (kind === 'TRADE') {
    move(ledger, conditionId, outcomeIndex, row.side === 'BUY' ? size : -size);
    ledger.paid.set(conditionId, outcomeIndex === 0 ? Number(row.price) : 1 - Number(row.price));
  } else if (kind === 'SPLIT' || kind === 'MERGE') {
    for (const outcome of [0, 1]) move(ledger, conditionId, outcome, kind === 'SPLIT' ? size : -size);
  } else if (kind === 'REDEEM') move(ledger, conditionId, outcomeIndex, -size);
  else kind satisfies 'CONVERSION';
}

function move({ shares }: Ledger, conditionId: string, outcome: number, size: bigint): void {
  const held = shares.get(conditionId) ?? [0n, 0n];
  shares.set(conditionId, outcome === 0 ? [held[0] + size, held[1]] : [held[0], held[1] + size]);
}

/** Returns the worth of cash and shares at a time. Before a market's first price, the own last trade counts. */
function worth({ cash, shares, paid }: Ledger, prices: CurveInput['prices'], t: number): number {
  let sum = Number(cash) / MICROS;
  for (const [conditionId, [first, second]] of shares) {
    if (first === 0n && second === 0n) continue;
    const price = priceAt(prices.get(conditionId) ?? [], t) ?? paid.get(conditionId) ?? UNKNOWN_PRICE;
    sum += (Number(first) * price + Number(second) * (1 - price)) / MICROS;
  }
  return sum;
}

/** Returns the last price at or before `t`; null if there is none. */
export function priceAt(points: readonly PricePoint[], t: number): number | null {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.t ?? 0) <= t) low = middle + 1;
    else high = middle;
  }
  return points[low - 1]?.p ?? null;
}

/** Returns the curve with its last point replaced by the value and profit from current balances and prices. */
export function endingNow({ points }: Curve, value: number, profit: number): readonly CurvePoint[] {
  return points.map((point, index) => (index === points.length - 1 ? { ...point, value, profit } : point));
}

/** True if the history's final cash equals the balance, in millionths. If not, the history lags behind. */
export const isComplete = ({ cash }: Curve, balance: bigint): boolean => cash === balance;
