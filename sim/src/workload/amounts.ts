/**
 * Prices and amounts that reveal errors: at ticks and limits, at the smallest sizes, and slightly above what is
 * available.
 */
import { ASK, BID, type Market, type Micros, micros, type Outcome, type Side } from '@bellwether/engine';
import type { Dice } from '../dice/dice.ts';
import { UNIT } from './setting.ts';

export interface Amounts {
  readonly makerAmount: Micros;
  readonly takerAmount: Micros;
}

const amountsOf = (side: Side, collateral: number, shares: number): Amounts =>
  side === 'BUY'
    ? { makerAmount: micros(collateral), takerAmount: micros(shares) }
    : { makerAmount: micros(shares), takerAmount: micros(collateral) };

/** A price in ten-thousandths of the order's own outcome, near the best of the book so that orders match and queue. */
export function priceNear(dice: Dice, { tick, book }: Readonly<Market>, outcome: Outcome): number {
  if (dice.chance(0.04)) return dice.pick([0, tick, 10_000 - tick, 10_000, tick + 3, 5_001, 9_999, 1]);
  const [bid, ask] = [book?.bestPrice(BID) ?? 0, book?.bestPrice(ASK) ?? 0];
  const middle = bid !== 0 && ask !== 0 ? (dice.chance(0.5) ? bid : ask) : bid + ask;
  const near = middle === 0 || dice.chance(0.1) ? 5_000 : outcome === 0 ? middle : 10_000 - middle;
  const ticks = Math.round(near / tick) + dice.between(-2, 2);
  return Math.min(Math.max(1, ticks), 10_000 / tick - 1) * tick;
}

/** Shares of a resting order: the minimum size, a few micros, a moderate number, or more than any wallet has. */
function restingShares(dice: Dice, minimumSize: number): number {
  const wanted = dice.weighted([
    [3, minimumSize],
    [2, 1 + dice.below(4)],
    [2, 1 + dice.below(1_000)],
    [3, 5 * UNIT + dice.below(UNIT)],
    [3, dice.between(5, 40) * UNIT],
    [1, 2_000 * UNIT],
    [0.2, 1e13],
  ]);
  return dice.chance(0.04) ? wanted : Math.max(wanted, minimumSize);
}

/**
 * Amounts that express a price exactly, as GTC and GTD require. `owned`: what the wallet has of the given asset;
 * sometimes the order gives the whole amount.
 */
export function restingAmounts(dice: Dice, side: Side, price: number, minimumSize: number, owned = 0): Amounts {
  let divisor = 10_000;
  for (let rest = price; rest > 0; ) [divisor, rest] = [rest, divisor % rest];
  const grain = 10_000 / divisor;
  const some = Math.ceil(restingShares(dice, minimumSize) / grain) * grain;
  const whole = side === 'BUY' ? (owned * 10_000) / price : owned;
  const isWhole = dice.chance(0.03) && whole > 0 && whole % grain === 0;
  const shares = isWhole ? whole : some;
  const collateral = Math.round((shares / 10_000) * price);
  return amountsOf(side, collateral + (dice.chance(0.02) ? 1 : 0), dice.chance(0.01) ? 0 : shares);
}

/** Unit to which public clients round the derived amount down, in micros, by tick. Others round to 4 decimals. */
const CUT_TO: Readonly<Record<number, number>> = { 1000: 1000, 100: 100, 50: 10, 25: 1, 10: 10, 1: 1 };

/**
 * Amounts of FOK and FAK orders as clients round them: the amount derived from price and budget is rounded down.
 * `owned`: what the wallet has of the given asset; sometimes the order gives the whole amount.
 */
export function immediateAmounts(dice: Dice, side: Side, price: number, tick: number, owned = 0): Amounts {
  const unit = dice.chance(0.3) ? 100 : (CUT_TO[tick] ?? 1);
  const given = dice.weighted([
    [2, 1 + dice.below(30)],
    [2, 1 + dice.below(5_000)],
    [3, UNIT + dice.below(UNIT)],
    [3, dice.between(1, 30) * UNIT],
    [1, dice.below(60 * UNIT) + 1],
    [0.5, 3_000 * UNIT],
    [owned > 0 ? 1 : 0, owned],
  ]);
  if (price === 0) return amountsOf(side, given, given);
  const cut = (value: number): number => (dice.chance(0.25) ? Math.ceil(value) : Math.floor(value / unit) * unit);
  return side === 'BUY'
    ? amountsOf(side, given, cut((given * 10_000) / price))
    : amountsOf(side, cut((given * price) / 10_000), given);
}

/** Amounts of pairs, deposits and withdrawals: nothing, a micro, some, everything available, or one micro more. */
export function someAmount(dice: Dice, owned: number): Micros {
  const amount = dice.weighted([
    [0.3, 0],
    [2, 1],
    [2, 1 + dice.below(100)],
    [3, UNIT],
    [3, dice.below(10 * UNIT) + 1],
    [1.5, owned],
    [1, owned + 1],
    [2, Math.floor(owned / 2)],
  ]);
  return micros(Math.min(amount, 9_000_000_000_000_000));
}
