/** Decides resolution and the bounded steps of settlement that follow it. */

import { ASK, BID } from '../book/order-book.ts';
import type { ResolveMarket, SettleMarket } from '../command.ts';
import type { Decision } from '../decision.ts';
import type { Event } from '../event.ts';
import { payoutOf, vaultPayout } from '../ledger/settlement.ts';
import { STEPS_PER_COMMAND_MAX } from '../limits.ts';
import { marketOf, walletOf } from '../lookup.ts';
import type { Market } from '../market/market.ts';
import type { OpenOrder } from '../orders/open-order.ts';
import { type Reject, reject } from '../reject.ts';
import type { State } from '../state.ts';
import { assert } from '../units/assert.ts';
import { addMicros, subtractMicros } from '../units/micros.ts';
import { PRICE_ONE } from '../units/price.ts';
import { accepted } from './accepted.ts';
import { canceled } from './cancel.ts';

export function decideResolveMarket(state: Readonly<State>, command: ResolveMarket): Decision {
  const market = state.markets[command.market];
  if (market === undefined) return reject('unknown_market');
  if (market.status !== 'open') return reject('already_resolved', { market: market.conditionId });
  const [first, second] = command.payouts;
  const whole = Number.isInteger(first) && Number.isInteger(second) && first >= 0 && second >= 0;
  if (!whole || first + second !== PRICE_ONE) return reject('payouts_invalid');
  const refusal = market.negRisk ? refuseNegRisk(state, market, first) : null;
  if (refusal !== null) return refusal;
  const resolved: Event = { kind: 'MarketResolved', market: market.id, payouts: [first, second] };
  return accepted(command.closesEvent === true ? [resolved, ...closedEvent(state, market)] : [resolved]);
}

/** An event is over with the last of its markets. One that its operator reopens, or gives a new market, stays open. */
function closedEvent(state: Readonly<State>, market: Market): Event[] {
  const catalogEvent = market.catalogEvent === null ? undefined : state.catalogEvents.get(market.catalogEvent);
  if (catalogEvent === undefined || catalogEvent.closed) return [];
  const isLast = catalogEvent.markets.every((id) => id === market.id || marketOf(state, id).status !== 'open');
  return isLast ? [{ kind: 'CatalogEventUpdated', catalogEvent: catalogEvent.id, changes: { closed: true } }] : [];
}

/** Exactly one market of a negative-risk event resolves to its first outcome, and none of them splits. */
function refuseNegRisk(state: Readonly<State>, market: Market, first: number): Reject | null {
  if (first !== 0 && first !== PRICE_ONE) {
    return reject('neg_risk_payouts_invalid', { reason: 'a negative-risk market pays one outcome in full' });
  }
  const catalogEvent = market.catalogEvent === null ? undefined : state.catalogEvents.get(market.catalogEvent);
  if (catalogEvent === undefined || catalogEvent.markets.length < 2) return null;
  const others = catalogEvent.markets.filter((id) => id !== market.id).map((id) => marketOf(state, id));
  const winner = others.find((other) => other.payouts?.[0] === PRICE_ONE);
  if (first === PRICE_ONE && winner !== undefined) {
    return reject('neg_risk_payouts_invalid', { reason: `market ${winner.conditionId} of the event has won already` });
  }
  if (first === 0 && winner === undefined && others.every((other) => other.payouts !== null)) {
    return reject('neg_risk_payouts_invalid', { reason: 'one market of the event has to win' });
  }
  return null;
}

export function decideSettleMarket(state: Readonly<State>, command: SettleMarket): Decision {
  const market = state.markets[command.market];
  if (market === undefined) return reject('unknown_market');
  if (market.status !== 'resolving') return accepted([]);
  const orders = someOrders(market);
  if (orders.length > 0) return accepted(canceled(orders, 'market_resolved'));
  return accepted(payouts(state, market));
}

function someOrders(market: Market): OpenOrder[] {
  const orders: OpenOrder[] = [];
  for (const side of [BID, ASK]) {
    let order = market.book?.first(side) ?? null;
    while (order !== null && orders.length < STEPS_PER_COMMAND_MAX) {
      orders.push(order);
      order = market.book?.after(order) ?? null;
    }
  }
  return orders;
}

function payouts(state: Readonly<State>, market: Market): Event[] {
  assert(market.payouts !== null, `market ${market.id} has no payouts`);
  const events: Event[] = [];
  let left = market.locked;
  for (const id of market.holders) {
    if (events.length >= STEPS_PER_COMMAND_MAX) return events;
    const position = walletOf(state, id).positions.get(market.id);
    assert(position !== undefined, `holder ${id} of market ${market.id} holds nothing`);
    const collateral = payoutOf(position, market.payouts);
    left = subtractMicros(left, collateral);
    const shares = [
      addMicros(position.free[0], position.held[0]),
      addMicros(position.free[1], position.held[1]),
    ] as const;
    events.push({ kind: 'PayoutMade', market: market.id, wallet: id, shares, collateral });
  }
  events.push({ kind: 'MarketSettled', market: market.id, remainder: subtractMicros(left, vaultPayout(market)) });
  return events;
}
