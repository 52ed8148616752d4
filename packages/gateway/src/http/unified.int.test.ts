/** Open interest and positions of a market, calculated by hand. */
import { expect, test } from 'vitest';
import { openTestVenue, openTwoTraders } from './testing/open-venue.ts';
import { addEvent, admin, send, type TestMarket, Trader } from './testing/trader.ts';

type Json = Record<string, unknown>;

const { stack, alice, bob } = await openTwoTraders();
const [market, other] = (await addEvent(stack, ['Will it?', 'Will it not?'])) as [TestMarket, TestMarket];
for (const { address } of [alice, bob])
  expect((await admin(stack, 'POST', '/admin/deposits', { wallet: address, amount: '1000' })).status).toBe(200);

const get = async <Value>(url: string): Promise<Value> => (await send(stack, 'GET', url)).body as Value;
const interest = async (...markets: readonly TestMarket[]) =>
  (await get<Json[]>(`/oi?market=${markets.map(({ conditionId }) => conditionId).join(',')}`)).map(
    ({ value }) => value,
  );
const positions = (query: string) =>
  get<{ readonly token: string; readonly positions: readonly Json[] }[]>(
    `/v1/market-positions?market=${market.conditionId}${query}`,
  );

test('open interest: what pairs lock, and nothing once they are merged or paid out [S13]', async () => {
  expect(await interest(market, other)).toEqual(['0', '0']);
  const change = (path: string, amount: string, { conditionId } = other) =>
    alice.send('POST', path, { conditionId, amount });
  expect((await change('/positions/split', '30.5')).status).toBe(200);
  expect((await change('/positions/merge', '10')).status).toBe(200);
  expect(await interest(other)).toEqual(['20.5']);
  // A mint: bob buys YES at 0.6 where alice bids 0.4 for NO.
  await alice.placed({ tokenId: market.no, side: 'BUY', price: '0.4', size: '50' });
  await bob.placed({ tokenId: market.yes, side: 'BUY', price: '0.6', size: '20' });
  expect(await interest(market, other, market)).toEqual(['20', '20.5']);
  expect(await get('/oi')).toEqual([{ market: 'GLOBAL', value: '40.5' }]);
  const path = `/admin/markets/${other.conditionId}/resolve`;
  expect((await admin(stack, 'POST', path, { winner: 'Yes' })).status).toBe(200);
  await expect.poll(() => interest(other)).toEqual(['0']);
  expect(await get('/oi')).toEqual([{ market: 'GLOBAL', value: '20' }]);
  expect(await get(`/oi?market=0x${'7'.repeat(64)}`)).toEqual([]);
});

test('positions of a market: by outcome, with size, cost and profit [S13]', async () => {
  // After the mint above: bob 20 YES for 12, alice 20 NO for 8. Bob sells 5 of his to alice at 0.7: 3.5 for shares
  // that cost 3.
  await alice.placed({ tokenId: market.yes, side: 'BUY', price: '0.7', size: '5' });
  await bob.placed({ tokenId: market.yes, side: 'SELL', price: '0.7', size: '5' });
  // The last price was 0.7; only alice's bid for NO rests, so it is the price.
  const groups = await positions('&sortBy=TOKENS');
  expect(groups.map(({ token }) => token)).toEqual([`${market.conditionId}:0`, `${market.conditionId}:1`]);
  const bobs = { proxyWallet: bob.address, size: 15, avgPrice: 0.6, currPrice: 0.7, currentValue: 10.5 };
  const alices = { proxyWallet: alice.address, size: 5, avgPrice: 0.7, currPrice: 0.7, currentValue: 3.5 };
  const nos = { proxyWallet: alice.address, size: 20, avgPrice: 0.4, currPrice: 0.3, currentValue: 6 };
  expect(groups.map((group) => group.positions)).toMatchObject([
    [
      { ...bobs, cashPnl: 1.5, realizedPnl: 0.5, totalPnl: 2, totalBought: 20 },
      { ...alices, cashPnl: 0, realizedPnl: 0, totalPnl: 0, totalBought: 5 },
    ],
    [{ ...nos, cashPnl: -2, realizedPnl: 0, totalPnl: -2, totalBought: 20 }],
  ]);
});

test('positions of a market: ranked, paged and restricted', async () => {
  const wallets = async (query: string) =>
    (await positions(query)).map((group) => group.positions.map(({ proxyWallet }) => proxyWallet));
  expect(await wallets('&sortDirection=ASC')).toEqual([[alice.address, bob.address], [alice.address]]);
  expect(await wallets('&limit=1')).toEqual([[bob.address], [alice.address]]);
  expect(await wallets('&limit=1&offset=1')).toEqual([[alice.address]]);
  expect(await wallets('&limit=1&offset=2')).toEqual([]);
  expect(await wallets(`&user=${alice.address}`)).toEqual([[alice.address], [alice.address]]);
  expect(await wallets(`&user=0x${'9'.repeat(40)}`)).toEqual([]);
  expect(await wallets('&status=CLOSED')).toEqual([]);
  await alice.placed({ tokenId: market.yes, side: 'SELL', price: '0.5', size: '5' });
  await bob.placed({ tokenId: market.yes, side: 'BUY', price: '0.5', size: '5' });
  const closed = await positions('&status=CLOSED');
  expect(closed).toHaveLength(1);
  // Bought for 3.5, sold for 2.5.
  expect(closed[0]?.positions).toMatchObject([
    { proxyWallet: alice.address, size: 0, avgPrice: 0.7, currentValue: 0, realizedPnl: -1, totalPnl: -1 },
  ]);
  expect(await wallets('&status=OPEN')).toEqual([[bob.address], [alice.address]]);
  expect(await get(`/v1/market-positions?market=0x${'7'.repeat(64)}`)).toEqual([]);
});

test('live volume: of an event’s markets by its id; not both ways at once', async () => {
  const byMarket = await get<Json[]>(`/live-volume?market=${market.conditionId},${other.conditionId}`);
  expect(await get(`/live-volume?id=${market.eventId}`)).toEqual(byMarket);
  expect(await get('/live-volume?id=999999')).toEqual([{ total: '0', markets: [] }]);
  const both = await send(stack, 'GET', `/live-volume?id=1&market=${market.conditionId}`);
  expect([both.status, both.body]).toEqual([400, { error: 'market and id are two questions: send one' }]);
});

test('amounts: numbers for the public clients of the profile polymarket, where they read them', async () => {
  const venue = await openTestVenue({ profile: 'polymarket' });
  const trader = await Trader.open(venue, '1');
  const [{ conditionId, eventId }] = (await addEvent(venue, ['Numbers?'])) as [TestMarket];
  expect((await admin(venue, 'POST', '/admin/deposits', { wallet: trader.address, amount: '100' })).status).toBe(200);
  await trader.send('POST', '/positions/split', { conditionId, amount: '30.5' });
  const read = async (url: string) => (await send(venue, 'GET', url)).body;
  for (const prefix of ['', '/data']) {
    expect(await read(`${prefix}/oi?market=${conditionId}`)).toEqual([{ market: conditionId, value: 30.5 }]);
    expect(await read(`${prefix}/oi`)).toEqual([{ market: 'GLOBAL', value: 30.5 }]);
  }
  const volumes = (value: unknown) => [{ total: value, markets: [{ market: conditionId, value }] }];
  expect(await read(`/live-volume?id=${eventId}`)).toEqual(volumes('0'));
  expect(await read(`/data/live-volume?market=${conditionId}`)).toEqual(volumes(0));
});
