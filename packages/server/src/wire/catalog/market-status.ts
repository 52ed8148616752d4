/** Rows to wire format: the stage of a market's life, from its flags, status and payouts. */
import type { MarketDetail } from '@bellwether/contract';
import { PRICE_ONE } from '@bellwether/engine';
import type { MarketView } from '../../queries/catalog/catalog-market-views.ts';

type Living = Pick<
  MarketView,
  'active' | 'closed' | 'archived' | 'accepting_orders' | 'trading_ended' | 'payout_0' | 'settled' | 'is_50_50_outcome'
>;

export function statusOf(view: Living): MarketDetail['status'] {
  if (view.payout_0 !== null) return view.settled === 1 ? 'resolved' : 'resolving';
  return view.closed === 1 || view.archived === 1 || view.trading_ended === 1 ? 'closed' : 'open';
}

/**
 * True if the exchange takes orders now: never for a market that is inactive, closed, archived or past its closing
 * time, whatever its own flag says.
 */
export function takesOrders(view: Living): boolean {
  if (view.trading_ended === 1) return false;
  return view.accepting_orders === 1 && view.active === 1 && view.closed === 0 && view.archived === 0;
}

/** End of trading in ISO 8601; '' if trading ends only with the result. */
export function closeTimeText(closeTimeMs: number | null): string {
  return closeTimeMs === null ? '' : new Date(closeTimeMs).toISOString().replace('.000Z', 'Z');
}

/** True if both outcomes pay one half, as recorded or by resolution. */
export function paysHalfEach(view: Living): boolean {
  return view.payout_0 === null ? view.is_50_50_outcome === 1 : view.payout_0 * 2 === PRICE_ONE;
}
