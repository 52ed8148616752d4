/** Whether a market is open, and whether it trades now. */
import { hasEnded, isPastClose, type Market } from '../market/market.ts';
import { type Reject, reject } from '../reject.ts';
import type { State } from '../state.ts';
import type { MarketId } from '../units/ids.ts';

export interface FoundMarket {
  readonly kind: 'found';
  readonly market: Market;
}

/** The market if it is neither resolved nor closed: its shares can be created, dissolved and converted. */
export function openMarket(state: Readonly<State>, id: MarketId): FoundMarket | Reject {
  const market = state.markets[id];
  if (market === undefined) return reject('unknown_market');
  if (hasEnded(market)) return reject('market_closed', stoppedAt(market));
  return { kind: 'found', market };
}

/** Why no order may be placed in a market at `timeMs`, or null. */
export function refuseTrading(market: Market, timeMs: number): Reject | null {
  if (hasEnded(market)) return reject('market_closed', stoppedAt(market));
  if (isPastClose(market, timeMs)) {
    return reject('trading_ended', { market: market.conditionId, closeTimeMs: market.closeTimeMs ?? 0 });
  }
  return market.active && market.acceptingOrders ? null : reject('market_not_accepting_orders', stoppedAt(market));
}

/** Which market, in what state, and since when it takes no orders, where the venue saw it stop. */
function stoppedAt({ conditionId, status, stoppedMs }: Market): Reject['details'] {
  return { market: conditionId, status, ...(stoppedMs !== null && { stoppedMs }) };
}
