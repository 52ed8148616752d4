/** Orders, trades, batches, cancels and heartbeats with the unmodified `@polymarket/clob-client-v2`. */
import {
  AssetType,
  type ClobClient,
  type Notification,
  OrderType,
  Side,
  SignatureTypeV2,
} from '@polymarket/clob-client-v2';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { proves } from './proves.ts';
import {
  createClient,
  errorOf,
  openStage,
  operate,
  refusalOf,
  type Stage,
  sharedVenue,
  signed,
  type Trader,
} from './stage.ts';

const { BUY, SELL } = Side;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(await sharedVenue());
});
afterEach(async () => {
  await stage.alice.client.cancelAll();
  await stage.bob.client.cancelAll();
});

/** A limit order for 10 YES of the plain market, in the client's form. */
const limit = (price: number, more: object = {}) => ({ tokenID: stage.plain.yes, price, size: 10, side: BUY, ...more });

/** The client's own type lacks the ids that its `dropNotifications` needs. */
const notificationsOf = async (client: ClobClient): Promise<(Notification & { readonly id: number })[]> =>
  (await client.getNotifications()) as (Notification & { readonly id: number })[];

test('orders: GTC rests, is listed among the open ones and found by its id', async () => {
  proves('@polymarket/clob-client-v2', 'limit');
  const { alice, plain } = stage;
  const placed = await alice.client.createAndPostOrder(limit(0.4), undefined, OrderType.GTC);
  expect(placed).toMatchObject({ success: true, errorMsg: '', status: 'live', makingAmount: '', takingAmount: '' });
  const expected = {
    ...{ id: placed.orderID, status: 'LIVE', owner: alice.credentials.key, maker_address: alice.address.toLowerCase() },
    ...{ market: plain.conditionId, asset_id: plain.yes, outcome: 'Yes', side: 'BUY', price: '0.4', order_type: 'GTC' },
    ...{ original_size: '10', size_matched: '0', expiration: '0', associate_trades: [] },
    ...{ created_at: expect.any(Number) },
    // Additional fields: held amount, cost and fee.
    held: '4',
  };
  expect(await alice.client.getOpenOrders()).toEqual([expected]);
  expect(await alice.client.getOpenOrders({ market: plain.conditionId, asset_id: plain.yes })).toEqual([expected]);
  expect(await alice.client.getOpenOrders({ id: placed.orderID })).toEqual([expected]);
  expect(await alice.client.getOpenOrders({ asset_id: plain.no })).toEqual([]);
  expect(await alice.client.getOrder(placed.orderID)).toMatchObject(expected);
  // Others see only the owner's address.
  expect(await stage.bob.client.getOrder(placed.orderID)).toMatchObject({ owner: alice.address.toLowerCase() });
  expect(await stage.bob.client.getOpenOrders({ id: placed.orderID })).toEqual([]);
});

test('orders: GTD carries its end and may not lie in the past', async () => {
  proves('@polymarket/clob-client-v2', 'limit');
  const { client } = stage.alice;
  const expiration = Math.floor(Date.now() / 1000) + 600;
  const placed = await client.createAndPostOrder(limit(0.41, { expiration }), undefined, OrderType.GTD);
  expect(await client.getOrder(placed.orderID)).toMatchObject({ expiration: String(expiration), order_type: 'GTD' });
  const late = client.createAndPostOrder(limit(0.41, { expiration: 1_000_000 }), undefined, OrderType.GTD);
  expect(await refusalOf(late)).toMatch(/^400 invalid expiration: GTD takes/);
});

test('orders: post-only rests, and is refused where it would trade', async () => {
  proves('@polymarket/clob-client-v2', 'limit');
  const { alice, bob, plain } = stage;
  await alice.client.createAndPostOrder(limit(0.4, { tokenID: plain.no }), undefined, OrderType.GTC, true);
  const crossing = bob.client.createAndPostOrder(limit(0.6), undefined, OrderType.GTC, true);
  expect(await refusalOf(crossing)).toMatch(/^400 invalid post-only order: order crosses book/);
  expect(await bob.client.getOpenOrders()).toEqual([]);
});

