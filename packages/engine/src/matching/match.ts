/**
 * Walks the book for a taker and plans its match without changing anything: the makers, the sizes and the payments.
 * Every leg trades at the maker's price. Rounding to whole units follows docs/reference/trading-rules.md: an order's payments
 * over all its fills never exceed the amount it signed, and in a mint the two payments sum to exactly one unit of
 * collateral per pair.
 */
import { type BookSide, bookPriceOf, bookSideOf, opposite } from '../book/book.ts';
import type { MakerLeg } from '../event.ts';
import { ORDERS_PER_MATCH_MAX } from '../limits.ts';
import type { Market } from '../market/market.ts';
import type { OpenOrder } from '../orders/open-orders.ts';
import {
  type AccountId,
  addFeeBase,
  addMicros,
  assert,
  costRoundedUp,
  excessOverCost,
  type FeeBase,
  feeOf,
  largestFee,
  type Micros,
  micros,
  minMicros,
  type Outcome,
  PRICE_ONE,
  type Price,
  type Side,
  sharesForBudget,
  subtractMicros,
  type WalletId,
  ZERO_MICROS,
} from '../units/units.ts';

const ONE_MICRO = micros(1);

export interface Taker {
  readonly account: AccountId;
  readonly wallet: WalletId;
  readonly outcome: Outcome;
  readonly side: Side;
  /** Limit price for the taker's own outcome. */
  readonly price: Price;
  /** Shares of the signed order. */
  readonly size: Micros;
  /** Collateral to spend, for a FOK or FAK BUY; null if the size counts. */
  readonly budget: Micros | null;
}

export interface MatchPlan {
  legs: MakerLeg[];
  /** Resting orders of the taker's own account or wallet that would have matched. */
  readonly selfOrders: OpenOrder[];
  size: Micros;
  /** Collateral that the taker gives (BUY) or gets (SELL), before the fee. */
  collateral: Micros;
  fee: Micros;
  /** Collateral above the exact cost of the legs, in 1/10000 of a micro: negative if rounding favoured the taker. */
  excess: number;
  /** Unmatched shares; meaningless with a budget. */
  remaining: Micros;
  /** True if the order is filled completely. */
  complete: boolean;
  /** True if the walk would touch more orders than one command may. */
  tooDeep: boolean;
}

/** True when a taker of `side` at `limit` (YES terms) trades with a maker at `makerPrice`. */
export function crosses(side: BookSide, limit: Price, makerPrice: Price): boolean {
  return side === 0 ? makerPrice <= limit : makerPrice >= limit;
}

export function planMatch(market: Market, taker: Taker): MatchPlan {
  const plan: MatchPlan = {
    legs: [],
    selfOrders: [],
    size: ZERO_MICROS,
    collateral: ZERO_MICROS,
    fee: ZERO_MICROS,
    excess: 0,
    remaining: taker.size,
    complete: false,
    tooDeep: false,
  };
  const book = market.book;
  const side = bookSideOf(taker.side, taker.outcome);
  const limit = bookPriceOf(taker.price, taker.outcome);
  const charged = market.takerFeeRate > 0;
  const base: FeeBase = { high: 0, low: 0 };
  let maker = book === null ? null : book.first(opposite(side));
  while (book !== null && maker !== null && !plan.complete && crosses(side, limit, maker.bookPrice)) {
    const legPrice = bookPriceOf(maker.bookPrice, taker.outcome);
    // A complete taker stops before the next order, so its own orders further on stay.
    if (budgetIsSpent(taker, plan, legPrice)) break;
    if (plan.legs.length + plan.selfOrders.length >= ORDERS_PER_MATCH_MAX) {
      plan.tooDeep = true;
      return plan;
    }
    // A wallet may have orders of several accounts: its owner's, and those of its keys.
    if (maker.account === taker.account || maker.wallet === taker.wallet) {
      plan.selfOrders.push(maker);
    } else {
      const size = sizeOfLeg(taker, plan, legPrice, maker);
      addLeg(market, taker, plan, maker, size, legPrice);
      if (charged) addFeeBase(base, size, legPrice);
    }
    if (!plan.complete) maker = book.after(maker);
  }
  plan.complete ||= budgetIsSpent(taker, plan, taker.price);
  if (charged && plan.size > 0) {
    const fee = feeOf(base, market.takerFeeRate);
    plan.fee = taker.side === 'SELL' ? minMicros(fee, plan.collateral) : fee;
  }
  return plan;
}

