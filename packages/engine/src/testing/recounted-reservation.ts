/** Recomputes the reservation in a refusal the slow way: from every open order of the venue. */
import { ORDERS_LOOKED_AT_PER_REFUSAL_MAX, ORDERS_PER_REFUSAL_MAX } from '../limits.ts';
import type { OpenOrder } from '../orders/open-orders.ts';
import type { Reservation } from '../reject.ts';
import type { State } from '../state.ts';
import { type Micros, micros } from '../units/micros.ts';

export function recountedReservation(state: Readonly<State>, { wallets, token }: Reservation): Reservation {
  const owners = state.wallets.filter(({ address }) => wallets.includes(address));
  const outcomeOf = token === null ? undefined : state.tokens.get(token.tokenId);
  const isMeant = (order: OpenOrder): boolean =>
    owners.some(({ id }) => id === order.wallet) &&
    (outcomeOf === undefined
      ? order.side === 'BUY'
      : order.side === 'SELL' && order.market === outcomeOf.market && order.outcome === outcomeOf.outcome);
  const account = owners[0]?.account;
  const orders = [...state.openOrders.values()].filter(isMeant);
  const latest = [...state.openOrders.values()]
    .filter((order) => order.account === account)
    .slice(-ORDERS_LOOKED_AT_PER_REFUSAL_MAX)
    .filter(isMeant)
    .toSorted((one, other) => other.held - one.held || other.number - one.number)
    .slice(0, ORDERS_PER_REFUSAL_MAX);
  const free = owners.map((wallet): Micros => {
    if (outcomeOf === undefined) return wallet.free;
    return wallet.positions.get(outcomeOf.market)?.free[outcomeOf.outcome] ?? micros(0);
  });
  return {
    wallets,
    token,
    free: micros(free.reduce((sum, amount) => sum + amount, 0)),
    held: micros(orders.reduce((sum, { held }) => sum + held, 0)),
    count: orders.length,
    largest: latest.map(({ orderId, market, outcome, held }) => ({
      orderId,
      tokenId: state.markets[market]?.tokenIds[outcome] as never,
      held,
    })),
  };
}