test('orders: every tick that the client knows is taken', async () => {
  proves('@polymarket/clob-client-v2', 'limit');
  const { alice, venue, plain } = stage;
  const prices = { '0.1': 0.3, '0.01': 0.31, '0.005': 0.315, '0.0025': 0.3175, '0.001': 0.317, '0.0001': 0.3171 };
  for (const [tick, price] of Object.entries(prices)) {
    await operate(venue, `/admin/markets/${plain.conditionId}`, { orderPriceMinTickSize: Number(tick) }, 'PATCH');
    // A fresh client, because a used one remembers the tick.
    const { client } = createClient(venue, 'a', { creds: alice.credentials, throwOnError: true });
    expect(await client.getTickSize(plain.yes)).toBe(tick);
    const { status, orderID } = await client.createAndPostOrder(limit(price, { size: 12.34 }));
    expect([tick, status, (await client.getOrder(orderID)).price]).toEqual([tick, 'live', String(price)]);
  }
  await operate(venue, `/admin/markets/${plain.conditionId}`, { orderPriceMinTickSize: 0.01 }, 'PATCH');
});

test('orders: an answer may be deferred; the venue answers after matching all the same', async () => {
  proves('@polymarket/clob-client-v2', 'limit');
  const { client } = stage.alice;
  const placed = await client.createAndPostOrder(limit(0.43), undefined, OrderType.GTC, false, true);
  expect(placed.status).toBe('live');
});

test('trades: both sides see the trade, each as its own [S5]', async () => {
  proves('@polymarket/clob-client-v2', 'fill-taker', 'fill-maker');
  const { alice, bob, plain } = stage;
  const rested = await alice.client.createAndPostOrder(limit(0.4, { tokenID: plain.no }));
  const taken = await bob.client.createAndPostOrder(limit(0.6, { size: 6 }));
  expect(taken).toMatchObject({ success: true, status: 'matched', makingAmount: '3.6', takingAmount: '6' });
  const [id = ''] = taken.tradeIDs ?? [];
  const [hash] = taken.transactionsHashes ?? [];
  const maker = {
    ...{ order_id: rested.orderID, maker_address: alice.address.toLowerCase(), asset_id: plain.no, side: 'BUY' },
    ...{ matched_amount: '6', price: '0.4', fee_rate_bps: '0', outcome: 'No', outcome_index: 1 },
  };
  const trade = {
    ...{ id, taker_order_id: taken.orderID, market: plain.conditionId, asset_id: plain.yes, transaction_hash: hash },
    ...{ side: 'BUY', size: '6', price: '0.6', fee_rate_bps: '0', status: 'CONFIRMED', outcome: 'Yes' },
    ...{ bucket_index: 0 },
    match_time: expect.stringMatching(/^[0-9]{10}$/),
    last_update: expect.stringMatching(/^[0-9]{10}$/),
  };
  const nobody = '00000000-0000-0000-0000-000000000000';
  const seenBy = ({ credentials, address }: Trader, trader_side: string) => {
    return { ...trade, owner: credentials.key, maker_address: address.toLowerCase(), trader_side };
  };
  const makersOf = (owner: string) => ({ maker_orders: [{ ...maker, owner }] });
  expect(await bob.client.getTrades({ id })).toEqual([{ ...seenBy(bob, 'TAKER'), ...makersOf(nobody), fee: '0' }]);
  expect(await alice.client.getTrades({ id })).toEqual([
    { ...seenBy(alice, 'MAKER'), ...makersOf(alice.credentials.key) },
  ]);
  expect(await alice.client.getOrder(rested.orderID)).toMatchObject({ size_matched: '6', associate_trades: [id] });
  expect(await bob.client.getOrder(taken.orderID)).toMatchObject({ status: 'MATCHED', size_matched: '6' });
});

