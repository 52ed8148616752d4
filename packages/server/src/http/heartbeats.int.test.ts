/** Heartbeats over HTTP: whose orders end when a key falls silent, and when, to the millisecond. */
import { HEARTBEAT_TIMEOUT_MS } from '@bellwether/engine';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Stack, startStack } from './testing/stack.ts';
import { addEvent, send, type TestMarket, Trader } from './testing/trader.ts';

const PATH = '/v1/heartbeats';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let stack: Stack;
let alice: Trader;
let market: TestMarket;

beforeEach(async () => {
  stack = await startStack();
  alice = await Trader.open(stack, 'a');
  [market = market] = await addEvent(stack, ['Will it rain?']);
});

afterEach(() => stack.close());

/** Sends a beat that must be accepted; returns its id. */
async function beat(heartbeatId?: string | null, trader = alice): Promise<string> {
  const answer = await trader.send('POST', PATH, heartbeatId === undefined ? {} : { heartbeat_id: heartbeatId });
  expect(answer).toMatchObject({ status: 200, body: { heartbeat_id: expect.stringMatching(UUID) } });
  return (answer.body as { heartbeat_id: string }).heartbeat_id;
}

const expecting = (heartbeatId: string) => ({
  status: 400,
  body: { error: 'Invalid Heartbeat ID', code: 'invalid_heartbeat_id', heartbeat_id: heartbeatId },
});

async function passes(timeMs: number): Promise<void> {
  stack.time.nowMs += timeMs;
  await stack.exchange.runTimers();
}

async function rests(trader = alice): Promise<string> {
  const order = { tokenId: market.yes, side: 'BUY', price: '0.4', size: '5' } as const;
  return (await trader.placed(order)).orderID;
}

async function status(orderId: string): Promise<string> {
  const { body } = await send(stack, 'GET', `/data/order/${orderId}`);
  return (body as { order: { status: string } }).order.status;
}

test('heartbeats: the path without a version is the same switch [W62]', async () => {
  const first = await beat();
  const second = await alice.send('POST', '/heartbeats', { heartbeat_id: first });
  expect(second).toMatchObject({ status: 200, body: { heartbeat_id: expect.stringMatching(UUID) } });
  const { heartbeat_id: last } = second.body as { heartbeat_id: string };
  expect(await alice.send('POST', '/heartbeats', { heartbeat_id: first })).toMatchObject(expecting(last));
  const order = await rests();
  await beat(last);
  await passes(HEARTBEAT_TIMEOUT_MS - 1);
  expect((await alice.send('POST', '/heartbeats', { heartbeat_id: 'x' })).status).toBe(400);
  await passes(1);
  expect(await status(order)).toBe('CANCELED');
});

test('heartbeats: two keys of one account live apart [T4]', async () => {
  const other = await Trader.open(stack, 'a', 7);
  const order = await rests();
  await beat(null, other);
  await passes(HEARTBEAT_TIMEOUT_MS);
  expect(await status(order)).toBe('LIVE');
  await beat();
  await passes(HEARTBEAT_TIMEOUT_MS);
  expect(await status(order)).toBe('CANCELED');
});

test('heartbeats: a key that is revoked while it is armed takes its orders with it [T4]', async () => {
  await beat();
  const order = await rests();
  expect((await alice.send('DELETE', '/auth/api-key')).status).toBe(200);
  await stack.exchange.runTimers();
  expect(await status(order)).toBe('CANCELED');
  expect((await alice.send('POST', PATH, {})).status).toBe(401);
});
