/** Decides `PlaceOrder`: every check in the documented order, then the match, then the remainder of the order. */
import { bookPriceOf, bookSideOf, opposite } from '../book/book.ts';
import type { PlaceOrder } from '../command.ts';
import type { AcceptedDecision, Decision } from '../decision.ts';
import type { Event, OrderAccepted, TradeExecuted } from '../event.ts';
import { freeShares } from '../ledger/balances.ts';
import type { Wallet } from '../ledger/wallet.ts';
import {
  GTD_LEAD_SECONDS_MIN,
  OPEN_ORDERS_PER_ACCOUNT_MAX,
  OPEN_ORDERS_PER_KEY_MAX,
  ORDER_AMOUNT_MAX,
  ORDERS_PER_MATCH_MAX,
} from '../limits.ts';
import { type Market, refuseTrading } from '../market/market.ts';
import { type MatchPlan, planMatch, type Taker } from '../matching/match.ts';
import type { OrderResult } from '../orders/order-rows.ts';
import { outOfRange, type Reject, reject } from '../reject.ts';
import { type FoundWallet, ownedWallet, type State } from '../state.ts';
import {
  addMicros,
  costRoundedUp,
  isPrice,
  largestFee,
  type Micros,
  minMicros,
  type OrderNumber,
  type OrderType,
  PRICE_ONE,
  type Price,
  type Side,
  subtractMicros,
  ZERO_MICROS,
} from '../units/units.ts';
import { canceled } from './cancel.ts';
import { walletTradedByKey } from './keys.ts';
import { insufficientBalance, insufficientPosition } from './reservation.ts';

/**
 * `archived` is the order's first result if the state no longer remembers it. `own` replaces the command's wallet if
 * it differs from the state: not bound yet, or with more to spend.
 */
export function decidePlaceOrder(
  state: Readonly<State>,
  command: PlaceOrder,
  timeMs: number,
  archived: OrderResult | null,
  own: FoundWallet | Reject = ownedWallet(state, command.account, command.wallet),
): Decision {
  const isOthers = own.kind === 'reject' && own.code === 'wallet_not_owned';
  const wallet = isOthers ? walletTradedByKey(state, command.account, command.wallet, timeMs) : own;
  const first = state.orderResults.get(command.orderId) ?? archived;
  if (first !== null && wallet.kind === 'found') return { kind: 'duplicate', result: first };
  const refusal = refuseByMode(state, command);
  if (refusal !== null) return refusal;
  if (wallet.kind === 'reject') return wallet;
  // An order may wait between the check of its request and this decision.
  if (state.apiKeys.get(command.apiKey)?.revoked === true) return reject('unknown_api_key');
  const market = state.markets[command.market];
  if (market === undefined) return reject('unknown_market');
  return refuseTrading(market, timeMs) ?? place(state, command, wallet, market, timeMs);
}

/** Refuses an order because of the venue's mode, before any other check. */
export function refuseByMode(
  state: Readonly<Pick<State, 'mode'>>,
  command: Pick<PlaceOrder, 'postOnly'>,
): Reject | null {
  if (state.mode === 'open' || (state.mode === 'post_only' && command.postOnly)) return null;
  return reject(`mode_${state.mode}`, { mode: state.mode });
}