test('trades: a fill is a notification to both sides until it is dropped', async () => {
  proves('@polymarket/clob-client-v2', 'fill-taker', 'fill-maker');
  const { alice, bob } = stage;
  for (const { client, credentials } of [alice, bob]) {
    const told = await notificationsOf(client);
    expect(told[0]).toMatchObject({ type: 2, owner: credentials.key, payload: { market: stage.plain.conditionId } });
    await client.dropNotifications({ ids: [String(told[0]?.id)] });
    expect((await notificationsOf(client)).map(({ id }) => id)).toEqual(told.slice(1).map(({ id }) => id));
    await client.dropNotifications();
    expect(await notificationsOf(client)).toEqual([]);
  }
});

test('orders: FOK buys for an amount at the price that the client worked out', async () => {
  proves('@polymarket/clob-client-v2', 'market');
  const { alice, bob, plain } = stage;
  await alice.client.createAndPostOrder(limit(0.47, { tokenID: plain.no, size: 100 }));
  const order = { tokenID: plain.yes, amount: 10, side: BUY };
  const bought = await bob.client.createAndPostMarketOrder(order, undefined, OrderType.FOK);
  expect(bought).toMatchObject({ success: true, status: 'matched', makingAmount: '10' });
  expect(Number(bought.takingAmount)).toBeCloseTo(10 / 0.53, 4);
  // There are no bids, so a FOK is refused without any effect.
  const sold = bob.client.createAndPostMarketOrder({ ...order, amount: 5, side: SELL, price: 0.01 });
  expect(await errorOf(sold)).toMatchObject({ status: 400 });
});

test('orders: FAK takes what there is and sells back', async () => {
  proves('@polymarket/clob-client-v2', 'market');
  const { alice, bob, plain } = stage;
  await alice.client.createAndPostOrder(limit(0.5, { tokenID: plain.no, size: 8 }));
  const order = { tokenID: plain.yes, amount: 20, side: BUY, price: 0.5 };
  const bought = await bob.client.createAndPostMarketOrder(order, undefined, OrderType.FAK);
  expect(bought).toMatchObject({ status: 'matched', makingAmount: '4', takingAmount: '8' });
  await alice.client.createAndPostOrder(limit(0.49, { size: 20 }));
  const sale = { tokenID: plain.yes, amount: 8, side: SELL };
  const sold = await bob.client.createAndPostMarketOrder(sale, undefined, OrderType.FAK);
  expect(sold).toMatchObject({ status: 'matched', makingAmount: '8', takingAmount: '3.92' });
  expect(await bob.client.getOrder(sold.orderID)).toMatchObject({ status: 'MATCHED', order_type: 'FAK' });
});

test('orders: the fee that the client expects is the one that is taken', async () => {
  proves('@polymarket/clob-client-v2', 'market', 'balances');
  const { alice, bob, charged } = stage;
  const { fd } = await bob.client.getClobMarketInfo(charged.conditionId);
  expect(fd).toEqual({ r: 0.02, e: 1, to: true });
  const money = async () =>
    Number((await bob.client.getBalanceAllowance({ asset_type: AssetType.COLLATERAL })).balance);
  const before = await money();
  await alice.client.createAndPostOrder(limit(0.5, { tokenID: charged.no, size: 100 }));
  const order = { tokenID: charged.yes, amount: 10, side: BUY, userUSDCBalance: 10_000 };
  const bought = await bob.client.createAndPostMarketOrder(order, undefined, OrderType.FOK);
  expect(bought).toMatchObject({ makingAmount: '10', takingAmount: '20' });
  // 20 × 0.02 × 0.5 × 0.5 on top of 10.
  expect(before - (await money())).toBe(10_100_000);
  const [trade] = await bob.client.getTrades({ market: charged.conditionId });
  expect(trade).toMatchObject({ fee: '0.1', fee_rate_bps: '200' });
});

