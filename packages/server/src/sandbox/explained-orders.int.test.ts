/** Orders of any account, explained to the operator of a sandbox. */
import type { Client } from '@bellwether/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMarket, type Played, play } from './testing/played.ts';

let played: Played;
/** Client with the admin token and an account of its own. */
let operator: Client;
let trader: Client;
let yes = '';
let no = '';

beforeAll(async () => {
  played = await play();
  operator = played.client('a');
  trader = played.client('b');
  ({ yes, no } = await openMarket(operator));
});
afterAll(() => played.close());

describe('explained orders', () => {
  test('explained to the operator: an order that rests, as its account is told it, and no other account is', async () => {
    const { orderID } = await trader.orders.place({ tokenId: yes, side: 'BUY', price: '0.2', size: '10' });
    const told = await operator.sandbox.explain(orderID);
    expect(told).toMatchObject({ orderID, status: 'LIVE' });
    expect(told).toEqual(await trader.orders.explain(orderID));
    expect((await operator.sandbox.explain(orderID.toUpperCase().replace('0X', '0x'))).orderID).toBe(orderID);
    await expect(operator.orders.explain(orderID)).rejects.toMatchObject({ status: 404 });
  });

  test('explained to the operator: an order that was refused, and one that a rule holds back', async () => {
    const order = { tokenId: yes, side: 'BUY', price: '0.3', size: '5' } as const;
    const refused = await trader.orders.sign({ ...order, price: '0.9', size: '9000' });
    await expect(trader.orders.place(refused)).rejects.toMatchObject({ status: 400 });
    const told = await operator.sandbox.explain(refused.orderId);
    expect(told).toMatchObject({ status: 'REFUSED', end: { reason: 'refused' } });
    expect(told).toEqual(await trader.orders.explain(refused.orderId));

    await operator.orders.place({ tokenId: no, side: 'BUY', price: '0.7', size: '5' });
    await operator.sandbox.faults.arm({ do: { kind: 'match-later' } });
    const { orderID } = await trader.orders.place(order);
    const waiting = await operator.sandbox.explain(orderID);
    expect(waiting).toMatchObject({ held_back: { preset: null } });
    expect(waiting).toEqual(await trader.orders.explain(orderID));
    await operator.sandbox.faults.disarm();
    await operator.sandbox.advance('1m');
    expect(await operator.sandbox.explain(orderID)).toMatchObject({ status: 'MATCHED', held_back: { preset: null } });
  });

  test('explained to the operator: what is no order is told, and nobody is told without the token', async () => {
    const none = `0x${'0'.repeat(64)}`;
    await expect(operator.sandbox.explain(none)).rejects.toMatchObject({ status: 404, code: 'order_not_found' });
    await expect(operator.sandbox.explain('0x12')).rejects.toMatchObject({ status: 400, code: 'invalid_order_id' });
    const answer = await fetch(`${played.sandbox.url}/sandbox/explain/${none}`);
    expect(answer.status).toBe(401);
  });
});
