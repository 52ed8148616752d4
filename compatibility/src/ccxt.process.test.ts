/** `ccxt` (`ccxt.prediction.polymarket`) through its trading life, unmodified. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type CcxtStage, ccxtErrorOf, closeCcxtStage, exchangeOf, openCcxtStage, SIGN_IN_137 } from './ccxt-stage.ts';
import { proves } from './proves.ts';
import { sharedVenue } from './stage.ts';

let stage: CcxtStage;
beforeAll(async () => {
  stage = await openCcxtStage(await sharedVenue(SIGN_IN_137));
});
afterAll(() => closeCcxtStage(stage));
afterEach(() => Promise.all([stage.alice.cancelAllOrders(), stage.bob.cancelAllOrders()]));

const idsOf = (orders: readonly { readonly id?: unknown }[]): unknown[] => orders.map(({ id }) => id).toSorted();

test('keys: derived where they exist, created where they do not, and the same again', async () => {
  proves('ccxt', 'keys');
  const newcomer = exchangeOf(stage.venue, '7');
  const { kind } = await ccxtErrorOf(newcomer.deriveApiKey());
  expect(kind).toBe('ExchangeNotAvailable');
  const created = await newcomer.createOrDeriveApiKey();
  expect(created).toMatchObject({ apiKey: expect.stringMatching(/^[0-9a-f-]{36}$/), secret: expect.any(String) });
  expect(await exchangeOf(stage.venue, '7').createOrDeriveApiKey()).toEqual(created);
  // Stored credentials are enough to read and cancel, without the wallet's key.
  const { apiKey, secret, passphrase: password } = created;
  const { walletAddress } = newcomer;
  const own = { privateKey: undefined, walletAddress, apiKey, secret };
  const kept = exchangeOf(stage.venue, '7', { ...own, password });
  expect(await kept.fetchOpenOrders()).toEqual([]);
  const wrong = exchangeOf(stage.venue, '7', { ...own, password: '0'.repeat(64) });
  expect(await ccxtErrorOf(wrong.fetchOpenOrders())).toMatchObject({ kind: 'AuthenticationError' });
});

test('orders: a limit order rests, is found, and is cancelled once [S25]', async () => {
  proves('ccxt', 'limit', 'cancel');
  const { alice, plain } = stage;
  const before = Math.floor(Date.now() / 1_000) * 1_000;
  const placed = await alice.createOrder(plain.yes, 'limit', 'buy', 20, 0.37);
  const terms = { id: placed.id, side: 'buy', price: 0.37, amount: 20, filled: 0, remaining: 20, status: 'open' };
  expect(placed).toMatchObject({ ...terms, timeInForce: 'GTC', outcomeId: plain.yes, label: 'Yes' });
  const found = await alice.fetchOrder(String(placed.id), plain.yes);
  expect(found).toMatchObject(terms);
  expect(Number(found.timestamp)).toBeGreaterThanOrEqual(before);
  expect(Number(found.timestamp)).toBeLessThanOrEqual(Date.now());
  expect(await alice.fetchOpenOrders(plain.yes)).toMatchObject([terms]);
  expect(await alice.fetchOpenOrders(plain.no)).toEqual([]);
  expect(await alice.cancelOrder(String(placed.id), plain.yes)).toMatchObject({ id: placed.id, status: 'canceled' });
  // An order that no longer exists was not cancelled by this call: the client reports it as open, with the reason in
  // `info`.
  expect(await alice.cancelOrder(String(placed.id))).toMatchObject({
    info: { canceled: [], not_canceled: { [String(placed.id)]: expect.stringContaining('already canceled') } },
  });
  expect(await alice.fetchOrder(String(placed.id))).toMatchObject({ status: 'canceled', remaining: 20 });
});

test('orders: every kind that it knows: post-only, with an expiration, immediate or cancelled, negative risk', async () => {
  proves('ccxt', 'limit');
  const { alice, bob, plain, negRisk } = stage;
  expect(await alice.createOrder(plain.yes, 'limit', 'sell', 5, 0.9).catch((error: Error) => error.message)).toContain(
    'insufficient_position',
  );
  const rested = await alice.createOrder(plain.no, 'limit', 'buy', 8, 0.55, { postOnly: true });
  expect(rested).toMatchObject({ status: 'open', postOnly: true });
  const expiration = String(Math.floor(Date.now() / 1_000) + 100_000);
  const dated = await bob.createOrder(plain.yes, 'limit', 'buy', 6, 0.2, { timeInForce: 'GTD', expiration });
  expect((await bob.fetchOrder(String(dated.id))).info).toMatchObject({ expiration, order_type: 'GTD' });
  // 8 shares of YES are for sale at 0.45, as a bid for NO at 0.55; the rest of the order is dropped.
  const partly = await bob.createOrder(plain.yes, 'limit', 'buy', 10, 0.45, { timeInForce: 'IOC' });
  expect(partly.info).toMatchObject({ status: 'matched', makingAmount: '3.6', takingAmount: '8' });
  expect(await bob.fetchOrder(String(partly.id))).toMatchObject({ status: 'closed', filled: 8, amount: 10 });
  const race = await alice.createOrder(negRisk[0].yes, 'limit', 'buy', 20, 0.4);
  expect(await alice.fetchOrder(String(race.id))).toMatchObject({ outcomeId: negRisk[0].yes, status: 'open' });
});

test('orders: market orders by shares and by cost, buying and selling [S25]', async () => {
  proves('ccxt', 'market');
  const { alice, bob, charged } = stage;
  await alice.createOrder(charged.no, 'limit', 'buy', 40, 0.5);
  const bought = await bob.createOrder(charged.yes, 'market', 'buy', 10, 0.5);
  expect(bought).toMatchObject({ status: 'closed', timeInForce: 'FOK' });
  expect(bought.info).toMatchObject({ makingAmount: '5', takingAmount: '10' });
  // Without a price the client uses the last one it saw for the outcome: 0.5, from a book that was empty then.
  const spent = await bob.createMarketBuyOrderWithCost(charged.yes, 3);
  expect(spent.info).toMatchObject({ status: 'matched', makingAmount: '3', takingAmount: '6' });
  await alice.createOrder(charged.yes, 'limit', 'buy', 10, 0.3);
  const sold = await bob.createOrder(charged.yes, 'market', 'sell', 7, 0.3);
  expect(sold.info).toMatchObject({ status: 'matched', makingAmount: '7', takingAmount: '2.1' });
});

test('orders: a batch answers each of them, and cancels take some, those of a token, and all [S25]', async () => {
  proves('ccxt', 'batch', 'cancel', 'cancel-all');
  const { alice, plain, charged } = stage;
  const order = (outcome: string, price: number, amount = 10) => ({
    ...{ outcome, price, amount, type: 'limit', side: 'buy' },
  });
  const poor = order(plain.yes, 0.99, 90_000);
  const good = [order(plain.yes, 0.11), order(plain.yes, 0.12), order(plain.no, 0.13), order(charged.yes, 0.14)];
  const batch = await alice.createOrders(good.toSpliced(2, 0, poor) as never);
  const [first, second, , third, fourth] = batch.map(({ id }) => String(id));
  expect(batch.map(({ status }) => status)).toEqual(['open', 'open', undefined, 'open', 'open']);
  expect(batch[2]?.info).toMatchObject({ success: false, code: 'insufficient_balance' });
  const open = [first, second, third, fourth].toSorted();
  expect(idsOf(await alice.fetchOpenOrders())).toEqual(open);
  expect(idsOf(await alice.cancelOrders([String(first), `0x${'1'.repeat(64)}`]))).toEqual([first]);
  expect(idsOf(await alice.cancelAllOrders(plain.yes))).toEqual([second]);
  expect(idsOf(await alice.cancelAllOrders())).toEqual([third, fourth].toSorted());
  expect(await alice.fetchOpenOrders()).toEqual([]);
});

test('orders: from the deposit wallet, as it trades by default', async () => {
  proves('ccxt', 'limit');
  const { venue, plain } = stage;
  const owner = exchangeOf(venue, 'e');
  await owner.createOrDeriveApiKey();
  const { proxyWallet } = await owner.gammaPublicGetPublicProfile({ address: owner.walletAddress });
  const trader = exchangeOf(venue, 'e', { walletAddress: proxyWallet, options: {} });
  const placed = await trader.createOrder(plain.yes, 'limit', 'buy', 10, 0.2);
  const { info } = await trader.fetchOrder(String(placed.id));
  expect(info).toMatchObject({ maker_address: proxyWallet, status: 'LIVE' });
  expect(proxyWallet.toLowerCase()).not.toBe(owner.walletAddress.toLowerCase());
  expect(idsOf(await trader.cancelAllOrders())).toEqual([placed.id]);
});

test.each([
  ['more money than there is', ['buy', 90_000, 0.9], 'InsufficientFunds', 'not enough balance / allowance'],
  ['shares that are not there', ['sell', 90_000, 0.9], 'InsufficientFunds', 'not enough balance / allowance'],
  ['off the tick', ['buy', 10, 0.405, { tickSize: '0.001' }], 'InvalidOrder', 'minimum tick size'],
  ['nothing to take', ['buy', 10, 0.02, { timeInForce: 'IOC' }], 'OrderNotFillable', 'no orders found to match'],
  // The client has no class for the following errors, here or in the original; the message has the code.
  ['not all to take', ['buy', 10, 0.02, { timeInForce: 'FOK' }], 'ExchangeNotAvailable', 'fok_not_filled'],
  ['too small', ['buy', 1, 0.4], 'ExchangeNotAvailable', 'size_below_minimum'],
] as const)('refusals: %s', async (_what, [side, amount, price, params], kind, words) => {
  proves('ccxt');
  const { alice, negRisk } = stage;
  const refused = await ccxtErrorOf(alice.createOrder(negRisk[1].yes, 'limit', side, amount, price, params));
  expect(refused).toEqual({ kind, words: expect.stringContaining(words) });
});

test('refusals: unknown outcomes, and a price where no price is', async () => {
  proves('ccxt');
  const { alice, negRisk } = stage;
  for (const unknown of ['1234567', 'NO_SUCH_MARKET:YES'])
    expect(await ccxtErrorOf(alice.fetchOrderBook(unknown))).toMatchObject({ kind: 'BadSymbol' });
  const { kind, words } = await ccxtErrorOf(alice.fetchTicker(negRisk[1].no));
  expect([kind, words]).toEqual(['BadSymbol', expect.stringContaining('No orderbook exists')]);
});

test('fills: both sides see the trade, its order, and what it left them [S25]', async () => {
  proves('ccxt', 'fill-taker', 'fill-maker', 'balances');
  const { venue, negRisk } = stage;
  const [maker, taker] = [exchangeOf(venue, '1'), exchangeOf(venue, '2')];
  await Promise.all([maker.loadMarkets(), taker.loadMarkets()]);
  const token = negRisk[0].yes;
  const rested = await maker.createOrder(token, 'limit', 'buy', 30, 0.4);
  // The taker buys the other outcome: 0.4 and 0.6 make a pair.
  const taken = await taker.createOrder(negRisk[0].no, 'limit', 'buy', 12, 0.6);
  expect(taken).toMatchObject({ status: 'closed', info: { makingAmount: '7.2', takingAmount: '12' } });
  const hash = (taken.info as { readonly transactionsHashes: readonly string[] }).transactionsHashes[0];
  const own = { id: hash, order: taken.id, side: 'buy', price: 0.6, amount: 12, cost: 7.2 };
  const byTaker = await taker.fetchMyTrades(negRisk[0].no);
  expect(byTaker).toMatchObject([{ ...own, takerOrMaker: 'taker', outcomeId: negRisk[0].no }]);
  const byMaker = await maker.fetchMyTrades();
  expect(byMaker).toMatchObject([{ id: hash, takerOrMaker: 'maker' }]);
  expect(byMaker[0]?.info).toMatchObject({
    maker_orders: [{ order_id: rested.id, matched_amount: '12', price: '0.4', asset_id: token, side: 'BUY' }],
  });
  expect(idsOf(await taker.fetchOrderTrades(String(taken.id)))).toEqual([hash]);
  expect(idsOf(await maker.fetchOrderTrades(String(rested.id)))).toEqual([hash]);
  expect(await maker.fetchOrder(String(rested.id))).toMatchObject({ status: 'open', filled: 12, remaining: 18 });
  expect((await taker.fetchBalance())['USDC']).toMatchObject({ total: 10_000 - 7.2 });
  expect((await maker.fetchBalance())['USDC']).toMatchObject({ total: 10_000 - 4.8 });
  const shares = await maker.clobPrivateGetBalanceAllowance({
    ...{ asset_type: 'CONDITIONAL', token_id: token, signature_type: 0 },
  });
  expect(shares).toMatchObject({ balance: '12000000' });
  await maker.cancelAllOrders();
});

test('own orders and trades are read to the end, by the call of their route [S25]', async () => {
  proves('ccxt', 'own-orders', 'own-trades');
  const { venue, plain } = stage;
  const [maker, taker] = [exchangeOf(venue, '3'), exchangeOf(venue, '4')];
  await Promise.all([maker.loadMarkets(), taker.loadMarkets()]);
  const batch = (side: string, count: number, price: number) =>
    Array.from({ length: count }, () => ({ outcome: plain.yes, type: 'limit', side, amount: 5, price }));
  for (let placed = 0; placed < 105; placed += 15) await maker.createOrders(batch('buy', 15, 0.3) as never);
  const pages = async (read: (params: object) => Promise<unknown>) => {
    const sizes: number[] = [];
    for (let cursor = 'MA=='; cursor !== 'LTE='; ) {
      const page = (await read({ next_cursor: cursor })) as { data: object[]; next_cursor: string };
      sizes.push(page.data.length);
      cursor = page.next_cursor;
    }
    return sizes;
  };
  expect(await pages((params) => maker.clobPrivateGetDataOrders(params))).toEqual([100, 5]);
  for (let taken = 0; taken < 105; taken += 15) {
    const orders = batch('buy', 15, 0.7).map((order) => ({ ...order, outcome: plain.no }));
    await taker.createOrders(orders as never);
  }
  expect(await pages((params) => taker.clobPrivateGetDataTrades(params))).toEqual([100, 5]);
  // The unified call reads only the first page.
  expect(await taker.fetchMyTrades()).toHaveLength(100);
});
