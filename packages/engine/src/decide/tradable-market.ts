/** Checks whether a market is open, and whether it trades now. */
import { hasEnded, isPastClose, type Market } from '../market/market.ts';
import { type Reject, reject } from '../reject.ts';
import type { State } from '../state.ts';
import type { MarketId } from '../units/ids.ts';

export interface FoundMarket {
  readonly kind: 'found';
  readonly market: Market;
}

/** The market if it is neither resolved nor closed: its shares can be split, merged and converted. */
export function openMarket(state: Readonly<State>, id: MarketId): FoundMarket | Reject {
  const market = state.markets[id];
  if (market === undefined) return reject('unknown_market');
  if (hasEnded(market)) return reject('market_closed', stoppedAt(market));
  return { kind: 'found', market };
}

/** Refuses orders in a market at `timeMs`, or returns null. */
export function refuseTrading(market: Market, timeMs: number): Reject | null {
  if (hasEnded(market)) return reject('market_closed', stoppedAt(market));
  if (isPastClose(market, timeMs)) {
    return reject('trading_ended', { market: market.conditionId, closeTimeMs: market.closeTimeMs ?? 0 });
  }
  return market.active && market.acceptingOrders ? null : reject('market_not_accepting_orders', stoppedAt(market));
}

/** The market, its status and, if the venue saw it stop, the time since when it takes no orders. */
function stoppedAt({ conditionId, status, stoppedMs }: Market): Reject['details'] {
  return { market: conditionId, status, ...(stoppedMs !== null && { stoppedMs }) };
}
