import { expect, test } from 'vitest';
import { accountId, marketId, micros, orderId, orderNumber, price, walletId } from '../units/units.ts';
import { type OpenOrder, OpenOrders, type OrderTerms } from './open-orders.ts';

function rest(open: OpenOrders, number: number): OpenOrder {
  const ids = { order: orderNumber(number), orderId: orderId(`0x${'0'.repeat(64)}`), market: marketId(0) };
  const owner = { account: accountId(0), wallet: walletId(0), apiKey: '' };
  const order = { ...ids, ...owner, outcome: 1, side: 'BUY', type: 'GTC', expiration: 0 } as const;
  const terms: OrderTerms = { ...order, price: price(4000), size: micros(9) };
  return open.add(terms, micros(7), micros(5), 3, number + 100);
}

test('open orders: are found by number, listed oldest first, and gone once removed', () => {
  const open = new OpenOrders();
  // Three pages, one of them unused, and numbers next to a page boundary.
  const numbers = [0, 1, 255, 256, 1023, 1024];
  const orders = numbers.map((number) => rest(open, number));
  expect([[...open.values()], numbers.map((number) => open.get(orderNumber(number)))]).toEqual([orders, orders]);
  for (const number of [2, 600, 1025, 1_000_000]) expect(open.get(orderNumber(number))).toBeUndefined();
  for (const one of orders.slice(0, 4)) open.remove(one);
  expect([open.size, [...open.values()].map(({ number }) => number)]).toEqual([2, [1023, 1024]]);
  expect(open.get(orderNumber(255))).toBeUndefined();
});
