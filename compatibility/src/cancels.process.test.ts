/** Batches, cancels and heartbeats with the unmodified `@polymarket/clob-client-v2`. */
import { OrderType, Side } from '@polymarket/clob-client-v2';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { proves } from './proves.ts';
import { openStage, refusalOf, type Stage, sharedVenue } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(await sharedVenue());
});
afterEach(async () => {
  await stage.alice.client.cancelAll();
});

/** A limit order of 10 YES of the plain market. */
const limit = (price: number, more: object = {}) => ({
  tokenID: stage.plain.yes,
  price,
  size: 10,
  side: Side.BUY,
  ...more,
});

test('orders: a batch answers each order, refused ones too', async () => {
  proves('@polymarket/clob-client-v2', 'batch');
  const { client } = stage.alice;
  const good = await client.createOrder(limit(0.2));
  const poor = await client.createOrder(limit(0.99, { size: 1_000_000 }));
  const answers = await client.postOrders([
    { order: good, orderType: OrderType.GTC },
    { order: poor, orderType: OrderType.GTC },
  ]);
  expect(answers).toMatchObject([
    { success: true, status: 'live' },
    { success: false, errorMsg: expect.stringMatching(/^not enough balance \/ allowance/) },
  ]);
});

test('cancels: one, several, all, and those of a market', async () => {
  proves('@polymarket/clob-client-v2', 'cancel', 'cancel-all');
  const { alice, plain, charged } = stage;
  const place = async (more: object = {}): Promise<string> =>
    (await alice.client.createAndPostOrder(limit(0.2, more))).orderID;
  const one = await place();
  expect(await alice.client.cancelOrder({ orderID: one })).toEqual({ canceled: [one], not_canceled: {} });
  expect((await alice.client.cancelOrder({ orderID: one })).not_canceled).toEqual({ [one]: expect.any(String) });

  const some = [await place(), await place({ price: 0.21 })];
  expect((await alice.client.cancelOrders(some)).canceled.toSorted()).toEqual(some.toSorted());

  const here = await place();
  const there = await place({ tokenID: charged.yes });
  expect(await alice.client.cancelMarketOrders({ market: plain.conditionId })).toMatchObject({ canceled: [here] });
  const noToken = await place({ tokenID: plain.no });
  expect(await alice.client.cancelMarketOrders({ asset_id: plain.no })).toMatchObject({ canceled: [noToken] });
  expect(await alice.client.cancelAll()).toMatchObject({ canceled: [there] });
  expect(await alice.client.getOpenOrders()).toEqual([]);
  expect(await alice.client.getOrder(there)).toMatchObject({ status: 'CANCELED' });
});

test('cancels: an order of somebody else stays', async () => {
  proves('@polymarket/clob-client-v2', 'cancel');
  const { alice, bob } = stage;
  const { orderID } = await alice.client.createAndPostOrder(limit(0.2));
  expect(await bob.client.cancelOrder({ orderID })).toMatchObject({ canceled: [] });
  expect(await alice.client.getOpenOrders()).toHaveLength(1);
});

test('heartbeats: beats follow each other by their ids', async () => {
  proves('@polymarket/clob-client-v2');
  const { client } = stage.bob;
  const first = await client.postHeartbeat();
  const second = await client.postHeartbeat(first.heartbeat_id);
  expect(second.heartbeat_id).not.toBe(first.heartbeat_id);
  expect(await refusalOf(client.postHeartbeat('00000000-0000-4000-8000-000000000000'))).toBe(
    '400 Invalid Heartbeat ID',
  );
});
