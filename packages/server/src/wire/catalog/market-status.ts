/** Rows → wire: what a market's life is at, as its flags, status and payouts together say it. */
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

/** True when the exchange takes orders now: one that is inactive, closed, archived or past its closing time takes none, whatever its own flag says. */
export function takesOrders(view: Living): boolean {
  if (view.trading_ended === 1) return false;
  return view.accepting_orders === 1 && view.active === 1 && view.closed === 0 && view.archived === 0;
}

/** When trading ends, ISO 8601; '' when it does so with the result alone. */
export function closeTimeText(closeTimeMs: number | null): string {
  return closeTimeMs === null ? '' : new Date(closeTimeMs).toISOString().replace('.000Z', 'Z');
}

/** True when both outcomes pay one half: as recorded, or because it was resolved so. */
export function paysHalfEach(view: Living): boolean {
  return view.payout_0 === null ? view.is_50_50_outcome === 1 : view.payout_0 * 2 === PRICE_ONE;
}
