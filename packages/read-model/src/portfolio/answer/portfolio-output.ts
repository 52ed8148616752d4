/** Positions, their value and rankings: exact integers to rows of answers. */

import {
  type ClosedPosition,
  HALF_TICKS_PER_UNIT,
  type Leader,
  NO_PRICE_HALF_TICKS,
  type UserPosition,
} from '@bellwether/contract';
import { unitsNumber } from '@bellwether/wire/forms/decimal.ts';
import { firstHalfTicks } from '../../catalog/answer/catalog-prices.ts';
import { shownName } from '../../community/answer/shown-profile.ts';
import type { MarketText, WalletOwner } from '../../ledger/query/ledger-context.ts';
import { valueMicros } from '../../value-micros.ts';
import type { EndedPosition, HeldPosition, PeriodFigures, PositionPrice } from '../query/portfolio.ts';

const MICROS_PER_UNIT = 1_000_000n;
/** Percentages have 4 decimals. */
const PERCENT_SCALE = 10_000;

/** Displayed price of a position's outcome in 1/20000; the payout once the market is resolved; null if unknown. */
export function priceHalfTicks(position: PositionPrice & { readonly outcome: number }): number | null {
  const first = firstHalfTicks({
    ...position,
    best_bid_ticks: position.best_bid_ticks ?? 0,
    best_ask_ticks: position.best_ask_ticks ?? 0,
  });
  return first === null || position.outcome === 0 ? first : HALF_TICKS_PER_UNIT - first;
}

/** cost / shares in millionths, rounded half up. */
export function averageMicros(cost: bigint, shares: bigint): number {
  return shares === 0n ? 0 : Number((2n * MICROS_PER_UNIT * cost + shares) / (2n * shares));
}

/** 100 * part / whole to 4 decimals, rounded half away from zero; 0 if whole is 0. */
export function percent(part: bigint, whole: bigint): number {
  if (whole === 0n) return 0;
  const scaled = (part < 0n ? -part : part) * 2n * BigInt(100 * PERCENT_SCALE);
  const rounded = Number((scaled + whole) / (2n * whole)) / PERCENT_SCALE;
  return part < 0n && rounded !== 0 ? -rounded : rounded;
}

/** A sum of micros in decimal digits, converted to units. */
export const sumNumber = (micros: string): number => unitsNumber(Number(micros));

export interface Valued {
  readonly position: HeldPosition;
  /** Null if the price is unknown; the position is then valued at its cost. */
  readonly halfTicks: number | null;
  readonly valueMicros: number;
}

export function valued(position: HeldPosition): Valued {
  const halfTicks = priceHalfTicks(position);
  const value = halfTicks === null ? position.cost_micros : valueMicros(position.shares_micros, halfTicks);
  return { position, halfTicks, valueMicros: value };
}

/** Lifetime sums of a position, as decimal digits. */
export interface PositionSums {
  readonly bought: string;
  readonly spent: string;
  readonly realized: string;
  readonly fees: string;
  readonly oppositeShares: number;
}

export function userPosition(
  { position, halfTicks, valueMicros: value }: Valued,
  sums: PositionSums,
  market: MarketText,
  owner: WalletOwner,
): UserPosition {
  const { shares_micros: shares, cost_micros: cost } = position;
  const profit = value - cost;
  return {
    ...outcomeFields(position.outcome, market, owner),
    size: unitsNumber(shares),
    avgPrice: unitsNumber(averageMicros(BigInt(cost), BigInt(shares))),
    initialValue: unitsNumber(cost),
    currentValue: unitsNumber(value),
    cashPnl: unitsNumber(profit),
    percentPnl: percent(BigInt(profit), BigInt(cost)),
    totalBought: sumNumber(sums.bought),
    realizedPnl: sumNumber(sums.realized),
    percentRealizedPnl: percent(BigInt(sums.realized), BigInt(sums.bought)),
    ...shownPrice(halfTicks),
    redeemable: position.payout_0 !== null,
    mergeable: sums.oppositeShares > 0,
    ...afterFees(sums, profit),
  };
}

export function closedPosition(
  ended: EndedPosition,
  sums: PositionSums,
  market: MarketText,
  owner: WalletOwner,
): ClosedPosition {
  return {
    ...outcomeFields(ended.outcome, market, owner),
    avgPrice: unitsNumber(averageMicros(BigInt(ended.spent), BigInt(ended.bought))),
    totalBought: sumNumber(ended.bought),
    realizedPnl: sumNumber(ended.realized),
    ...shownPrice(priceHalfTicks(ended)),
    ...afterFees(sums, 0),
    timestamp: ended.changed_s,
  };
}

/** `open`: gain of the current shares over their cost, in micros. */
function afterFees({ spent, realized, fees }: PositionSums, open: number) {
  const net = BigInt(realized) - BigInt(fees) + BigInt(open);
  return {
    feesPaid: sumNumber(fees),
    netPnl: unitsNumber(Number(net)),
    percentNetPnl: percent(net, BigInt(spent) + BigInt(fees)),
  };
}

function shownPrice(halfTicks: number | null): Pick<UserPosition, 'curPrice' | 'priceKnown'> {
  return { curPrice: (halfTicks ?? NO_PRICE_HALF_TICKS) / HALF_TICKS_PER_UNIT, priceKnown: halfTicks !== null };
}

function outcomeFields(outcome: number, market: MarketText, owner: WalletOwner) {
  const labels = [market.outcome_0, market.outcome_1] as const;
  const index = outcome === 0 ? 0 : 1;
  const opposite = outcome === 0 ? 1 : 0;
  return {
    proxyWallet: owner.address,
    asset: `${market.condition_id}:${index}`,
    conditionId: market.condition_id,
    title: market.question,
    slug: market.slug,
    icon: market.icon,
    eventSlug: market.event_slug ?? '',
    outcome: labels[index],
    outcomeIndex: index,
    oppositeOutcome: labels[opposite],
    oppositeAsset: `${market.condition_id}:${opposite}`,
    endDate: market.end_date,
    negativeRisk: market.neg_risk === 1,
  };
}

export function leader(figures: PeriodFigures, rank: number, owner: WalletOwner): Leader {
  return {
    rank: String(rank),
    proxyWallet: owner.address,
    userName: shownName(owner) || owner.pseudonym,
    vol: sumNumber(figures.volume),
    pnl: sumNumber(figures.pnl),
    feesPaid: sumNumber(figures.fees),
    profileImage: owner.profile_image,
    profileImageOptimized: owner.profile_image,
    xUsername: '',
    verifiedBadge: false,
  };
}