function place(
  state: Readonly<State>,
  command: PlaceOrder,
  found: FoundWallet,
  market: Market,
  timeMs: number,
): Decision {
  const isBuy = command.side === 'BUY';
  const size = isBuy ? command.takerAmount : command.makerAmount;
  const collateral = isBuy ? command.makerAmount : command.takerAmount;
  const malformed = refuseMalformed(command, timeMs);
  if (malformed !== null) return malformed;
  const price = limitPrice(command.type, command.side, collateral, size, market.tick);
  if (typeof price !== 'number') return price;
  const immediate = command.type === 'FOK' || command.type === 'FAK';
  if (!immediate && size < market.minimumSize)
    return reject('size_below_minimum', { size, minimum: market.minimumSize });
  const count = state.accounts[command.account]?.openOrders.size ?? 0;
  // A single entry must be able to cancel all orders of a key.
  const isOfKey = found.wallet.account !== command.account;
  const maximum = isOfKey ? OPEN_ORDERS_PER_KEY_MAX : OPEN_ORDERS_PER_ACCOUNT_MAX;
  if (count >= maximum) return reject('too_many_open_orders', { count, maximum });
  const best = bestToMeet(market, command);
  const crosses = best !== 0 && wouldCross(command, price, best);
  if (command.postOnly && crosses) return reject('post_only_would_cross', { price, best });
  const reserve = isBuy && !immediate ? largestFee(size, price, market.takerFeeRate) : ZERO_MICROS;
  // The fee of an order that trades at once is known only after the walk.
  const shortage = refuseShortage(state, command, found, market, size, collateral, immediate ? null : reserve);
  if (shortage !== null) return shortage;
  const order = state.nextOrderNumber;
  if (!immediate && !crosses) {
    const held = isBuy ? addMicros(collateral, reserve) : size;
    return placing([orderAccepted(command, order, price, size), { kind: 'OrderRested', order, remaining: size, held }]);
  }
  const budget = isBuy && immediate ? collateral : null;
  const { account, wallet, outcome, side } = command;
  const taker: Taker = { account, wallet, outcome, side, price, size, budget };
  const plan = planMatch(market, taker);
  const unmatched = refuseMatch(state, command, found, market, plan, price);
  if (unmatched !== null) return unmatched;
  const opened = orderAccepted(command, order, price, size);
  if (immediate || plan.complete) return placing(placed(opened, plan, { kind: 'OrderCompleted', order }));
  const held = isBuy ? heldByRest(price, plan, reserve, market) : plan.remaining;
  return placing(placed(opened, plan, { kind: 'OrderRested', order, remaining: plan.remaining, held }));
}

function refuseMalformed(command: PlaceOrder, timeMs: number): Reject | null {
  const { makerAmount, takerAmount, type, expiration } = command;
  if (!isOrderAmount(makerAmount) || !isOrderAmount(takerAmount)) {
    const amount = isOrderAmount(makerAmount) ? takerAmount : makerAmount;
    const field = isOrderAmount(makerAmount) ? 'takerAmount' : 'makerAmount';
    return outOfRange(amount, ORDER_AMOUNT_MAX, field);
  }
  if (command.postOnly && type !== 'GTC' && type !== 'GTD')
    return reject('post_only_order_type', { orderType: type, allowed: 'GTC, GTD' });
  if (type !== 'GTD' && expiration === 0) return null;
  // Clients count in whole seconds: 60 s from the second they see is enough.
  const earliest = Math.floor(timeMs / 1000) + GTD_LEAD_SECONDS_MIN;
  if (type !== 'GTD') return reject('expiration_invalid', { orderType: type, expiration });
  return expiration >= earliest ? null : reject('expiration_invalid', { orderType: type, expiration, earliest });
}

function isOrderAmount(amount: number): boolean {
  return Number.isSafeInteger(amount) && amount >= 1 && amount <= ORDER_AMOUNT_MAX;
}

/** An accepted order; it cancels nothing by its id. */
const placing = (events: readonly Event[]): AcceptedDecision => ({ kind: 'accepted', events, notCanceled: {} });

/** The best price on the opposite side, for the order's own outcome; 0 if that side is empty. */
function bestToMeet(market: Market, { side, outcome }: PlaceOrder): Price | 0 {
  const best = market.book === null ? 0 : market.book.bestPrice(opposite(bookSideOf(side, outcome)));
  return best === 0 ? 0 : bookPriceOf(best, outcome);
}

/** True if the order would trade: a BUY at `best` or below its price, a SELL at `best` or above. */
function wouldCross({ side }: PlaceOrder, price: Price, best: Price): boolean {
  return side === 'BUY' ? best <= price : best >= price;
}

/** `fee` is null if it is known only after the order has matched. */
function refuseShortage(
  state: Readonly<State>,
  command: PlaceOrder,
  found: FoundWallet,
  market: Market,
  size: Micros,
  cost: Micros,
  fee: Micros | null,
): Reject | null {
  const { wallet } = found;
  if (command.side === 'BUY') {
    if (wallet.free >= addMicros(cost, fee ?? ZERO_MICROS)) return null;
    return insufficientBalance(state, command.account, pursesOf(found), { cost, fee });
  }
  const isEnough = freeShares(wallet, market.id, command.outcome) >= size;
  return isEnough ? null : insufficientPosition(state, command.account, wallet, market.id, command.outcome, size);
}

