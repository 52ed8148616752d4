/** The SDK against a running venue: orders of every kind, wallets, pages, and a failing network. */
import { randomBytes } from 'node:crypto';
import { createClient, createSigner, detailsOf, InvalidInputError, isApiError, isOrderRefused } from '@bellwether/sdk';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startBadNetwork } from './testing/bad-network.ts';
import { type Market, type Stage, startStage } from './testing/stage.ts';

const BUILDER = `0x${'ab'.repeat(32)}`;
let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());

const collect = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
};

/** A market with a maker who offers YES at 0.5 and 0.6, and bids 0.4. */
async function madeMarket(): Promise<Market> {
  const market = await stage.addMarket();
  const maker = stage.trader();
  await maker.account.split({ conditionId: market.conditionId, amount: '100' });
  const sell = { tokenId: market.yes, side: 'SELL' } as const;
  const answers = await maker.orders.placeMany([
    { ...sell, price: '0.5', size: '10' },
    { ...sell, price: '0.6', size: '10' },
    { tokenId: market.yes, side: 'BUY', price: '0.4', size: '10' },
  ]);
  expect(answers.map(({ status }) => status)).toEqual(['live', 'live', 'live']);
  return market;
}

test('sdk: a limit order rests, is found, and is cancelled', async () => {
  const { yes, conditionId } = await stage.addMarket();
  const trader = stage.trader();
  const order = await trader.orders.sign({ tokenId: yes, side: 'BUY', price: '0.25', size: '20', conditionId });
  const answer = await trader.orders.place(order);
  expect(answer).toMatchObject({ success: true, status: 'live', orderID: order.orderId });
  expect(await trader.orders.place(order)).toEqual(answer);
  expect(await trader.orders.get(order.orderId)).toMatchObject({ status: 'LIVE', price: '0.25', originalSize: '20' });
  expect((await trader.account.get()).openOrders).toBe(1);
  expect((await collect(trader.orders.each())).map(({ id }) => id)).toEqual([order.orderId]);
  expect((await trader.orders.cancel(order.orderId)).canceled).toEqual([order.orderId]);
  expect((await trader.orders.get(order.orderId)).status).toBe('CANCELED');
  const told = await trader.orders.explain(order.orderId);
  expect(told).toMatchObject({ status: 'CANCELED', end: { reason: 'user' }, hold: { now: '0' } });
  const asked = stage.trader().orders.explain(order.orderId);
  await expect(asked).rejects.toSatisfy((error) => isApiError(error, 'order_not_found'));
});

test('sdk: a maker’s fills are listed with `takerOnly: false` alone, and its activity adds up as text', async () => {
  const { yes, conditionId } = await stage.addMarket();
  const [maker, taker] = [stage.trader(), stage.trader()];
  await maker.orders.place({ tokenId: yes, side: 'BUY', price: '0.3', size: '10' });
  await taker.account.split({ conditionId, amount: '10' });
  await taker.orders.place({ tokenId: yes, side: 'SELL', type: 'FOK', shares: '10' });
  const user = maker.account.address;
  expect(await collect(maker.trades.each({ user }))).toEqual([]);
  expect(await collect(maker.trades.each({ user, takerOnly: false }))).toMatchObject([{ side: 'BUY', size: 10 }]);
  const [row] = await maker.positions.activity({ user, type: ['TRADE'] });
  expect(row).toMatchObject({ size: '10', price: '0.3', usdcSize: '3', fee: '0', cashChange: '-3' });
});

test('sdk: a refusal is typed by its rule and comes with its figures, alone and in a batch', async () => {
  const { yes } = await madeMarket();
  const trader = stage.trader();
  const refusal = (order: object): Promise<unknown> =>
    trader.orders.place({ tokenId: yes, side: 'BUY', ...order } as never).catch((thrown: unknown) => thrown);
  const resting = await trader.orders.place({ tokenId: yes, side: 'BUY', price: '0.25', size: '20' });
  const dear = { tokenId: yes, side: 'BUY', price: '0.45', size: '1000000' } as const;
  const error = await refusal(dear);
  expect(isOrderRefused(error) && isApiError(error, 'insufficient_balance')).toBe(true);
  const lacking = detailsOf(error, 'insufficient_balance');
  expect(lacking).toMatchObject({
    reserved: '5000000',
    needed: '450000000000',
    reservedBy: { count: 1, orders: [{ orderID: resting.orderID, tokenId: yes, reserved: '5000000' }] },
  });
  expect(BigInt(lacking?.owned ?? 0) - BigInt(lacking?.reserved ?? 0)).toBe(BigInt(lacking?.free ?? 0));
  const crossing = await refusal({ price: '0.55', size: '10', postOnly: true });
  expect(isOrderRefused(crossing) && isApiError(crossing, 'post_only_would_cross')).toBe(true);
  const [bad, good] = await trader.orders.placeMany([dear, { ...dear, price: '0.55', size: '10' }]);
  expect(bad).toMatchObject({ success: false, code: 'insufficient_balance', details: lacking });
  expect(good?.success).toBe(true);
});

