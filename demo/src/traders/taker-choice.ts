/**
 * A taker's next action in one market: buy or sell, at once or with a resting order, and how much. Pure: takes prices,
 * purse and randomness, returns an order or nothing. Prices in 1/10000 in YES terms.
 */
import { formatPrice, isTick, type OrderRequest } from '@bellwether/sdk';
import type { HouseMarket } from './market.ts';
import type { Random } from './random.ts';

export interface MarketPrices {
  readonly bid: number;
  readonly ask: number;
  /** The taker's opinion. */
  readonly value: number;
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
const SPENT_UNITS_MAX = 100;
const SHARES_SOLD_MAX = 150;

interface Plan {
  readonly side: 'BUY' | 'SELL';
  readonly outcome: 0 | 1;
  /** Best prices of the chosen outcome, and its price after which the taker would stop. */
  readonly bid: number;
  readonly ask: number;
  readonly limit: number;
  /** Units to spend or shares to sell. */
  readonly amount: number;
}

/**
 * The next order, or null if there is nothing sensible to do. It trades towards the taker's opinion: at the best price,
 * and as far as the opinion goes. `isAtOnce`: immediate orders only.
 */
export function chooseOrder(
  market: HouseMarket,
  prices: MarketPrices,
  funds: TakerFunds,
  random: Random,
  isAtOnce = false,
): OrderRequest | null {
  const plan = makePlan(prices, funds, market, random);
  if (plan === null) return null;
  // Resting orders beside the house's could sum to more than a complete set pays if only one market can win.
  return !(isAtOnce || market.negRisk) && random.chance(RESTING_PERCENT)
    ? restingOrder(market, plan, random)
    : immediateOrder(market, plan);
}

function makePlan(
  { bid, ask, value }: MarketPrices,
  funds: TakerFunds,
  { tick, minimumShares }: HouseMarket,
  random: Random,
): Plan | null {
  const isUp = 2 * value > bid + ask;
  const limit = isUp ? Math.max(ask, tick * Math.floor(value / tick)) : Math.min(bid, tick * Math.ceil(value / tick));
  const plan = (side: Plan['side'], outcome: 0 | 1, amount: number): Plan =>
    outcome === 0
      ? { side, outcome, amount, bid, ask, limit }
      : { side, outcome, amount, bid: PRICE_ONE - ask, ask: PRICE_ONE - bid, limit: PRICE_ONE - limit };
  const sold = isUp ? 1 : 0;
  const held = funds.shares[sold];
  if (held >= minimumShares && random.chance(SELL_PERCENT)) {
    // Small remainders are sold entirely, so that positions end eventually.
    const amount = held <= 3 * minimumShares ? held : Math.ceil((held * (30 + random.below(71))) / 100);
    return plan('SELL', sold, Math.min(amount, SHARES_SOLD_MAX));
  }
  // 0.1% to 1% of the available collateral: a loser's orders get smaller but never stop.
  const amount = Math.min(Math.trunc((funds.collateral * (1 + random.below(10))) / 1_000), SPENT_UNITS_MAX);
  return amount < 1 ? null : plan('BUY', isUp ? 0 : 1, amount);
}

function immediateOrder(market: HouseMarket, plan: Plan): OrderRequest | null {
  const tick = formatPrice(BigInt(market.tick));
  if (!isTick(tick)) return null;
  return {
    type: 'FAK',
    tokenId: market.tokens[plan.outcome],
    conditionId: market.conditionId,
    side: plan.side,
    price: formatPrice(BigInt(plan.limit)),
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