/** Wallets whose free collateral counts. */
const pursesOf = ({ wallet, purses }: FoundWallet): readonly Wallet[] => purses ?? [wallet];

function refuseMatch(
  state: Readonly<State>,
  command: PlaceOrder,
  found: FoundWallet,
  market: Market,
  plan: MatchPlan,
  price: Price,
): Reject | null {
  if (plan.tooDeep) return reject('too_many_matches', { maximum: ORDERS_PER_MATCH_MAX });
  if (command.type === 'FOK' && !plan.complete) return reject('fok_not_filled', fillable(command, plan, price));
  if (command.type === 'FAK' && plan.size === 0) {
    const best = bestToMeet(market, command);
    const ownOrders = plan.selfOrders.length;
    return reject('fak_no_match', { price, ...(best !== 0 && { best }), ownOrders });
  }
  if (command.side === 'BUY' && (command.type === 'FOK' || command.type === 'FAK')) {
    const { makerAmount: cost } = command;
    if (found.wallet.free < addMicros(cost, plan.fee))
      return insufficientBalance(state, command.account, pursesOf(found), { cost, fee: plan.fee });
  }
  return null;
}

/** Amounts that could be filled now: `making` is what the order would give of its `makerAmount`. */
function fillable({ side, makerAmount }: PlaceOrder, plan: MatchPlan, price: Price): Reject['details'] {
  const [making, taking] = side === 'BUY' ? [plan.collateral, plan.size] : [plan.size, plan.collateral];
  return { price, makerAmount, making, taking, ownOrders: plan.selfOrders.length };
}

function orderAccepted(command: PlaceOrder, order: OrderNumber, price: Price, size: Micros): OrderAccepted {
  return {
    kind: 'OrderAccepted',
    order,
    orderId: command.orderId,
    account: command.account,
    wallet: command.wallet,
    apiKey: command.apiKey,
    market: command.market,
    outcome: command.outcome,
    side: command.side,
    type: command.type,
    price,
    size,
    expiration: command.expiration,
    builder: command.builder,
  };
}

/**
 * All effects of a placement, in order: the account's own orders removed, the trade, and the end or rest of the order.
 */
function placed(opened: OrderAccepted, plan: MatchPlan, end: Event): Event[] {
  // Arrays of the right length: one that grows allocates room for seventeen.
  const trade = plan.legs.length === 0 ? null : tradeExecuted(opened, plan);
  if (plan.selfOrders.length > 0) {
    const own = canceled(plan.selfOrders, 'self_trade');
    return trade === null ? [opened, ...own, end] : [opened, ...own, trade, end];
  }
  return trade === null ? [opened, end] : [opened, trade, end];
}

function tradeExecuted(opened: OrderAccepted, plan: MatchPlan): TradeExecuted {
  return {
    kind: 'TradeExecuted',
    market: opened.market,
    order: opened.order,
    wallet: opened.wallet,
    side: opened.side,
    outcome: opened.outcome,
    size: plan.size,
    collateral: plan.collateral,
    fee: plan.fee,
    legs: plan.legs,
  };
}

/** Collateral held for the rest of a BUY: its cost, and what is left of the fee reserve, up to the largest fee. */
function heldByRest(price: Price, plan: MatchPlan, reserve: Micros, market: Market): Micros {
  const left = subtractMicros(reserve, plan.fee);
  return addMicros(
    costRoundedUp(price, plan.remaining),
    minMicros(left, largestFee(plan.remaining, price, market.takerFeeRate)),
  );
}

/** Rounding step of public clients for the amounts of a market order, in micros, by tick in 1/10000. */
const STEP_MICROS: Readonly<Record<number, number>> = { 1000: 1000, 100: 100, 50: 10, 25: 1, 10: 10, 1: 1 };

/** Clients may cut the amount to 4 decimals for any tick. */
const CUT_MICROS = 100;

