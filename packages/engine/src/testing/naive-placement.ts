/** Placement as docs/TRADING-RULES.md says it, step by step, for the naive exchange. Tests only. */
import type { PlaceOrder, Stamp } from '../command.ts';
import type { Decision } from '../decision.ts';
import type { Event, MakerLeg, Settlement } from '../event.ts';
import { type RejectCode, reject } from '../reject.ts';
import { orderNumber } from '../units/ids.ts';
import {
  asMicros,
  asPrice,
  costUp,
  down,
  freeCollateral,
  freeNaiveShares,
  heldBy,
  least,
  moveCollateral,
  moveShares,
  type NaiveMarket,
  type NaiveOrder,
  type NaiveState,
  naiveFee,
  naiveReserve,
} from './naive-state.ts';

type Side = 'bid' | 'ask';

const sideOf = (order: Pick<NaiveOrder, 'side' | 'outcome'>): Side =>
  (order.side === 'BUY' && order.outcome === 0) || (order.side === 'SELL' && order.outcome === 1) ? 'bid' : 'ask';
const inYesTerms = (order: Pick<NaiveOrder, 'price' | 'outcome'>): bigint =>
  order.outcome === 0 ? order.price : 10_000n - order.price;
const isImmediate = (order: Pick<NaiveOrder, 'type'>): boolean => order.type === 'FOK' || order.type === 'FAK';

export function naivePlacement(state: NaiveState, command: PlaceOrder, stamp: Stamp): Decision {
  const ownership = ownershipProblem(state, command);
  const first = state.results.find((result) => result.orderId === command.orderId);
  if (first !== undefined && ownership === null) {
    const { status, making, taking, sequence } = first;
    return { kind: 'duplicate', result: { status, making: asMicros(making), taking: asMicros(taking), sequence } };
  }
  const problem =
    modeProblem(state, command) ?? ownership ?? marketProblem(state, command) ?? formProblem(command, stamp);
  if (problem !== null) return reject(problem);
  const market = state.markets[command.market]!;
  const limit = limitOf(command, market.terms.tick);
  if (typeof limit !== 'bigint') return reject(limit);
  const size = BigInt(command.side === 'BUY' ? command.takerAmount : command.makerAmount);
  const reserve =
    command.side === 'BUY' && !isImmediate(command) ? naiveReserve(size, limit, market.terms.takerFeeRate) : 0n;
  const order: NaiveOrder = {
    number: orderNumber(state.nextOrder),
    orderId: command.orderId,
    account: command.account,
    wallet: command.wallet,
    apiKey: command.apiKey,
    market: command.market,
    outcome: command.outcome,
    side: command.side,
    type: command.type,
    price: limit,
    expiration: command.expiration,
    remaining: size,
    reserve,
  };
  const refusal = placeProblem(state, command, order, market);
  if (refusal !== null) return reject(refusal);
  const match = matchOf(state, order, market, command);
  const unmatched = matchProblem(state, command, match);
  return unmatched === null
    ? { kind: 'accepted', events: carryOut(state, command, order, size, match, market, stamp), notCanceled: {} }
    : reject(unmatched);
}

export function ownershipProblem(
  state: NaiveState,
  command: Pick<PlaceOrder, 'account' | 'wallet'>,
): RejectCode | null {
  if (state.accounts[command.account] === undefined) return 'unknown_account';
  const wallet = state.wallets[command.wallet];
  if (wallet === undefined) return 'unknown_wallet';
  return wallet.account === command.account ? null : 'wallet_not_owned';
}

function modeProblem(state: NaiveState, command: PlaceOrder): RejectCode | null {
  if (state.mode === 'disabled') return 'mode_disabled';
  if (state.mode === 'cancel_only') return 'mode_cancel_only';
  return state.mode === 'post_only' && !command.postOnly ? 'mode_post_only' : null;
}

export function closedProblem(market: NaiveMarket | undefined): RejectCode | null {
  if (market === undefined) return 'unknown_market';
  return market.status !== 'open' || market.terms.closed || market.terms.archived ? 'market_closed' : null;
}

