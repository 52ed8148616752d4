/** What the operator watches over HTTP: comments to moderate, and the state of the venue with its sums. */
import type { Comment, VenueHealth } from '@bellwether/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Stack, startStack } from './testing/stack.ts';
import { addEvent, admin, send, type TestMarket, Trader } from './testing/trader.ts';

let stack: Stack;
let alice: Trader;
let bob: Trader;
let market: TestMarket;
beforeAll(async () => {
  stack = await startStack();
  alice = await Trader.open(stack, '1');
  bob = await Trader.open(stack, '2');
  [market] = (await addEvent(stack, ['Will it rain?'])) as [TestMarket];
});
afterAll(() => stack.close());

async function write(author: Trader, body: string, parentCommentID = ''): Promise<Comment> {
  const entity = { parentEntityType: 'Event', parentEntityID: Number(market.eventId) };
  return (await author.send('POST', '/comments', { body, ...entity, parentCommentID })).body as Comment;
}

const bodies = async (query = ''): Promise<string[]> =>
  ((await admin(stack, 'GET', `/admin/comments${query}`)).body as Comment[]).map(({ body }) => body);

const health = async (): Promise<VenueHealth> => (await admin(stack, 'GET', '/admin/health')).body as VenueHealth;

test('moderation: lists comments and replies, reported ones alone, by time or by reports', async () => {
  const once = await write(alice, 'reported once');
  const twice = await write(alice, 'reported twice');
  const reply = await write(bob, 'a reply nobody reported', twice.id);
  const late = await write(bob, 'a reply that somebody reported', twice.id);
  for (const reporter of [alice, bob]) await reporter.send('POST', `/comments/${twice.id}/reports`);
  for (const { id } of [once, late]) await alice.send('POST', `/comments/${id}/reports`);
  expect(await bodies()).toEqual([late.body, reply.body, twice.body, once.body]);
  expect(await bodies('?limit=2&offset=1')).toEqual([reply.body, twice.body]);
  expect(await bodies('?reported=true')).toEqual([late.body, twice.body, once.body]);
  expect(await bodies('?reported=true&order=reportCount')).toEqual([twice.body, late.body, once.body]);
  expect(await bodies('?order=reportCount')).toEqual([twice.body, late.body, once.body, reply.body]);
  await admin(stack, 'DELETE', `/admin/comments/${twice.id}`);
  expect(await bodies('?reported=true&order=reportCount')).toEqual([late.body, once.body]);
});

test('moderation: without the operator’s token nothing is shown', async () => {
  for (const url of ['/admin/comments', '/admin/health']) {
    expect(await send(stack, 'GET', url)).toMatchObject({ status: 401, body: { code: 'invalid_admin_token' } });
  }
});

test('health: positions, counts and latency follow what happens', async () => {
  const before = await health();
  expect(before).toMatchObject({ mode: 'open', version: '1.2.3', markets: 1, open_markets: 1, accounts: 2 });
  expect(before.journal_sequence).toBe(stack.exchange.state.sequence);
  expect(before.projected_sequence).toBe(before.journal_sequence);
  const order = { tokenId: market.yes, side: 'BUY', price: '0.4', size: '10' } as const;
  const placed = await alice.send('POST', '/order', (await alice.sign(order)).body);
  expect(placed.status).toBe(200);
  stack.time.nowMs += 5_000;
  const after = await health();
  expect(after.journal_sequence).toBe(before.journal_sequence + 1);
  expect(after.orders_accepted).toBe(before.orders_accepted + 1);
  expect(after.open_orders).toBe(before.open_orders + 1);
  expect(after.uptime_seconds).toBe(before.uptime_seconds + 5);
  expect(after.command_latency.samples).toBeGreaterThan(before.command_latency.samples);
});

test('health: the sums are those of the engine and add up', async () => {
  const { wallets } = (await alice.send('GET', '/account')).body as { wallets: { address: string }[] };
  const before = await health();
  await admin(stack, 'POST', '/admin/deposits', { wallet: wallets[0]?.address, amount: '12.5' });
  const after = await health();
  expect(before.collateral_conserved && after.collateral_conserved).toBe(true);
  const micros = (text: string): number => Math.round(Number(text) * 1_000_000);
  expect(micros(after.totals.deposits) - micros(before.totals.deposits)).toBe(12_500_000);
  expect(micros(after.totals.free) - micros(before.totals.free)).toBe(12_500_000);
  const { free, held, fees, locked, advanced, deposits, withdrawals } = after.totals;
  expect(micros(free) + micros(held) + micros(fees) + micros(locked) - micros(advanced)).toBe(
    micros(deposits) - micros(withdrawals),
  );
});
