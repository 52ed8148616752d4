/** Heartbeats over HTTP: whose orders end when a key falls silent, and when, to the millisecond. */
import { HEARTBEAT_TIMEOUT_MS } from '@bellwether/engine';
import { expect, test } from 'vitest';
import { openTestVenue } from './testing/open-venue.ts';
import type { StackOptions } from './testing/stack.ts';
import { addMarket, send, Trader } from './testing/trader.ts';

const PATH = '/v1/heartbeats';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** A venue with an order of Alice's at rest. */
async function start(options?: StackOptions) {
  const stack = await openTestVenue(options);
  const alice = await Trader.open(stack, 'a');
  const { yes } = await addMarket(stack, 'Will it rain?');
  const { orderID } = await alice.placed({ tokenId: yes, side: 'BUY', price: '0.4', size: '5' });
  /** Sends a beat that must be accepted; returns its id. */
  const beat = async (body: object = {}, trader = alice, path = PATH): Promise<string> => {
    const answer = await trader.send('POST', path, body);
    expect(answer).toMatchObject({ status: 200, body: { heartbeat_id: expect.stringMatching(UUID) } });
    return (answer.body as { heartbeat_id: string }).heartbeat_id;
  };
  const passes = async (timeMs: number): Promise<void> => {
    stack.time.nowMs += timeMs;
    await stack.exchange.runTimers();
  };
  const status = async (): Promise<string> => {
    const { body } = await send(stack, 'GET', `/data/order/${orderID}`);
    return (body as { order: { status: string } }).order.status;
  };
  return { stack, alice, beat, passes, status };
}

test('heartbeats: the path without a version is the same switch [W62]', async () => {
  const { alice, beat, passes, status } = await start();
  const first = await beat();
  const last = await beat({ heartbeat_id: first }, alice, '/heartbeats');
  const text = 'Invalid Heartbeat ID';
  const expected = { error: text, error_msg: text, code: 'invalid_heartbeat_id', heartbeat_id: last };
  const late = await alice.send('POST', '/heartbeats', { heartbeat_id: first });
  expect(late).toMatchObject({ status: 400, body: expected });
  await beat({ heartbeat_id: last });
  await passes(HEARTBEAT_TIMEOUT_MS - 1);
  expect((await alice.send('POST', '/heartbeats', { heartbeat_id: 'x' })).status).toBe(400);
  expect(await status()).toBe('LIVE');
  await passes(1);
  expect(await status()).toBe('CANCELED');
});

test('heartbeats: on the path without a version, a beat without an id continues from the last', async () => {
  const { alice, beat, passes, status } = await start();
  const first = await beat();
  for (const body of [undefined, {}, { heartbeat_id: null }, { heartbeat_id: '' }]) {
    await passes(HEARTBEAT_TIMEOUT_MS - 1);
    const answer = await alice.send('POST', '/heartbeats', body);
    expect(answer).toMatchObject({ status: 200, body: { status: 'ok', heartbeat_id: expect.stringMatching(UUID) } });
  }
  expect((await alice.send('POST', PATH, {})).status).toBe(400);
  expect((await alice.send('POST', PATH, { heartbeat_id: first })).status).toBe(400);
  expect(await status()).toBe('LIVE');
  await passes(HEARTBEAT_TIMEOUT_MS);
  expect(await status()).toBe('CANCELED');
});

test('heartbeats: two keys of one account live apart [T4]', async () => {
  const { stack, beat, passes, status } = await start();
  await beat({ heartbeat_id: null }, await Trader.open(stack, 'a', 7));
  await passes(HEARTBEAT_TIMEOUT_MS);
  expect(await status()).toBe('LIVE');
  await beat();
  await passes(HEARTBEAT_TIMEOUT_MS);
  expect(await status()).toBe('CANCELED');
});

test('heartbeats: a key that is revoked while it is armed takes its orders with it [T4]', async () => {
  const { alice, beat, passes, status } = await start();
  await beat();
  expect((await alice.send('DELETE', '/auth/api-key')).status).toBe(200);
  await passes(0);
  expect(await status()).toBe('CANCELED');
  expect((await alice.send('POST', PATH, {})).status).toBe(401);
});