function marketProblem(state: NaiveState, command: PlaceOrder): RejectCode | null {
  const market = state.markets[command.market];
  const closed = closedProblem(market);
  if (closed !== null) return closed;
  return market?.terms.active && market.terms.acceptingOrders ? null : 'market_not_accepting_orders';
}

function formProblem(command: PlaceOrder, stamp: Stamp): RejectCode | null {
  const amounts = [command.makerAmount, command.takerAmount];
  if (amounts.some((amount) => !Number.isInteger(amount) || amount < 1 || amount > 1e15)) return 'amount_out_of_range';
  if (command.postOnly && isImmediate(command)) return 'post_only_order_type';
  const expires = BigInt(command.expiration) * 1000n;
  const rightTime =
    command.type === 'GTD' ? expires >= BigInt(stamp.timeMs - (stamp.timeMs % 1000)) + 60_000n : expires === 0n;
  return rightTime ? null : 'expiration_invalid';
}

/** The limit price that the amounts say, or why they say none. */
function limitOf(command: PlaceOrder, tick: number): bigint | RejectCode {
  const collateral = BigInt(command.side === 'BUY' ? command.makerAmount : command.takerAmount);
  const shares = BigInt(command.side === 'BUY' ? command.takerAmount : command.makerAmount);
  const t = BigInt(tick);
  let limit: bigint | null;
  if (isImmediate(command)) {
    const decimals: Record<string, number> = { 1000: 3, 100: 4, 50: 5, 25: 6, 10: 5, 1: 6 };
    const unit = 10n ** BigInt(6 - decimals[tick]!);
    // Nearest multiple of the tick, by trying the one below and the one above.
    const below = ((collateral * 10_000n) / (shares * t)) * t;
    const distance = (at: bigint): bigint => {
      const difference = shares * at - collateral * 10_000n;
      return difference < 0n ? -difference : difference;
    };
    const nearest = distance(below + t) <= distance(below) ? below + t : below;
    const bound = command.side === 'BUY' ? unit * nearest : unit * 10_000n;
    limit = distance(nearest) < bound ? nearest : null;
  } else {
    limit = (collateral * 10_000n) % shares === 0n ? (collateral * 10_000n) / shares : null;
  }
  if (limit === null) return 'price_off_grid';
  if (limit < t || limit > 10_000n - t) return 'price_out_of_range';
  return limit % t === 0n ? limit : 'price_off_grid';
}

function placeProblem(
  state: NaiveState,
  command: PlaceOrder,
  order: NaiveOrder,
  market: NaiveMarket,
): RejectCode | null {
  const immediate = isImmediate(order);
  if (!immediate && order.remaining < BigInt(market.terms.minimumSize)) return 'size_below_minimum';
  if (state.orders.filter((open) => open.account === command.account).length >= 20_000) return 'too_many_open_orders';
  if (command.postOnly && crossing(state, order).length > 0) return 'post_only_would_cross';
  if (order.side === 'BUY') {
    const needed = BigInt(command.makerAmount) + order.reserve;
    return freeCollateral(state, order.wallet) < needed ? 'insufficient_balance' : null;
  }
  const free = freeNaiveShares(state, order.wallet, order.market, order.outcome);
  return free < order.remaining ? 'insufficient_position' : null;
}

/** Resting orders that the order trades with, in the order in which it meets them. */
function crossing(state: NaiveState, order: NaiveOrder): NaiveOrder[] {
  const side = sideOf(order);
  const limit = inYesTerms(order);
  const others = state.orders.filter((open) => open.market === order.market && sideOf(open) !== side);
  const met = others.filter((open) => (side === 'bid' ? inYesTerms(open) <= limit : inYesTerms(open) >= limit));
  const better = (a: NaiveOrder, b: NaiveOrder): bigint =>
    side === 'bid' ? inYesTerms(a) - inYesTerms(b) : inYesTerms(b) - inYesTerms(a);
  return met.toSorted((a, b) => Number(better(a, b)) || a.number - b.number);
}

interface Match {
  readonly own: NaiveOrder[];
  readonly legs: { readonly maker: NaiveOrder; readonly leg: MakerLeg; readonly reserve: bigint }[];
  shares: bigint;
  collateral: bigint;
  fee: bigint;
  /** Nothing is left of the order. */
  done: boolean;
}

