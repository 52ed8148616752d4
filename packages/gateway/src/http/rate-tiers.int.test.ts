/** Rate tiers as signers meet them: tokens by request, headers, refusals, debts, and the tier that volume gives. */
import { capTable, type RateLimitTier } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { openTestVenue } from './testing/open-venue.ts';
import type { Stack } from './testing/stack.ts';
import { type Answer, addMarket, admin, send, type TestMarket, Trader } from './testing/trader.ts';

const WIDE = capTable({ order: [], cancel: [], trading: [], cancels: [], work: [] });

async function start(profile = 'polymarket', options = {}) {
  const stack = await openTestVenue({ profile, limits: WIDE, ...options });
  const alice = await Trader.open(stack, '1');
  return { stack, alice, market: await addMarket(stack, 'Will it rain?', { orderMinSize: 1 }) };
}

const headersOf = ({ headers }: Answer, base = '') =>
  ['remaining', 'reset', 'tier'].map((name) => headers[`${base}poly-ratelimit-${name}`]).map(String);
const rest = async (trader: Trader, { no }: TestMarket, price = '0.1') =>
  trader.send('POST', '/order', (await trader.sign({ tokenId: no, side: 'BUY', price, size: '5' })).body);
const none = '0x'.padEnd(66, '1');
const cancelMany = (trader: Trader, count: number) =>
  trader.send(
    'DELETE',
    '/orders',
    Array.from({ length: count }, () => none),
  );
const seconds = ({ time }: Stack): string => String(Math.ceil(time.nowMs / 1_000));

test('rate tiers: each order takes a token, in a bucket apart from that of cancels, which refill with time', async () => {
  const { stack, alice, market } = await start();
  expect(headersOf(await rest(alice, market))).toEqual(['59', seconds(stack), 'standard']);
  const both = await Promise.all([0.2, 0.3].map((price) => alice.sign(buy(market, price))));
  const batch = await alice.send(
    'POST',
    '/orders',
    both.map(({ body }) => body),
  );
  expect(headersOf(batch)).toEqual(['57', seconds(stack), 'standard']);
  expect(headersOf(await alice.send('DELETE', '/order', { orderID: none }))[0]).toBe('119');
  expect(headersOf(await cancelMany(alice, 19))[0]).toBe('100');
  stack.time.nowMs += 50;
  expect(headersOf(await rest(alice, market))[0]).toBe('58');
  // Reads take none.
  expect((await alice.send('GET', '/data/orders')).headers['poly-ratelimit-tier']).toBeUndefined();
});

const buy = ({ no: tokenId }: TestMarket, price: number) => ({
  ...{ tokenId, side: 'BUY' as const, size: '5' },
  price: String(price),
});

test('rate tiers: a batch passes whole or not at all, and a wait is as long as it says', async () => {
  const { stack, alice } = await start();
  expect((await cancelMany(alice, 100)).status).toBe(200);
  const refused = await cancelMany(alice, 60);
  expect(refused).toMatchObject({ status: 429, body: { error: 'Too Many Requests', code: 'too_few_tokens' } });
  // 40 tokens are missing: half a second.
  expect([refused.headers['retry-after'], ...headersOf(refused)]).toEqual([
    ...['1', '20', String(Math.ceil((stack.time.nowMs + 500) / 1_000)), 'standard'],
  ]);
  stack.time.nowMs += 499;
  expect((await cancelMany(alice, 60)).status).toBe(429);
  stack.time.nowMs += 1;
  expect((await cancelMany(alice, 60)).status).toBe(200);
  // More than the bucket holds: no wait helps.
  const never = await cancelMany(alice, 121);
  expect([never.status, never.headers['retry-after'], ...headersOf(never)]).toEqual([
    ...[429, undefined],
    ...['0', 'undefined', 'standard'],
  ]);
});

test('rate tiers: cancels of all orders take a token for each, and leave a debt that later cancels pay', async () => {
  const { stack, alice, market } = await start();
  for (let order = 0; order < 50; order++) expect((await rest(alice, market)).status).toBe(200);
  expect((await cancelMany(alice, 100)).status).toBe(200);
  const all = await alice.send('DELETE', '/cancel-all');
  expect([(all.body as { canceled: string[] }).canceled.length, headersOf(all)[0]]).toEqual([50, '-31']);
  // The next cancel has its token when the debt of 31 is paid, at 80 a second.
  expect(headersOf(all)[1]).toBe(String(Math.ceil((stack.time.nowMs + 400) / 1_000)));
  expect((await alice.send('DELETE', '/order', { orderID: none })).status).toBe(429);
  stack.time.nowMs += 400;
  expect(headersOf(await alice.send('DELETE', '/order', { orderID: none }))[0]).toBe('0');
});

test('rate tiers: the tier is that of the volume of 30 days, looked up again after three hours', async () => {
  const { stack, alice, market } = await start();
  const bob = await Trader.open(stack, '2');
  const tierOf = async (trader: Trader) => (await trader.send('GET', '/v1/user/rate-limit-tier')).body as RateLimitTier;
  const [order, cancel] = [
    { rate: 40, burst: 60 },
    { rate: 80, burst: 120 },
  ];
  expect(await tierOf(alice)).toEqual({
    ...{ tier: 'standard', period: 30, next_tier_threshold: 30_000 },
    tier_details: { order, cancel, negative_cancel_balance: true },
  });
  for (const { address } of [alice, bob]) await deposit(stack, address);
  expect((await alice.placed({ tokenId: market.no, side: 'BUY', price: '0.5', size: '200000' })).status).toBe('live');
  expect((await bob.placed({ tokenId: market.yes, side: 'BUY', price: '0.5', size: '200000' })).status).toBe('matched');
  // Each has traded 100,000; their tiers are those of before.
  expect(headersOf(await rest(alice, market))[2]).toBe('standard');
  stack.time.nowMs += 3 * 3_600_000;
  expect(headersOf(await rest(alice, market))[2]).toBe('standard');
  for (const trader of [alice, bob])
    expect(await tierOf(trader)).toMatchObject({ tier: 'silver', usdc_volume: '100000', next_tier_threshold: 500_000 });
  expect(headersOf(await rest(alice, market))[2]).toBe('silver');
  stack.time.nowMs += 29 * 86_400_000;
  await tierOf(alice);
  expect(await tierOf(alice)).toMatchObject({ tier: 'silver' });
  stack.time.nowMs += 86_400_000;
  expect(await tierOf(alice)).toMatchObject({ tier: 'standard' });
});

const deposit = (stack: Stack, wallet: string) => admin(stack, 'POST', '/admin/deposits', { wallet, amount: '200000' });

test('rate tiers: no venue without caps has them, nor house accounts', async () => {
  const uncapped = await start('polymarket', { limits: null });
  expect(headersOf(await rest(uncapped.alice, uncapped.market))[2]).toBe('undefined');
  const { address } = uncapped.alice;
  const house = await start('polymarket', { houseAccounts: [address] });
  expect(headersOf(await rest(house.alice, house.market))[2]).toBe('undefined');
  expect((await send(house.stack, 'GET', '/v1/user/rate-limit-tier')).status).toBe(401);
});
