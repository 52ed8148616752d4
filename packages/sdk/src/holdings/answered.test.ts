import { ORDER_ROUTES, ROUTES_BY_NAME, type RouteName } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { readAnswer, untold } from './answered.ts';

const { placeOrder, placeOrders, cancelMarketOrders } = ORDER_ROUTES;
const BID = { tokenId: '7', side: 'BUY', makerAmount: '5500000', takerAmount: '10000000' };
const ASK = { ...BID, side: 'SELL', makerAmount: '10000000', takerAmount: '5500000' };
const placed = (answer: object) => ({ success: true, orderID: '0x1', makingAmount: '', takingAmount: '', ...answer });
const rests = (side: string, remaining: string) =>
  new Map([['0x1', { id: '0x1', tokenId: '7', side, price: '0.55', size: '10', remaining }]]);

test.each([
  ['rests', BID, 'GTC', { status: 'live' }, rests('BUY', '10')],
  ['bought a part', BID, 'GTD', { status: 'matched', makingAmount: '2', takingAmount: '4' }, rests('BUY', '6')],
  ['sold a part', ASK, 'GTC', { status: 'matched', makingAmount: '2.5', takingAmount: '4' }, rests('SELL', '7.5')],
  ['is filled', ASK, 'GTC', { status: 'matched', makingAmount: '10', takingAmount: '6' }, new Map([['0x1', null]])],
  ['never rests', BID, 'FAK', { status: 'matched', takingAmount: '4' }, new Map([['0x1', null]])],
  ['waits', BID, 'GTC', { status: 'delayed' }, new Map()],
  ['was refused', BID, 'GTC', { success: false, status: '', orderID: '', code: 'price_off_grid' }, new Map()],
])('answered: an order that %s', (_, order, orderType, answer, orders) => {
  const told = { ...untold(false), placed: orders };
  expect(readAnswer(placeOrder, { order, orderType }, placed(answer))).toEqual(told);
});

test('answered: what an answer leaves open has to be read', () => {
  const bodies = [BID, ASK].map((order) => ({ order, orderType: 'GTC' }));
  const unknown = placed({ success: false, status: '', code: 'outcome_unknown' });
  const answer = readAnswer(placeOrders, bodies, [unknown, placed({ status: 'live' })]);
  expect(answer).toEqual({ ...untold(true), placed: rests('SELL', '10') });
  const repeat = placed({ status: 'live', currentStatus: 'MATCHED' });
  expect(readAnswer(placeOrder, bodies[0], repeat)).toEqual(untold(true));
});

test('answered: a cancel names what it ended, and what it could not end', () => {
  const answer = { canceled: ['0x1'], not_canceled: { '0x2': 'it was filled' } };
  expect(readAnswer(cancelMarketOrders, {}, answer)).toEqual({ ...untold(false), canceled: ['0x1'], gone: ['0x2'] });
});

test.each<[name: RouteName, isOpen: boolean]>([
  ['splitPosition', true],
  ['mergePositions', true],
  ['convertPositions', true],
  ['relaySubmit', true],
  ['revokeKey', true],
  ['deposit', true],
  ['beat', false],
])('answered: after %s the ledger has to be read: %s', (name, isOpen) => {
  expect(readAnswer(ROUTES_BY_NAME[name], {}, {})).toEqual(untold(isOpen));
});