/** The size that the taker takes from a maker; marks the plan complete if this is the taker's last leg. */
function sizeOfLeg(taker: Taker, plan: MatchPlan, legPrice: Price, maker: OpenOrder): Micros {
  const available = maker.remaining;
  const wanted =
    taker.budget === null
      ? plan.remaining
      : sharesForBudget(legPrice, subtractMicros(taker.budget, plan.collateral), addMicros(available, ONE_MICRO));
  // Needed for budgets: rounding may leave a rest, which must not be spent at a worse maker.
  plan.complete = wanted <= available;
  return minMicros(wanted, available);
}

/**
 * True if the rest of the budget buys no micro-share at `atPrice`. Legs count at the paid or the exact cost, whichever
 * leaves less: savings from rounding neither open another leg nor keep a FOK from being filled.
 */
function budgetIsSpent(taker: Taker, plan: MatchPlan, atPrice: Price): boolean {
  if (taker.budget === null) return false;
  const left = subtractMicros(taker.budget, plan.collateral);
  if (left === 0) return true;
  // A leg saves less than one micro, so a walk saves at most ORDERS_PER_MATCH_MAX: a larger rest needs no product.
  return left <= ORDERS_PER_MATCH_MAX && left * PRICE_ONE + Math.min(plan.excess, 0) < atPrice;
}

function addLeg(market: Market, taker: Taker, plan: MatchPlan, maker: OpenOrder, size: Micros, legPrice: Price): void {
  const remaining = subtractMicros(maker.remaining, size);
  const sameOutcome = maker.outcome === taker.outcome;
  const settlement = sameOutcome ? 'transfer' : taker.side === 'BUY' ? 'mint' : 'merge';
  let collateral: Micros;
  let takerCollateral: Micros;
  if (settlement === 'transfer') {
    const allowed = maker.side === 'BUY' ? allowedToMaker(maker, remaining) : allowedToTaker(taker, plan, size);
    collateral = minMicros(costRoundedUp(legPrice, size), allowed);
    takerCollateral = collateral;
  } else {
    const cost = costRoundedUp(maker.price, size);
    collateral = settlement === 'mint' ? minMicros(cost, allowedToMaker(maker, remaining)) : cost;
    takerCollateral = subtractMicros(size, collateral);
    assert(
      settlement === 'merge' || takerCollateral <= allowedToTaker(taker, plan, size),
      'a mint leg overcharges its taker',
    );
  }
  const leg: MakerLeg = {
    order: maker.number,
    wallet: maker.wallet,
    settlement,
    side: maker.side,
    outcome: maker.outcome,
    price: maker.price,
    size,
    collateral,
    takerCollateral,
    remaining,
    held: heldAfter(market, maker, remaining),
  };
  // A growing array allocates room for seventeen; most trades have one leg.
  if (plan.legs.length === 0) plan.legs = [leg];
  else plan.legs.push(leg);
  plan.size = addMicros(plan.size, size);
  plan.collateral = addMicros(plan.collateral, takerCollateral);
  plan.excess += excessOverCost(legPrice, size, takerCollateral);
  if (taker.budget === null) plan.remaining = subtractMicros(plan.remaining, size);
}

/** The most that a resting BUY may pay for a fill that leaves `remaining`, so that the rest stays fully held. */
function allowedToMaker(maker: OpenOrder, remaining: Micros): Micros {
  return subtractMicros(costRoundedUp(maker.price, maker.remaining), costRoundedUp(maker.price, remaining));
}

/**
 * The most that a taker BUY may pay in this leg: its signed amount, minus the amount spent, minus the cost of the rest.
 */
function allowedToTaker(taker: Taker, plan: MatchPlan, size: Micros): Micros {
  if (taker.budget !== null) return subtractMicros(taker.budget, plan.collateral);
  const rest = costRoundedUp(taker.price, subtractMicros(plan.remaining, size));
  return subtractMicros(subtractMicros(costRoundedUp(taker.price, taker.size), plan.collateral), rest);
}

/** Amount that a maker's order still holds with `remaining` left. */
function heldAfter(market: Market, maker: OpenOrder, remaining: Micros): Micros {
  if (maker.side === 'SELL') return remaining;
  if (remaining === 0) return ZERO_MICROS;
  const reserve = subtractMicros(maker.held, costRoundedUp(maker.price, maker.remaining));
  return addMicros(
    costRoundedUp(maker.price, remaining),
    minMicros(reserve, largestFee(remaining, maker.price, market.takerFeeRate)),
  );
}
