import type { LatencyModel } from '@bellwether/contract';
import { afterAll, afterEach, expect, test } from 'vitest';
import { openMarket, play } from '../testing/played.ts';

const played = await play();
const maker = played.client('a');
const taker = played.client('b');
const { yes, no } = await openMarket(maker);
await maker.auth.credentials();
await taker.auth.credentials();
const now = async (): Promise<number> => (await maker.sandbox.clock()).time_ms;
const late = (points: LatencyModel['points']) => maker.sandbox.latency({ points });
afterEach(async () => {
  await late({});
  await maker.sandbox.faults.disarm();
  await maker.orders.cancelAll();
  await taker.orders.cancelAll();
});
afterAll(() => played.close());

const bid = (price = '0.4', client = maker) => client.orders.place({ tokenId: yes, side: 'BUY', price, size: '5' });

test('latency: on a standing clock, a request and its answer move time', async () => {
  await late({ 'order.in': { constant: 40 }, 'order.ack': { constant: 25 }, 'cancel.in': { constant: 7 } });
  const sentMs = await now();
  const { orderID } = await bid();
  expect(await now()).toBe(sentMs + 65);
  const order = await maker.orders.get(orderID);
  expect(order.createdAt).toBe(new Date(sentMs + 40).toISOString());
  expect(await now()).toBe(sentMs + 65);
  await maker.orders.cancel(orderID);
  expect(await now()).toBe(sentMs + 72);
  expect(await maker.orders.explain(orderID)).toMatchObject({
    latency: { in: 'order.in', ack: 'order.ack', sent: String(sentMs), arrived: String(sentMs + 40) },
  });
  expect(await maker.sandbox.latency()).toMatchObject({
    seed: 1,
    drawn: { 'order.in': 1, 'order.ack': 1, 'cancel.in': 1 },
  });
});
