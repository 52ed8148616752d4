/** Finds a market and checks that it trades now. */
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

/** The market if orders may be placed in it at `timeMs`. */
export function tradableMarket(state: Readonly<State>, id: MarketId, timeMs: number): FoundMarket | Reject {
  const found = openMarket(state, id);
  if (found.kind === 'reject') return found;
  if (isPastClose(found.market, timeMs))
    return reject('trading_ended', {
      market: found.market.conditionId,
      closeTimeMs: found.market.closeTimeMs ?? 0,
    });
  if (found.market.active && found.market.acceptingOrders) return found;
  return reject('market_not_accepting_orders', stoppedAt(found.market));
}

/** Which market, in what state, and since when it takes no orders, where the venue saw it stop. */
function stoppedAt({ conditionId, status, stoppedMs }: Market): Reject['details'] {
  return { market: conditionId, status, ...(stoppedMs !== null && { stoppedMs }) };
}
