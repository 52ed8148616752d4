import type { OwnTrade } from '@bellwether/sdk';
import { expect, test } from 'vitest';
import { ordersOfRow, type TradeRow } from './orders-of-row.ts';

const ROW: TradeRow = {
  ...{ transactionHash: '0xaB', conditionId: '0xc', timestamp: 7 },
  ...{ side: 'BUY', outcome: 'Yes', outcomeIndex: 0, price: '0.4', size: '10' },
};
const MAKER = { order_id: '0x1', side: 'BUY', outcome_index: 0, matched_amount: '10', price: '0.4' };

const TRADE = { transaction_hash: '0xab', trader_side: 'MAKER', taker_order_id: '0x9' };

/** The cast omits fields that are not read. */
const trade = (more: object): OwnTrade => ({ ...TRADE, maker_orders: [MAKER], ...more }) as OwnTrade;

test('a taker’s line tells of the order that came, a maker’s of the one that rested', () => {
  expect(ordersOfRow(ROW, [trade({ trader_side: 'TAKER' })])).toEqual(['0x9']);
  expect(ordersOfRow(ROW, [trade({})])).toEqual(['0x1']);
});

test('trades of another transaction are others', () =>
  expect(ordersOfRow(ROW, [trade({ transaction_hash: '0xac' })])).toEqual([]));

test('of several own orders in one trade it is the one of that size and price, or those that are alike', () => {
  const others = [
    { ...MAKER, order_id: '0x2', matched_amount: '11' },
    { ...MAKER, order_id: '0x3', price: '0.41' },
    { ...MAKER, order_id: '0x4', side: 'SELL', outcome_index: 1 },
  ];
  expect(ordersOfRow(ROW, [trade({ maker_orders: [...others, MAKER] })])).toEqual(['0x1']);
  const alike = { ...MAKER, order_id: '0x5' };
  expect(ordersOfRow(ROW, [trade({}), trade({ maker_orders: [alike] })])).toEqual(['0x1', '0x5']);
});
