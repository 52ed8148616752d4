/** Places orders in the naive exchange: checks in the documented order, the walk, the new ownership. Tests only. */
import type { PlaceOrder, Stamp } from '../command.ts';
import type { Decision } from '../decision.ts';
import type { Event, MakerLeg } from '../event.ts';
import { type RejectCode, reject } from '../reject.ts';
import { orderNumber } from '../units/units.ts';
import { isMarketOrder, type NaiveLeg, type NaiveTaker, type NaiveWalk, naiveWalk } from './naive-matching.ts';
import { tradingProblem } from './naive-ownership.ts';
import {
  asMicros,
  asPrice,
  decided,
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

/** Decimals of public clients' amounts, by tick. */
const DECIMALS: Readonly<Record<number, bigint>> = { 1000: 3n, 100: 4n, 50: 5n, 25: 6n, 10: 5n, 1: 6n };
/** Decimals that any client may cut its amounts to. */
const FEWEST_DECIMALS = 4n;

export function naivePlacement(state: NaiveState, command: PlaceOrder, stamp: Stamp): Decision {
  const ownership = tradingProblem(state, command, stamp.timeMs);
  const first = state.results.find((result) => result.orderId === command.orderId);
  if (first !== undefined && ownership === null) {
    const { status, sequence } = first;
    const [making, taking] = [asMicros(first.making), asMicros(first.taking)];
    return { kind: 'duplicate', result: { status, making, taking, sequence } };
  }
  const isRevoked = state.keys.some(({ apiKey, revoked }) => revoked && apiKey === command.apiKey);
  const revoked = isRevoked ? ('unknown_api_key' as const) : null;
  const problem = modeProblem(state, command) ?? ownership ?? revoked ?? marketProblem(state, command, stamp);
  const market = state.markets[command.market];
  if (problem !== null || market === undefined) return reject(problem ?? 'unknown_market');
  const malformed = formProblem(command, stamp);
  if (malformed !== null) return reject(malformed);
  const limit = limitOf(command, BigInt(market.terms.tick));
  if (typeof limit === 'string') return reject(limit);
  return placeAt(state, command, market, limit, stamp);
}

function placeAt(state: NaiveState, command: PlaceOrder, market: NaiveMarket, limit: bigint, stamp: Stamp): Decision {
  const { account, wallet, outcome, side, type } = command;
  const taker = { account, wallet, market: market.id, outcome, side, type, limit, ...amountsOf(command) };
  const refusal = placeProblem(state, command, market, taker);
  if (refusal !== null) return reject(refusal);
  const walk = naiveWalk(state.orders, taker);
  const fee = feeOf(walk, side, market);
  const unmatched = walkProblem(state, command, walk, fee);
  if (unmatched !== null) return reject(unmatched);
  return decided(carryOut(state, { command, market, taker, walk, fee }, stamp));
}

export function modeProblem(state: NaiveState, command: Pick<PlaceOrder, 'postOnly'>): RejectCode | null {
  if (state.mode === 'disabled') return 'mode_disabled';
  if (state.mode === 'cancel_only') return 'mode_cancel_only';
  return state.mode === 'post_only' && !command.postOnly ? 'mode_post_only' : null;
}

export function closedProblem(market: NaiveMarket | undefined): RejectCode | null {
  if (market === undefined) return 'unknown_market';
  return market.status !== 'open' || market.terms.closed || market.terms.archived ? 'market_closed' : null;
}

function marketProblem(state: NaiveState, command: PlaceOrder, stamp: Stamp): RejectCode | null {
  const market = state.markets[command.market];
  const closed = closedProblem(market);
  if (closed !== null) return closed;
  if (stamp.timeMs >= (market?.terms.closeTimeMs ?? Number.POSITIVE_INFINITY)) return 'trading_ended';
  if (!market?.opened && stamp.timeMs < (market?.terms.openTimeMs ?? 0)) return 'trading_not_open';
  return market?.terms.active && market.terms.acceptingOrders ? null : 'market_not_accepting_orders';
}

const amountsOf = ({ side, makerAmount, takerAmount }: PlaceOrder): { shares: bigint; collateral: bigint } =>
  side === 'BUY'
    ? { collateral: BigInt(makerAmount), shares: BigInt(takerAmount) }
    : { collateral: BigInt(takerAmount), shares: BigInt(makerAmount) };

function formProblem(command: PlaceOrder, stamp: Stamp): RejectCode | null {
  const { makerAmount, takerAmount, type, postOnly, expiration } = command;
  for (const amount of [makerAmount, takerAmount])
    if (!Number.isInteger(amount) || amount < 1 || amount > 10 ** 15) return 'amount_out_of_range';
  if (postOnly && isMarketOrder(type)) return 'post_only_order_type';
  const earliest = Math.floor(stamp.timeMs / 1000) + 60;
  return (type === 'GTD' ? expiration >= earliest : expiration === 0) ? null : 'expiration_invalid';
}

/** The limit price in 1/10000, or the refusal code. The price is the fraction `scaled` / shares. */
function limitOf(command: PlaceOrder, tick: bigint): bigint | RejectCode {
  const { shares, collateral } = amountsOf(command);
  const scaled = collateral * 10_000n;
  const [lowest, highest] = [tick, 10_000n - tick];
  const isBuy = command.side === 'BUY';
  // The ticks next to the fraction and at both ends. 0 and 10000 are not valid prices, but can be the nearest ones.
  const below = (scaled / shares / tick) * tick;
  const around = [0n, lowest, below, below + tick, highest, 10_000n];
  const distance = (price: bigint) => (shares * price > scaled ? shares * price - scaled : scaled - shares * price);
  const gain = (price: bigint): bigint => (isBuy ? scaled - shares * price : shares * price - scaled);
  const fits = (price: bigint): boolean => {
    if (price < lowest || price > highest) return false;
    if (!isMarketOrder(command.type)) return distance(price) === 0n;
    const decimals = DECIMALS[Number(tick)]!;
    const [step, cut] = [10n ** (6n - decimals), 10n ** (6n - least(decimals, FEWEST_DECIMALS))];
    const unit = isBuy ? price : 10_000n;
    return -step * unit < gain(price) && gain(price) < cut * unit;
  };
  const [nearest] = around.toSorted((a, b) => Number(distance(a) - distance(b)) || Number(gain(b) - gain(a)));
  const [better] = around
    .filter((price) => lowest <= price && price <= highest && gain(price) >= 0n)
    .toSorted((a, b) => Number(distance(a) - distance(b)));
  const limit = [nearest, better].find((price) => price !== undefined && fits(price));
  if (limit !== undefined) return limit;
  return scaled < shares * lowest || scaled > shares * highest ? 'price_out_of_range' : 'price_off_grid';
}

function placeProblem(state: NaiveState, command: PlaceOrder, market: NaiveMarket, taker: NaiveTaker) {
  const { account, wallet, outcome, side, type } = command;
  const immediate = isMarketOrder(type);
  if (!immediate && taker.shares < BigInt(market.terms.minimumSize)) return 'size_below_minimum';
  const most = state.wallets[wallet]!.account === account ? 20_000 : 5_000;
  if (state.orders.filter((order) => order.account === account).length >= most) return 'too_many_open_orders';
  if (command.postOnly && crossesAnyone(state, taker)) return 'post_only_would_cross';
  if (side === 'SELL')
    return freeNaiveShares(state, wallet, market.id, outcome) < taker.shares ? 'insufficient_position' : null;
  const fee = immediate ? 0n : naiveReserve(taker.shares, taker.limit, market.terms.takerFeeRate);
  return freeCollateral(state, wallet) < taker.collateral + fee ? 'insufficient_balance' : null;
}

function crossesAnyone(state: NaiveState, taker: NaiveTaker): boolean {
  const { legs, own } = naiveWalk(state.orders, taker);
  return legs.length + own.length > 0;
}

function walkProblem(state: NaiveState, command: PlaceOrder, walk: NaiveWalk, fee: bigint): RejectCode | null {
  if (walk.tooMany) return 'too_many_matches';
  if (command.type === 'FOK' && !walk.complete) return 'fok_not_filled';
  if (command.type === 'FAK' && walk.legs.length === 0) return 'fak_no_match';
  if (command.side === 'SELL' || !isMarketOrder(command.type)) return null;
  return freeCollateral(state, command.wallet) < BigInt(command.makerAmount) + fee ? 'insufficient_balance' : null;
}

const sum = (legs: readonly NaiveLeg[], of: (leg: NaiveLeg) => bigint): bigint =>
  legs.reduce((total, leg) => total + of(leg), 0n);

function feeOf({ legs }: NaiveWalk, side: PlaceOrder['side'], { terms }: NaiveMarket): bigint {
  const base = sum(legs, (leg) => leg.shares * leg.price * (10_000n - leg.price));
  const fee = naiveFee(base, terms.takerFeeRate);
  const proceeds = sum(legs, (leg) => leg.taker);
  return side === 'BUY' ? fee : least(fee, proceeds);
}

interface Placement {
  readonly command: PlaceOrder;
  readonly market: NaiveMarket;
  readonly taker: NaiveTaker;
  readonly walk: NaiveWalk;
  readonly fee: bigint;
}

function carryOut(state: NaiveState, placement: Placement, stamp: Stamp): Event[] {
  const { command, market, taker, walk, fee } = placement;
  const { orderId, account, wallet, apiKey, outcome, side, type, expiration, builder } = command;
  const number = orderNumber(state.nextOrder);
  state.nextOrder++;
  const [price, size] = [asPrice(taker.limit), asMicros(taker.shares)];
  const order = { orderId, account, wallet, apiKey, market: market.id, outcome, side, type, expiration };
  const events: Event[] = [{ kind: 'OrderAccepted', order: number, ...order, price, size, builder }];
  for (const own of walk.own) {
    closeOrder(state, own, 'canceled');
    events.push({ kind: 'OrderCanceled', order: own.number, reason: 'self_trade' });
  }
  const shares = sum(walk.legs, (leg) => leg.shares);
  const collateral = sum(walk.legs, (leg) => leg.taker);
  if (walk.legs.length > 0) {
    const legs = walk.legs.map((leg) => tradeWith(state, placement, leg));
    moveCollateral(state, wallet, -fee);
    state.fees += fee;
    const [all, paid, charged] = [asMicros(shares), asMicros(collateral), asMicros(fee)];
    const trade = { market: market.id, order: number, wallet, side, outcome, legs };
    events.push({ kind: 'TradeExecuted', ...trade, size: all, collateral: paid, fee: charged });
  }
  const [making, taking] = side === 'BUY' ? [collateral, shares] : [shares, collateral];
  const rests = !isMarketOrder(type) && walk.unfilled > 0n;
  const status = walk.legs.length > 0 ? 'matched' : 'live';
  const fate = rests ? 'open' : 'matched';
  state.results.push({ orderId, status, making, taking, sequence: stamp.sequence, fate });
  if (!rests) return [...events, { kind: 'OrderCompleted', order: number }];
  const resting = { ...order, number, price: taker.limit, remaining: walk.unfilled, reserve: 0n };
  if (side === 'BUY') resting.reserve = reserveOfRest(placement);
  state.orders.push(resting);
  const held = asMicros(heldBy(resting));
  return [...events, { kind: 'OrderRested', order: number, remaining: asMicros(walk.unfilled), held }];
}

function reserveOfRest({ market, taker, walk, fee }: Placement): bigint {
  const rate = market.terms.takerFeeRate;
  return least(naiveReserve(taker.shares, taker.limit, rate) - fee, naiveReserve(walk.unfilled, taker.limit, rate));
}

/** Books one leg between its maker, its taker and the collateral locked under pairs. */
function tradeWith(state: NaiveState, { command, market }: Placement, leg: NaiveLeg): MakerLeg {
  const { order: maker, settlement, shares } = leg;
  const parties = [
    { ...maker, gives: leg.maker },
    { ...command, gives: leg.taker },
  ];
  for (const { side, wallet, outcome, gives } of parties) {
    const buys = side === 'BUY';
    moveCollateral(state, wallet, buys ? -gives : gives);
    moveShares(state, wallet, market.id, outcome, buys ? shares : -shares);
  }
  if (settlement === 'mint') market.locked += shares;
  if (settlement === 'merge') market.locked -= shares;
  maker.remaining -= shares;
  if (maker.side === 'BUY')
    maker.reserve = least(maker.reserve, naiveReserve(maker.remaining, maker.price, market.terms.takerFeeRate));
  if (maker.remaining === 0n) closeOrder(state, maker, 'matched');
  const { number: order, wallet, side, outcome } = maker;
  return {
    ...{ order, wallet, settlement, side, outcome, price: asPrice(maker.price), size: asMicros(shares) },
    ...{ collateral: asMicros(leg.maker), takerCollateral: asMicros(leg.taker) },
    remaining: asMicros(maker.remaining),
    held: asMicros(maker.remaining === 0n ? 0n : heldBy(maker)),
  };
}

export function closeOrder(state: NaiveState, order: NaiveOrder, fate: 'matched' | 'canceled'): void {
  state.orders = state.orders.filter((open) => open.number !== order.number);
  state.results.find((result) => result.orderId === order.orderId)!.fate = fate;
}

/** Open orders of a market in the order in which settlement cancels them: bids, then asks, in trading order. */
export function bookOrder(state: NaiveState, market: NaiveMarket): NaiveOrder[] {
  const open = state.orders.filter((order) => order.market === market.id);
  const bids = (order: NaiveOrder): boolean => (order.side === 'BUY') === (order.outcome === 0);
  const yesPrice = (order: NaiveOrder): bigint => (order.outcome === 0 ? order.price : 10_000n - order.price);
  const sorted = (list: readonly NaiveOrder[], sign: bigint): NaiveOrder[] =>
    list.toSorted((a, b) => Number(sign * (yesPrice(a) - yesPrice(b))) || a.number - b.number);
  const asks = open.filter((order) => !bids(order));
  return [...sorted(open.filter(bids), -1n), ...sorted(asks, 1n)];
}