function matchOf(state: NaiveState, order: NaiveOrder, market: NaiveMarket, command: PlaceOrder): Match {
  const match: Match = { own: [], legs: [], shares: 0n, collateral: 0n, fee: 0n, done: false };
  const budget = order.side === 'BUY' && isImmediate(order) ? BigInt(command.makerAmount) : null;
  const buyable = (atPrice: bigint): bigint => down(((budget ?? 0n) - match.collateral) * 10_000n, atPrice);
  let feeSum = 0n;
  let stopped = false;
  for (const maker of crossing(state, order)) {
    const atPrice = maker.outcome === order.outcome ? maker.price : 10_000n - maker.price;
    const wanted = budget === null ? order.remaining - match.shares : buyable(atPrice);
    if (wanted === 0n) {
      stopped = true;
      break;
    }
    if (maker.account === order.account) {
      match.own.push(maker);
      continue;
    }
    const size = least(wanted, maker.remaining);
    const { leg, reserve, pays } = legOf(order, maker, market, size, atPrice, match, budget);
    match.legs.push({ maker, leg, reserve });
    match.shares += size;
    match.collateral += pays;
    feeSum += size * atPrice * (10_000n - atPrice);
  }
  match.done = stopped || (budget === null ? match.shares === order.remaining : buyable(order.price) === 0n);
  const fee = naiveFee(feeSum, market.terms.takerFeeRate);
  match.fee = order.side === 'SELL' ? least(fee, match.collateral) : fee;
  return match;
}

/** Who gives and gets what when `maker` trades `size` with the taker, whose own price is `atPrice`. */
function legOf(
  taker: NaiveOrder,
  maker: NaiveOrder,
  market: NaiveMarket,
  size: bigint,
  atPrice: bigint,
  match: Match,
  budget: bigint | null,
): { readonly leg: MakerLeg; readonly reserve: bigint; readonly pays: bigint } {
  const left = maker.remaining - size;
  const makerMay = costUp(maker.price, maker.remaining) - costUp(maker.price, left);
  const unfilled = taker.remaining - match.shares;
  // What the fills so far were allowed to cost less what they did cost is what they saved.
  const saved = costUp(taker.price, taker.remaining) - costUp(taker.price, unfilled) - match.collateral;
  const takerMay =
    budget === null
      ? costUp(taker.price, unfilled) - costUp(taker.price, unfilled - size) + saved
      : budget - match.collateral;
  let settlement: Settlement;
  let [makers, takers] = [0n, 0n];
  if (maker.outcome === taker.outcome) {
    settlement = 'transfer';
    makers = least(costUp(atPrice, size), taker.side === 'BUY' ? takerMay : makerMay);
    takers = makers;
  } else if (taker.side === 'BUY') {
    settlement = 'mint';
    makers = least(costUp(maker.price, size), makerMay);
    takers = size - makers;
  } else {
    settlement = 'merge';
    makers = costUp(maker.price, size);
    takers = size - makers;
  }
  const buying = maker.side === 'BUY';
  const reserve = buying ? least(maker.reserve, naiveReserve(left, maker.price, market.terms.takerFeeRate)) : 0n;
  const after: NaiveOrder = { ...maker, remaining: left, reserve };
  return {
    leg: {
      order: maker.number,
      wallet: maker.wallet,
      settlement,
      side: maker.side,
      outcome: maker.outcome,
      price: asPrice(maker.price),
      size: asMicros(size),
      collateral: asMicros(makers),
      takerCollateral: asMicros(takers),
      remaining: asMicros(left),
      held: asMicros(heldBy(after)),
    },
    reserve,
    pays: takers,
  };
}

function matchProblem(state: NaiveState, command: PlaceOrder, match: Match): RejectCode | null {
  if (match.legs.length + match.own.length > 5000) return 'too_many_matches';
  if (command.type === 'FOK' && !match.done) return 'fok_not_filled';
  if (command.type === 'FAK' && match.legs.length === 0) return 'fak_no_match';
  if (command.side === 'SELL' || !isImmediate(command)) return null;
  const needed = BigInt(command.makerAmount) + match.fee;
  return freeCollateral(state, command.wallet) < needed ? 'insufficient_balance' : null;
}