test('sdk: a market order reads its worst price off the book', async () => {
  const { yes } = await madeMarket();
  const trader = stage.trader();
  // 5 buys ten at 0.5, and 3 more buys five at 0.6. The limit is 0.6, and better prices buy more.
  const bought = await trader.orders.place({ type: 'FOK', tokenId: yes, side: 'BUY', amount: '8' });
  expect(bought).toMatchObject({ status: 'matched', makingAmount: '8', takingAmount: '15' });
  const sold = await trader.orders.place({ type: 'FAK', tokenId: yes, side: 'SELL', shares: '15' });
  expect(sold).toMatchObject({ status: 'matched', makingAmount: '10', takingAmount: '4' });
  const few = await trader.orders.place({ type: 'FOK', tokenId: yes, side: 'BUY', shares: '2' });
  expect(few).toMatchObject({ makingAmount: '1.2', takingAmount: '2' });
  const tooMuch = trader.orders.place({ type: 'FOK', tokenId: yes, side: 'BUY', amount: '100' });
  await expect(tooMuch).rejects.toThrow('FOK cannot be filled');
  const unwanted = trader.orders.place({ type: 'FAK', tokenId: yes, side: 'SELL', shares: '1' });
  await expect(unwanted).rejects.toThrow('no one bids');
});

test('sdk: what the market would refuse is refused before it is signed', async () => {
  const { yes } = await stage.addMarket({ orderPriceMinTickSize: 0.01, orderMinSize: 5 });
  const asked: string[] = [];
  const signer = createSigner(randomBytes(32));
  const watched = {
    address: signer.address,
    signDigest: (digest: Uint8Array) => {
      asked.push('signature');
      return signer.signDigest(digest);
    },
  };
  const trader = createClient({ baseUrl: stage.url, account: { signer: watched } });
  await trader.auth.credentials();
  asked.length = 0;
  const order = { tokenId: yes, side: 'BUY', price: '0.5', size: '5' } as const;
  const place = (change: object) => trader.orders.place({ ...order, ...change });
  await expect(place({ price: '0.505' })).rejects.toThrow("no multiple of the market's tick 0.01");
  await expect(place({ size: '4.99' })).rejects.toThrow("less than the market's minimum 5");
  await expect(place({ type: 'GTD' })).rejects.toThrow('expiration');
  await expect(place({ expiration: 2_000_000_000 })).rejects.toThrow('only orders of type GTD');
  await expect(place({ price: '0.5e-1' })).rejects.toThrow(InvalidInputError);
  expect(asked).toEqual([]);
  const expiration = Math.floor(Date.now() / 1000) + 3_600;
  expect(await place({ type: 'GTD', expiration })).toMatchObject({ status: 'live' });
  expect(asked).toEqual(['signature']);
});

test.each([1, 2, 3] as const)('sdk: a wallet of the signer trades with signature type %s', async (signatureType) => {
  const { yes } = await madeMarket();
  const signer = createSigner(randomBytes(32));
  const { depositWallet: wallet } = await stage.trader(stage.url, { signer }).account.get();
  await stage.operator.admin.deposit({ wallet, amount: '10' });
  const trader = stage.trader(stage.url, { signer, wallet, signatureType });
  const answer = await trader.orders.place({ type: 'FOK', tokenId: yes, side: 'BUY', amount: '5' });
  expect(answer.status).toBe('matched');
  const { wallets } = await trader.account.get();
  const own = wallets.find(({ address }) => address.toLowerCase() === wallet.toLowerCase());
  expect(own?.positions).toMatchObject([{ tokenId: yes, free: '10' }]);
});

