/** Balances on the user feed: clients that ask for them hear at once of every move of money or shares. */
import type { Account } from '@bellwether/contract';
import { addEvent, admin, type TestMarket, Trader } from '@bellwether/gateway/http/testing/trader.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { startFeedVenue } from '../testing/feed-venue.ts';
import { listenAs, toldOnReturn } from '../testing/user-listener.ts';

let market: TestMarket;

const venue = await startFeedVenue({ recentFramesMax: 4 });
const [alice, bob] = [await Trader.open(venue.stack, '1'), await Trader.open(venue.stack, '2')];
afterAll(() => venue.close());
beforeEach(async () => {
  for (const trader of [alice, bob]) await trader.send('DELETE', '/cancel-all');
  [market] = (await addEvent(venue.stack, ['Will it be paid?'])) as [TestMarket];
});

const WANTED = { custom_feature_enabled: true };

const listen = (trader: Trader, wishes: object = WANTED) => listenAs(trader, venue, wishes);
const resumed = (trader: Trader, wishes: object) => toldOnReturn(trader, venue, wishes);

/** Free collateral of the trader's own wallet. */
async function cash(trader: Trader): Promise<number> {
  const { wallets } = (await trader.send('GET', '/account')).body as Account;
  return Number(wallets[0]?.free);
}

const deposit = (trader: Trader, amount: string) =>
  admin(venue.stack, 'POST', '/admin/deposits', { wallet: trader.address, amount });
const split = (trader: Trader, amount: string) =>
  trader.send('POST', '/positions/split', { conditionId: market.conditionId, amount });

test('user feed: a deposit by the operator is told with all that the wallet has after it', async () => {
  const feed = await listen(alice);
  const before = await cash(alice);
  await deposit(alice, '12.345678');
  const [message, ...others] = await feed.all();
  expect(others).toEqual([]);
  const balance = String(before + 12.345678);
  expect(message).toEqual({
    event_type: 'balance',
    wallet: alice.address,
    asset_type: 'COLLATERAL',
    market: '',
    asset_id: '',
    outcome: '',
    balance,
    free: balance,
    held: '0',
    timestamp: String(venue.stack.time.nowMs),
    index: 0,
    count: 1,
    sequence: venue.stack.exchange.state.sequence,
    previous: expect.any(Number),
  });
  expect((await alice.send('GET', '/account')).body).toMatchObject({ sequence: message?.['sequence'] });
});

test('user feed: each wallet of the account has messages of its own, and one bound later as well', async () => {
  const carol = await Trader.open(venue.stack, '3');
  const feed = await listen(carol);
  const { depositWallet } = (await carol.send('GET', '/account')).body as { readonly depositWallet: string };
  const order = { tokenId: market.yes, side: 'BUY', price: '0.4', size: '10', type: 'GTC' } as const;
  const { body } = await carol.sign(order, { address: depositWallet, signatureType: 2 });
  expect((await carol.send('POST', '/order', body)).status).toBe(200);
  const told = await feed.all();
  expect(told.at(-1)).toMatchObject({ wallet: depositWallet.toLowerCase(), balance: '1000', free: '996', held: '4' });
  await deposit(carol, '1');
  expect(await feed.all()).toMatchObject([{ wallet: carol.address, balance: '1001', held: '0' }]);
  // A wallet that the demo lends draws its missing collateral: both wallets get messages.
  const lent = `0x${'7e'.repeat(20)}`;
  const drawing = await carol.sign(order, { address: lent, signatureType: 2 });
  expect((await carol.send('POST', '/order', drawing.body)).status).toBe(200);
  expect((await feed.all()).filter(({ event_type }) => event_type === 'balance')).toMatchObject([
    { wallet: lent, balance: '4', free: '0', held: '4' },
    { wallet: carol.address, balance: '997', free: '997', held: '0' },
  ]);
});

test('user feed: without the flag there is no balance message, and the stream joins up without them [F23]', async () => {
  const [plain, custom] = [await listen(alice, {}), await listen(alice)];
  const order = { tokenId: market.yes, side: 'BUY', price: '0.1', size: '10', type: 'GTC' } as const;
  await alice.placed(order);
  await deposit(alice, '1');
  await split(alice, '1');
  await alice.placed(order);
  const [told, all] = [await plain.all(), await custom.all()];
  const places = (messages: typeof told) => messages.map(({ event_type, index, count }) => [event_type, index, count]);
  expect(places(told)).toEqual(Array(2).fill(['order', 0, 1]));
  expect(told[1]?.['previous']).toBe(told[0]?.['sequence']);
  // A client that gets all messages has one chain through everything.
  expect(places(all)).toEqual([
    ['order', 0, 2],
    ['balance', 1, 2],
    ['balance', 0, 1],
    ['balance', 0, 3],
    ['balance', 1, 3],
    ['balance', 2, 3],
    ['order', 0, 2],
    ['balance', 1, 2],
  ]);
  const sequences = [...new Set(all.map(({ sequence }) => sequence))];
  expect([...new Set(all.map((message) => message['previous']))].slice(1)).toEqual(sequences.slice(0, -1));
});

