import { expect, test } from 'vitest';
import { orderId, orderNumber } from '../units/ids.ts';
import { micros } from '../units/micros.ts';
import { price } from '../units/price.ts';
import { createOpenOrder, type OpenOrder, type OrderFacts } from './open-order.ts';
import { OpenOrders } from './open-orders.ts';

function order(number: number): OpenOrder {
  const ids = {
    number: orderNumber(number),
    orderId: orderId(`0x${'0'.repeat(64)}`),
    account: 0,
    wallet: 0,
    market: 0,
  };
  const terms = { outcome: 0, side: 'BUY', type: 'GTC', price: price(5000), size: micros(1), expiration: 0 };
  const book = { bookSide: 0, bookPrice: price(5000), remaining: micros(1), held: micros(1), apiKey: '' };
  return createOpenOrder({ ...ids, ...terms, ...book } as OrderFacts, -1);
}

test('open orders: are found by number, listed oldest first, and gone once removed', () => {
  const open = new OpenOrders();
  // Three pages, one of them never used, and the neighbours of a page's border.
  const numbers = [0, 1, 255, 256, 1023, 1024];
  const orders = numbers.map(order);
  for (const one of orders) open.add(one);
  expect([...open.values()]).toEqual(orders);
  expect(numbers.map((number) => open.get(orderNumber(number)))).toEqual(orders);
  for (const number of [2, 600, 1025, 1_000_000]) expect(open.get(orderNumber(number))).toBeUndefined();
  for (const one of orders.slice(0, 4)) open.remove(one);
  expect(open.size).toBe(2);
  expect([...open.values()].map(({ number }) => number)).toEqual([1023, 1024]);
  expect(open.get(orderNumber(255))).toBeUndefined();
});

test('open orders: a page that emptied takes orders again', () => {
  const open = new OpenOrders();
  const [first, second] = [order(7), order(8)];
  open.add(first);
  open.remove(first);
  open.add(second);
  expect([...open.values()]).toEqual([second]);
});