test('sdk: lists are read to their end, each item once', async () => {
  const before = new Set((await collect(stage.operator.markets.all())).map(({ condition_id }) => condition_id));
  const added: Market[] = [];
  while (added.length < 7) added.push(await stage.addMarket());
  const all = await collect(stage.operator.markets.all({ pageSize: 3 }));
  const fresh = all.map(({ condition_id }) => condition_id).filter((id) => !before.has(id));
  expect(fresh.toSorted()).toEqual(added.map(({ conditionId }) => conditionId).toSorted());
  const events = await collect(stage.operator.events.each({ ascending: true, order: 'id' }, { pageSize: 4 }));
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  expect(events.length).toBeGreaterThanOrEqual(7);
});

test("sdk: a builder's trades and a user's fills", async () => {
  const { yes, conditionId } = await madeMarket();
  const trader = stage.trader();
  for (let count = 0; count < 5; count += 1)
    await trader.orders.place({ type: 'FAK', tokenId: yes, side: 'BUY', amount: '1', builder: BUILDER });
  expect(await collect(trader.trades.eachOfBuilder({ builder: BUILDER }))).toHaveLength(5);
  const user = trader.account.address.toLowerCase();
  const fills = await collect(trader.trades.each({ user, market: [conditionId] }, { pageSize: 2 }));
  expect(fills).toHaveLength(5);
  expect(await trader.positions.traded(user)).toBe(1);
  expect(await collect(trader.trades.eachOwn({ market: conditionId }))).toHaveLength(5);
  expect(await collect(trader.trades.eachOwn({ before: '1' }))).toEqual([]);
});

test('sdk: what positions are worth, and how much of it is what those cost whose price is not known', async () => {
  const { yes } = await madeMarket();
  const untraded = await stage.addMarket();
  const trader = stage.trader();
  // The last trade sets the price, because the remaining book is too wide.
  await trader.orders.place({ tokenId: yes, side: 'BUY', price: '0.5', size: '10' });
  await trader.account.split({ conditionId: untraded.conditionId, amount: '4' });
  const { address: user } = await trader.account.get();
  expect(await trader.positions.valuation({ user })).toMatchObject({ value: 9, valueAtCost: 4 });
  expect(await trader.positions.value({ user })).toBe(9);
  const nobody = createSigner(randomBytes(32)).address;
  expect(await trader.positions.valuation({ user: nobody })).toMatchObject({ value: 0, valueAtCost: 0 });
});

test('sdk: however often connections are cut, an order is placed once [S1]', async () => {
  const { yes, conditionId } = await stage.addMarket();
  const network = await startBadNetwork(stage.url);
  onTestFinished(network.close);
  const trader = stage.trader(network.url);
  await trader.auth.credentials();
  await trader.account.get();
  // Two of three answers are lost in transit; the venue has executed all requests.
  let piece = 0;
  network.cutsAnswer = () => piece++ % 3 !== 2;
  const order = { tokenId: yes, side: 'BUY', price: '0.1', size: '10' } as const;
  const ids = new Set<string>();
  for (let count = 0; count < 10; count += 1) ids.add((await trader.orders.place(order)).orderID);
  const batch = await trader.orders.placeMany([order, order, order]);
  expect(batch.every(({ success }) => success)).toBe(true);
  network.cutsAnswer = () => false;
  expect(network.cuts).toBeGreaterThanOrEqual(20);
  expect(ids.size).toBe(10);
  const account = await trader.account.get();
  expect(account.openOrders).toBe(13);
  expect(account.wallets[0]).toMatchObject({ held: '13', free: '9987' });
  network.cutsAnswer = () => piece++ % 3 !== 2;
  await trader.orders.cancelMarket({ market: conditionId });
  network.cutsAnswer = () => false;
  expect((await trader.account.get()).openOrders).toBe(0);
});

test('sdk: an order that trades at once is not filled twice either [S1]', async () => {
  const { yes } = await madeMarket();
  const network = await startBadNetwork(stage.url);
  onTestFinished(network.close);
  const trader = stage.trader(network.url);
  await trader.auth.credentials();
  const order = await trader.orders.sign({ type: 'FAK', tokenId: yes, side: 'BUY', amount: '2' });
  let left = 3;
  network.cutsAnswer = () => left-- > 0;
  expect(await trader.orders.place(order)).toMatchObject({ status: 'matched', takingAmount: '4' });
  expect(network.cuts).toBe(3);
  const [wallet] = (await trader.account.get()).wallets;
  expect(wallet).toMatchObject({ free: '9998', positions: [{ tokenId: yes, free: '4' }] });
});