test('user feed: with markets named it is their tokens, and collateral whatever is named', async () => {
  const [other] = (await addEvent(venue.stack, ['Another?'])) as [TestMarket];
  const feed = await listen(alice, { ...WANTED, markets: [other.conditionId] });
  const before = await cash(alice);
  await split(alice, '2');
  await alice.send('POST', '/positions/split', { conditionId: other.conditionId, amount: '3' });
  const told = await feed.all();
  expect(told.map(({ asset_id, balance }) => [asset_id, balance])).toEqual([
    ['', String(before - 2)],
    ['', String(before - 5)],
    [other.yes, '3'],
    [other.no, '3'],
  ]);
  expect(told[1]?.['previous']).toBe(told[0]?.['sequence']);
});

test('user feed: shares of a market of version v2 are told as such, also to who names it by 31 bytes', async () => {
  const [v2] = (await addEvent(venue.stack, ['Of version 2?'], {}, { version: 'v2' })) as [TestMarket];
  const feed = await listen(alice, { ...WANTED, markets: [v2.conditionId.slice(0, -2)] });
  await alice.send('POST', '/positions/split', { conditionId: v2.conditionId, amount: '3' });
  const told = await feed.all();
  expect(told.map(({ asset_type, asset_id }) => [asset_type, asset_id])).toEqual([
    ['COLLATERAL', ''],
    ['CONDITIONAL-V2', v2.yes],
    ['CONDITIONAL-V2', v2.no],
  ]);
});

test('user feed: orders that are kept do not help a client that wants balances, which were not sent yet', async () => {
  const dave = await Trader.open(venue.stack, '4');
  const plain = await listen(dave, {});
  await dave.placed({ tokenId: market.yes, side: 'BUY', price: '0.1', size: '10', type: 'GTC' });
  const [placement] = await plain.all();
  await deposit(dave, '1');
  const since = Number(placement?.['previous']);
  expect(await resumed(dave, { since })).toEqual([placement]);
  expect(await resumed(dave, { ...WANTED, since })).toMatchObject([{ event_type: 'resync', reason: 'too_old' }]);
});

test('user feed: what a reversal takes back and adds is told, with the debt and what pays it', async () => {
  await split(alice, '10');
  await alice.placed({ tokenId: market.yes, side: 'SELL', price: '0.5', size: '10', type: 'GTC' });
  await bob.placed({ tokenId: market.yes, side: 'BUY', price: '0.5', size: '10', type: 'GTC' });
  const result = async (path: string, body: object) => {
    expect((await admin(venue.stack, 'POST', `/admin/markets/${market.conditionId}/${path}`, body)).status).toBe(200);
    await venue.stack.exchange.runTimers();
  };
  await result('resolve', { winner: 'Yes' });
  const free = String(await cash(bob));
  // Four are left in his own wallet and one in the other.
  const { wallets } = (await bob.send('GET', '/account')).body as Account;
  for (const [index, { address, free: all }] of wallets.entries()) {
    const taken = { wallet: address, amount: String(Number(all) - (index === 0 ? 4 : 1)) };
    expect((await admin(venue.stack, 'POST', '/admin/withdrawals', taken)).status).toBe(200);
  }
  const [ofAlice, ofBob] = [await listen(alice), await listen(bob)];
  const before = await cash(alice);
  await result('reverse', { to: { winner: 'No' }, note: 'it was no' });
  const amounts = (messages: readonly object[]) =>
    messages.flatMap((message) => ('asset_type' in message && 'free' in message ? [message.free] : []));
  expect(amounts(await ofAlice.all())).toEqual([String(before + 10)]);
  const owed = (messages: readonly Readonly<Record<string, unknown>>[]) =>
    messages.map(({ free, debt }) => [free, debt]);
  expect(owed(await ofBob.all())).toEqual([
    ['0', '5'],
    ['0', '5'],
  ]);
  expect((await bob.send('GET', '/account')).body).toMatchObject({ debt: '5' });
  await deposit(bob, '4');
  expect(owed(await ofBob.all())).toEqual([['0', '1']]);
  await deposit(bob, free);
  expect(owed(await ofBob.all())).toEqual([[String(Number(free) - 1), undefined]]);
});