test.each([
  ['a proxy wallet', SignatureTypeV2.POLY_PROXY],
  ['a safe', SignatureTypeV2.POLY_GNOSIS_SAFE],
  ['a contract wallet', SignatureTypeV2.POLY_1271],
])('orders: %s trades from the deposit wallet, on both contracts', async (_name, signatureType) => {
  proves('@polymarket/clob-client-v2', 'limit', 'balances');
  const { alice, negRisk, plain, venue } = stage;
  const { depositWallet } = (await signed(venue, alice, 'GET', '/account')) as { readonly depositWallet: string };
  const wallet = { signatureType, funderAddress: depositWallet };
  const { client } = createClient(venue, 'a', { creds: alice.credentials, throwOnError: true, ...wallet });
  for (const tokenID of [plain.yes, negRisk[1].yes]) {
    const { orderID, status } = await client.createAndPostOrder(limit(0.3, { tokenID }));
    expect(status).toBe('live');
    const owners = { maker_address: depositWallet, owner: alice.credentials.key };
    expect(await client.getOrder(orderID)).toMatchObject(owners);
  }
  expect((await client.getBalanceAllowance({ asset_type: AssetType.COLLATERAL })).balance).toBe('10000000000');
});

test('orders: those of a negative-risk market are signed for its own contract', async () => {
  proves('@polymarket/clob-client-v2', 'limit', 'market');
  const { alice, bob, negRisk } = stage;
  const [{ yes, no, conditionId }] = negRisk;
  expect(await alice.client.getNegRisk(yes)).toBe(true);
  expect((await alice.client.createAndPostOrder(limit(0.3, { tokenID: no }))).status).toBe('live');
  const bought = await bob.client.createAndPostMarketOrder({ tokenID: yes, amount: 7, side: BUY });
  expect(bought).toMatchObject({ status: 'matched', makingAmount: '7', takingAmount: '10' });
  expect(await bob.client.getTrades({ market: conditionId })).toHaveLength(1);
});

test('orders: one signed for the other contract is refused, with the digest that was expected', async () => {
  proves('@polymarket/clob-client-v2', 'limit');
  const { alice, negRisk } = stage;
  const [{ yes }] = negRisk;
  const order = await alice.client.createOrder(limit(0.3, { tokenID: yes }), { tickSize: '0.01', negRisk: false });
  expect(await refusalOf(alice.client.postOrder(order))).toMatch(/^400 invalid signature: recovered signer 0x/);
});

test('orders: the struct of version 1 is refused, alone and in a batch, in the word that makes the client ask for the version, with what to do [S12]', async () => {
  proves('@polymarket/clob-client-v2');
  const { client } = stage.alice;
  const old = await client.createOrder(limit(0.2), { tickSize: '0.01', version: 1 });
  const text =
    'order_version_mismatch: the order has the fields of version 1; this venue takes version 2, as GET /version says: ' +
    'sign it with a client for version 2, such as @polymarket/clob-client-v2 or @polymarket/client';
  expect(await refusalOf(client.postOrder(old))).toBe(`400 ${text}`);
  const batch = await client.postOrders([{ order: old, orderType: OrderType.GTC }]);
  expect(batch).toMatchObject([{ success: false, errorMsg: text }]);
  expect(await client.getVersion()).toBe(2);
});

test('orders: the struct of combined markets is refused as a signature for another contract', async () => {
  proves('@polymarket/clob-client-v2');
  const { client } = stage.alice;
  const amounts = { tokenID: stage.plain.yes, side: BUY, makerAmount: '4000000', takerAmount: '10000000' };
  const combined = await client.createExchangeV3OrderFromAmounts(amounts);
  expect(await refusalOf(client.postOrder(combined))).toMatch(/^400 invalid signature/);
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

test('heartbeats: beats follow each other by their ids', async () => {
  proves('@polymarket/clob-client-v2');
  const { client } = stage.bob;
  const first = await client.postHeartbeat();
  const second = await client.postHeartbeat(first.heartbeat_id);
  expect(second.heartbeat_id).not.toBe(first.heartbeat_id);
  const unknown = client.postHeartbeat('00000000-0000-4000-8000-000000000000');
  expect(await refusalOf(unknown)).toBe('400 Invalid Heartbeat ID');
});

test('scoring: no order earns rewards, and none is said to', async () => {
  proves('@polymarket/clob-client-v2');
  const { client } = stage.alice;
  const { orderID } = await client.createAndPostOrder(limit(0.2));
  expect(await client.isOrderScoring({ order_id: orderID })).toEqual({ scoring: false });
  expect(await client.areOrdersScoring({ orderIds: [orderID] })).toEqual({ [orderID]: false });
});
