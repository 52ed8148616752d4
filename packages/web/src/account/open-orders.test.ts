import type { OwnOrder } from '@bellwether/sdk';
import { expect, test } from 'vitest';
import { foldOrder, type OrderNews, priceInBook, sideInBook } from './open-orders.ts';

const ORDER: OwnOrder = {
  ...{ id: '0x1', status: 'LIVE', owner: 'key', maker_address: '0xa', market: '0xc', asset_id: '7', outcome: 'Yes' },
  ...{ side: 'BUY', original_size: '10', size_matched: '0', price: '0.35', held: '3.5', order_type: 'GTC' },
  ...{ expiration: '0', associate_trades: [], created_at: 1_700_000_000 },
};

/** The cast omits fields of the feed message that these tests do not read. */
const news = (changes: Partial<OrderNews>): OrderNews =>
  ({ ...ORDER, type: 'PLACEMENT', created_at: '1700000000', expiration: '0', ...changes }) as OrderNews;

test('a new order comes first, once', () => {
  const second = news({ id: '0x2' });
  const orders = foldOrder([ORDER], second);
  expect(orders.map(({ id }) => id)).toEqual(['0x2', '0x1']);
  expect(foldOrder(orders, second).map(({ id }) => id)).toEqual(['0x2', '0x1']);
  expect(orders[0]).toEqual({ ...ORDER, id: '0x2' });
});

test('a partial fill is told in place; a whole one and a cancel leave', () => {
  const orders = [{ ...ORDER, id: '0x2' }, ORDER];
  expect(foldOrder(orders, news({ type: 'UPDATE', size_matched: '4' }))[1]).toMatchObject({ size_matched: '4' });
  expect(foldOrder(orders, news({ type: 'UPDATE', status: 'MATCHED' }))).toEqual([orders[0]]);
  expect(foldOrder(orders, news({ type: 'CANCELLATION', status: 'CANCELED' }))).toEqual([orders[0]]);
});

test('an order of the other outcome stands on the other side at the rest to 1', () => {
  expect([priceInBook(ORDER, '7'), sideInBook(ORDER, '7')]).toEqual(['0.35', 'BUY']);
  expect([priceInBook(ORDER, '8'), sideInBook(ORDER, '8')]).toEqual(['0.65', 'SELL']);
});
