/** Decides the bounded steps of settlement that follow a resolution. */
import type { SettleMarket, Stamp } from '../command.ts';
import { accepted, type Decision } from '../decision.ts';
import type { Event } from '../event.ts';
import { payoutOf, vaultPayout } from '../ledger/settlement.ts';
import { STEPS_PER_COMMAND_MAX } from '../limits.ts';
import { type Market, restingOrders } from '../market/market.ts';
import { reject } from '../reject.ts';
import { catalogEventOf, type State, walletOf } from '../state.ts';
import { addMicros, assert, type Micros, subtractMicros, ZERO_MICROS } from '../units/units.ts';
import { canceled } from './cancel.ts';
import { nextSteps } from './correct.ts';

export function decideSettleMarket(state: Readonly<State>, command: SettleMarket, { timeMs }: Stamp): Decision {
  const market = state.markets[command.market];
  if (market === undefined) return reject('unknown_market');
  if (market.status !== 'resolving') return accepted([]);
  const { correction } = market;
  if (correction !== null && correction.steps !== null)
    return accepted(
      correction.market === market.id ? nextSteps(state, market, correction, correction.steps, timeMs) : [],
    );
  const orders = restingOrders(market, STEPS_PER_COMMAND_MAX);
  if (orders.length > 0) return accepted(canceled(orders, 'market_resolved'));
  return accepted(payouts(state, market));
}

function payouts(state: Readonly<State>, market: Market): Event[] {
  assert(market.payouts !== null, `market ${market.id} has no payouts`);
  const events: Event[] = [];
  let left = market.locked;
  for (const id of market.holders) {
    if (events.length >= STEPS_PER_COMMAND_MAX) return events;
    const position = walletOf(state, id).positions.get(market.id);
    assert(position !== undefined, `holder ${id} of market ${market.id} holds nothing`);
    const shares = [
      addMicros(position.free[0], position.held[0]),
      addMicros(position.free[1], position.held[1]),
    ] as const;
    const collateral = payoutOf(shares, market.payouts);
    left = subtractMicros(left, collateral);
    events.push({ kind: 'PayoutMade', market: market.id, wallet: id, shares, collateral });
  }
  events.push({ kind: 'MarketSettled', market: market.id, remainder: subtractMicros(left, repaid(state, market)) });
  return events;
}

function repaid(state: Readonly<State>, market: Market): Micros {
  if (market.vault === 0) return ZERO_MICROS;
  assert(market.catalogEvent !== null, 'only a market of an event has a vault');
  return vaultPayout(market, catalogEventOf(state, market.catalogEvent).advanced);
}