const SHOWN_DECIMALS = 12;

/**
 * The price as decimal text, only for messages: with enough decimals to show that it is off the grid, then truncated.
 */
function shownPrice(collateral: Micros, shares: Micros): string {
  const scaled = (BigInt(collateral) * 10n ** BigInt(SHOWN_DECIMALS)) / BigInt(shares);
  const digits = scaled.toString().padStart(SHOWN_DECIMALS + 1, '0');
  const fraction = digits.slice(-SHOWN_DECIMALS).replace(/0+$/, '');
  return `${digits.slice(0, -SHOWN_DECIMALS)}${fraction === '' ? '' : '.'}${fraction}`;
}

/**
 * The limit price expressed by an order's two amounts. Resting orders must state it exactly. FOK and FAK orders contain
 * their client's rounding of the received amount: the nearest tick price counts, provided that the amounts round to
 * this price.
 */
export function limitPrice(
  type: OrderType,
  side: Side,
  collateral: Micros,
  shares: Micros,
  tick: number,
): Price | Reject {
  const resting = type === 'GTC' || type === 'GTD';
  const limit = resting ? exactPrice(collateral, shares) : roundedPrice(side, collateral, shares, tick);
  // `| 0`: a price is small, and an integer remainder takes a fifth of the time.
  if (limit !== null && isPrice(limit) && limit >= tick && limit <= PRICE_ONE - tick && (limit | 0) % tick === 0)
    return limit;
  // The unrounded price decides between the codes: a price both off the grid and out of range is out of range.
  const scaled = BigInt(collateral) * BigInt(PRICE_ONE);
  const inRange = scaled >= BigInt(shares) * BigInt(tick) && scaled <= BigInt(shares) * BigInt(PRICE_ONE - tick);
  return reject(inRange ? 'price_off_grid' : 'price_out_of_range', {
    price: shownPrice(collateral, shares),
    tick,
    minimum: tick,
    maximum: PRICE_ONE - tick,
  });
}

/** collateral * 10000 / shares if that is a whole number, else null. */
function exactPrice(collateral: Micros, shares: Micros): number | null {
  const product = collateral * PRICE_ONE;
  if (product <= Number.MAX_SAFE_INTEGER) {
    // Below 2^53 the product is exact, and the quotient's rounding error times `shares` is less than one: a quotient
    // that comes out whole is exact. Only orders of nearly a million units need more.
    const quotient = product / shares;
    return Number.isInteger(quotient) ? quotient : null;
  }
  const scaled = BigInt(collateral) * BigInt(PRICE_ONE);
  const divisor = BigInt(shares);
  return scaled % divisor === 0n ? Number(scaled / divisor) : null;
}

/**
 * The tick price nearest to the amounts if they round to it, else the neighbouring tick price that is better for the
 * order's owner: an amount cut to fewer decimals than its tick needs may end up nearer to the next tick.
 */
function roundedPrice(side: Side, collateral: Micros, shares: Micros, tick: number): number | null {
  const scaled = BigInt(collateral) * BigInt(PRICE_ONE);
  const [one, grain] = [BigInt(shares), BigInt(shares) * BigInt(tick)];
  const isBuy = side === 'BUY';
  const step = STEP_MICROS[tick] ?? 1;
  const cut = BigInt(Math.max(CUT_MICROS, step));
  const fits = (price: number): boolean => {
    const excess = BigInt(price) * one - scaled;
    // A BUY rounds its shares, so the distance in shares counts; a SELL rounds its collateral, the unit of `excess`.
    const unit = BigInt(isBuy ? price : PRICE_ONE);
    const [short, long] = isBuy ? [-excess, excess] : [excess, -excess];
    return price >= tick && price <= PRICE_ONE - tick && short < cut * unit && long < BigInt(step) * unit;
  };
  const nearest = Number((scaled * 2n + grain - (isBuy ? 1n : 0n)) / (grain * 2n)) * tick;
  if (fits(nearest)) return nearest;
  const below = Number(scaled / grain) * tick;
  const better = isBuy ? Math.min(below, PRICE_ONE - tick) : Math.max(below + tick, tick);
  return fits(better) ? better : null;
}