function carryOut(
  state: NaiveState,
  command: PlaceOrder,
  order: NaiveOrder,
  size: bigint,
  match: Match,
  market: NaiveMarket,
  stamp: Stamp,
): Event[] {
  const { orderId, account, wallet, apiKey, outcome, side, type, expiration, builder } = command;
  const names = { orderId, account, wallet, apiKey, market: market.id, outcome, side, type };
  const events: Event[] = [
    {
      kind: 'OrderAccepted',
      order: order.number,
      ...names,
      price: asPrice(order.price),
      size: asMicros(size),
      expiration,
      builder,
    },
  ];
  for (const own of match.own) {
    closeOrder(state, own, 'canceled');
    events.push({ kind: 'OrderCanceled', order: own.number, reason: 'self_trade' });
  }
  if (match.legs.length > 0) {
    events.push({
      kind: 'TradeExecuted',
      market: market.id,
      order: order.number,
      wallet,
      side,
      outcome,
      size: asMicros(match.shares),
      collateral: asMicros(match.collateral),
      fee: asMicros(match.fee),
      legs: match.legs.map(({ leg }) => leg),
    });
    settle(state, order, match, market);
  }
  const left = size - match.shares;
  const rests = !isImmediate(order) && left > 0n;
  if (rests) {
    order.remaining = left;
    const largest = naiveReserve(left, order.price, market.terms.takerFeeRate);
    order.reserve = side === 'BUY' ? least(order.reserve - match.fee, largest) : 0n;
    state.orders.push(order);
    events.push({ kind: 'OrderRested', order: order.number, remaining: asMicros(left), held: asMicros(heldBy(order)) });
  } else {
    events.push({ kind: 'OrderCompleted', order: order.number });
  }
  const [making, taking] = side === 'BUY' ? [match.collateral, match.shares] : [match.shares, match.collateral];
  const status = match.legs.length > 0 ? 'matched' : 'live';
  state.results.push({ orderId, status, making, taking, sequence: stamp.sequence, fate: rests ? 'open' : 'matched' });
  state.nextOrder++;
  return events;
}

/** Moves collateral and shares of a whole trade. */
function settle(state: NaiveState, taker: NaiveOrder, match: Match, market: NaiveMarket): void {
  const sign = taker.side === 'BUY' ? 1n : -1n;
  for (const { maker, leg, reserve } of match.legs) {
    const size = BigInt(leg.size);
    const makerSign = maker.side === 'BUY' ? 1n : -1n;
    moveCollateral(state, maker.wallet, -makerSign * BigInt(leg.collateral));
    moveShares(state, maker.wallet, market.id, maker.outcome, makerSign * size);
    moveCollateral(state, taker.wallet, -sign * BigInt(leg.takerCollateral));
    moveShares(state, taker.wallet, market.id, taker.outcome, sign * size);
    if (leg.settlement === 'mint') market.locked += size;
    if (leg.settlement === 'merge') market.locked -= size;
    maker.remaining -= size;
    maker.reserve = reserve;
    if (maker.remaining === 0n) closeOrder(state, maker, 'matched');
  }
  moveCollateral(state, taker.wallet, -match.fee);
  state.fees += match.fee;
}

export function closeOrder(state: NaiveState, order: NaiveOrder, fate: 'matched' | 'canceled'): void {
  state.orders = state.orders.filter((open) => open.number !== order.number);
  state.results.find((result) => result.orderId === order.orderId)!.fate = fate;
}

/** Open orders of a market in the order in which they would trade: bids, then asks. */
export function bookOrder(state: NaiveState, market: NaiveMarket): NaiveOrder[] {
  const open = state.orders.filter((order) => order.market === market.id);
  const sorted = (side: Side, sign: bigint): NaiveOrder[] =>
    open
      .filter((order) => sideOf(order) === side)
      .toSorted((a, b) => Number(sign * (inYesTerms(a) - inYesTerms(b))) || a.number - b.number);
  return [...sorted('bid', -1n), ...sorted('ask', 1n)];
}
