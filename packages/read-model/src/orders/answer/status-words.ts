/** Words for how an order ended: clients of the ecosystem know fewer of them than the venue. */
import type { ProfileKind } from '@bellwether/contract';
import type { OrderStatus } from '../tables.ts';

/** Status of an order in reads. */
export function shownStatus(status: OrderStatus, profile: ProfileKind): OrderStatus {
  return profile === 'polymarket' && status === 'EXPIRED' ? 'CANCELED' : status;
}

/** Status of an order in the user feed, whose clients do not know of resolved markets either. */
export function toldStatus(status: OrderStatus, profile: ProfileKind): OrderStatus {
  return profile === 'polymarket' && status === 'CANCELED_MARKET_RESOLVED' ? 'CANCELED' : shownStatus(status, profile);
}
