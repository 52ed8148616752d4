/**
 * A burst of orders while a market ends: some arrive before its closing time, some after, some in the same millisecond.
 */
import type { Market } from '@bellwether/engine';
import type { Act, Acting } from '../acting.ts';
import { newOrder, place } from './orders.ts';

/** Lead of the burst before the closing time, number of orders, and duration of the burst. */
const BEFORE_MS = 4;
const ORDERS = 16;
const ROW_MS = 6;

export const placeAtTheClose: Act = async (acting) => {
  const { client, world } = acting;
  const market = endingMarket(acting);
  if (market?.closeTimeMs == null) return place(acting);
  await client.pause(market.closeTimeMs - world.wallMs - BEFORE_MS);
  const orders: Promise<unknown>[] = [];
  for (let sent = 0; sent < ORDERS; sent++) {
    const order = newOrder(acting, { market: market.id, isResting: true });
    if (order !== null) orders.push(client.send(order, acting.dice, { isPatient: false }));
    await client.pause(ROW_MS / ORDERS);
  }
  await Promise.all(orders);
};

/** A market that will end, according to the visible state. */
function endingMarket({ dice, state, world }: Acting): Market | null {
  const ending = (state?.markets ?? []).filter(
    ({ status, tradingEnded, closeTimeMs }) =>
      status === 'open' && !tradingEnded && closeTimeMs !== null && closeTimeMs > world.wallMs + BEFORE_MS,
  );
  return ending.length === 0 ? null : dice.pick(ending);
}
