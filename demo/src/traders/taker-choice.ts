/**
 * A taker's next action in one market: buy or sell, at once or with a resting order, and how much. Pure: takes book,
 * purse and randomness, returns an order or nothing. Prices in 1/10000 in YES terms.
 */
import { formatPrice, isTick, type OrderRequest } from '@bellwether/sdk';
import type { HouseMarket } from './market.ts';
import type { Random } from './random.ts';

export interface BestPrices {
  /** null if there are no bids. */
  readonly bid: number | null;
  /** null if there are no offers. */
  readonly ask: number | null;
}

export interface TakerFunds {
  /** Free collateral in whole units. */
  readonly collateral: number;
  /** Free shares by outcome. */
  readonly shares: readonly [number, number];
}

const PRICE_ONE = 10_000;
const SELL_PERCENT = 60;
const RESTING_PERCENT = 35;
const PASSIVE_PERCENT = 65;
/** Ticks beyond the best price that an immediate order accepts. */
const SLIPPAGE_TICKS = 2;
const SPENT_UNITS_MAX = 100;
const SHARES_SOLD_MAX = 150;

interface Plan {
  readonly side: 'BUY' | 'SELL';
  readonly outcome: 0 | 1;
  /** Best prices of the chosen outcome. */
  readonly bid: number;
  readonly ask: number;
  /** Units to spend or shares to sell. */
  readonly amount: number;
}

/** The next order, or null if there is nothing sensible to do. `isAtOnce`: immediate orders only. */
export function chooseOrder(
  market: HouseMarket,
  best: BestPrices,
  funds: TakerFunds,
  random: Random,
  isAtOnce = false,
): OrderRequest | null {
  if (best.bid === null || best.ask === null) return null;
  const plan = makePlan({ bid: best.bid, ask: best.ask }, funds, market, random);
  if (plan === null) return null;
  // Resting orders beside the desk's could sum to more than a complete set pays if only one market can win.
  return !(isAtOnce || market.negRisk) && random.chance(RESTING_PERCENT)
    ? restingOrder(market, plan, random)
    : immediateOrder(market, plan);
}

function makePlan(
  best: { readonly bid: number; readonly ask: number },
  funds: TakerFunds,
  market: HouseMarket,
  random: Random,
): Plan | null {
  const pricesOf = (outcome: 0 | 1) =>
    outcome === 0 ? best : { bid: PRICE_ONE - best.ask, ask: PRICE_ONE - best.bid };
  const sellable = ([0, 1] as const).filter((outcome) => funds.shares[outcome] >= market.minimumShares);
  const sold = random.chance(SELL_PERCENT) ? random.pick(sellable) : undefined;
  if (sold !== undefined) {
    const held = funds.shares[sold];
    // Small remainders are sold entirely, so that positions end eventually.
    const amount = held <= 3 * market.minimumShares ? held : Math.ceil((held * (30 + random.below(71))) / 100);
    return { side: 'SELL', outcome: sold, ...pricesOf(sold), amount: Math.min(amount, SHARES_SOLD_MAX) };
  }
  const outcome = random.chance(50) ? 0 : 1;
  // 0.1% to 1% of the available collateral: a loser's orders get smaller but never stop.
  const amount = Math.min(Math.trunc((funds.collateral * (1 + random.below(10))) / 1_000), SPENT_UNITS_MAX);
  return amount < 1 ? null : { side: 'BUY', outcome, ...pricesOf(outcome), amount };
}

function immediateOrder(market: HouseMarket, plan: Plan): OrderRequest | null {
  const tick = formatPrice(BigInt(market.tick));
  if (!isTick(tick)) return null;
  const { tick: step } = market;
  const price =
    plan.side === 'BUY'
      ? Math.min(plan.ask + SLIPPAGE_TICKS * step, PRICE_ONE - step)
      : Math.max(plan.bid - SLIPPAGE_TICKS * step, step);
  return {
    type: 'FAK',
    tokenId: market.tokens[plan.outcome],
    conditionId: market.conditionId,
    side: plan.side,
    price: formatPrice(BigInt(price)),
    amount: String(plan.amount),
    tick,
  };
}

/** Prices the order at the other side's best, or one tick better than its own side if there is room. */
function restingOrder(market: HouseMarket, plan: Plan, random: Random): OrderRequest | null {
  const { tick } = market;
  const hasRoom = plan.ask - plan.bid > tick;
  const isPassive = random.chance(PASSIVE_PERCENT);
  const passive = plan.side === 'BUY' ? plan.bid + (hasRoom ? tick : 0) : plan.ask - (hasRoom ? tick : 0);
  const crossing = plan.side === 'BUY' ? plan.ask : plan.bid;
  const price = isPassive ? passive : crossing;
  const shares = plan.side === 'BUY' ? Math.trunc((plan.amount * PRICE_ONE) / price) : plan.amount;
  const size = Math.min(shares, 3 * SHARES_SOLD_MAX);
  if (size < market.minimumShares) return null;
  return {
    type: 'GTC',
    tokenId: market.tokens[plan.outcome],
    conditionId: market.conditionId,
    side: plan.side,
    price: formatPrice(BigInt(price)),
    size: String(size),
  };
}
