/** Applies events of house makers. */
import { quoteAnew } from '../house/houses.ts';
import { hold, release } from '../ledger/balances.ts';
import { touchBook } from '../market/market.ts';
import type { OpenOrder } from '../orders/open-orders.ts';
import { type Applied, marketOf, openOrderOf, type State, walletOf } from '../state.ts';
import { addMicros, assert, type MarketId, type Micros, subtractMicros, violated } from '../units/units.ts';

export const HOUSE_EVENTS = {
  HouseOpened(state, { kind: _kind, house: id, ...terms }) {
    const { houses, markets } = state;
    houses.open({ ...terms, id }, markets);
    for (const { markets: own } of terms.curves) quoteAnew(houses, marketOf(state, own[0] as MarketId));
  },

  HouseQuoted(state, { curve: id, resized, withheld }, stamp) {
    const curve = state.houses.curves[id] ?? violated(`no curve ${id}`);
    // Orders that shrink come first: they free collateral that grown ones hold.
    for (const isGrown of [false, true]) {
      for (const [number, remaining, held] of resized) {
        const order = openOrderOf(state, number);
        assert(order.wallet === curve.house.wallet, `order ${number} is not of the house`);
        if (remaining > order.remaining !== isGrown) continue;
        resize(state, order, remaining, held);
        touchBook(marketOf(state, order.market), stamp);
      }
    }
    curve.withheld = withheld;
    state.houses.due.delete(id);
  },
} satisfies Partial<Applied>;

/** Changes the size of a resting BUY, and what it holds with it. */
function resize(state: State, order: OpenOrder, remaining: Micros, held: Micros): void {
  const { book } = marketOf(state, order.market);
  assert(book !== null, 'an open order rests in a book');
  const wallet = walletOf(state, order.wallet);
  order.size = addMicros(subtractMicros(order.size, order.remaining), remaining);
  if (remaining > order.remaining) {
    hold(state, wallet, subtractMicros(held, order.held));
    book.grow(order, subtractMicros(remaining, order.remaining));
  } else {
    release(state, wallet, subtractMicros(order.held, held));
    book.reduce(order, subtractMicros(order.remaining, remaining));
  }
  order.held = held;
}
