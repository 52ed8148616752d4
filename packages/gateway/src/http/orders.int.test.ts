/** Orders over HTTP: what they answer, also when they are posted again, who reads them, and cancels. */
import { expect, test } from 'vitest';
import { restMany } from './testing/error-cases/orders.ts';
import { openTwoTraders } from './testing/open-venue.ts';
import { type Answer, addMarket, admin, send, type TestMarket, Trader } from './testing/trader.ts';

const { stack, alice, bob } = await openTwoTraders();
const market = await addMarket(stack, 'Will it rain?');

test('order: anyone who knows its id reads it, with the account’s address, and its owner alone the API key [O66]', async () => {
  const { orderID } = await alice.placed({ tokenId: market.yes, side: 'BUY', price: '0.2', size: '10' });
  const path = `/data/order/${orderID}`;
  const { apiKey } = alice.credentials;
  for (const { status, body, text } of [await send(stack, 'GET', path), await bob.send('GET', path)]) {
    expect([status, text.includes(apiKey)]).toEqual([200, false]);
    expect(body).toMatchObject({ id: orderID, owner: alice.address, maker_address: alice.address });
  }
  // The order as the interface has it names the address alone.
  const order = { id: orderID, owner: alice.address };
  expect((await alice.send('GET', path)).body).toMatchObject({ id: orderID, owner: apiKey, order });
  await alice.send('DELETE', '/cancel-all');
});

test('order: fees are told by the answer, its repeat, the hold, activity, positions and the leaderboard alike [L19]', async () => {
  const paid = await addMarket(stack, 'Will it hail?', { takerBaseFee: 1000 });
  const [maker, taker] = [await Trader.open(stack, '7'), await Trader.open(stack, '8')];
  const get = async (path: string) => (await send(stack, 'GET', path)).body as Record<string, unknown>[];
  await maker.placed({ tokenId: paid.no, side: 'BUY', price: '0.58', size: '30' });
  // 30 shares at 42 cents fill at once: 30 × 0.1 × 0.42 × 0.58 = 0.7308. The remaining 70 hold 29.4 and 70 × 0.1 ×
  // 0.42 × 0.58.
  const { body } = await taker.sign({ tokenId: paid.yes, side: 'BUY', price: '0.42', size: '100' });
  const first = await taker.send('POST', '/order', body);
  expect(first.body).toMatchObject({ status: 'matched', makingAmount: '12.6', takingAmount: '30', fee: '0.7308' });
  expect((await taker.send('POST', '/order', body)).text).toBe(first.text);
  const { orderID } = first.body as { orderID: string };
  expect((await send(stack, 'GET', `/data/order/${orderID}`)).body).toMatchObject({ held: '31.1052' });
  const [trade, deposit] = await get(`/activity?user=${taker.address}`);
  expect(trade).toMatchObject({ type: 'TRADE', usdcSize: 12.6, fee: 0.7308, cashChange: -13.3308 });
  expect(deposit).toMatchObject({ type: 'DEPOSIT', fee: 0, cashChange: 1_000 });
  expect((await get(`/activity?user=${maker.address}`))[0]).toMatchObject({ fee: 0, cashChange: -17.4 });
  expect((await get(`/positions?user=${taker.address}`))[0]).toMatchObject({
    initialValue: 12.6,
    feesPaid: 0.7308,
    cashPnl: 0,
    netPnl: -0.7308,
    percentNetPnl: -5.482,
  });
  const [leader] = await get(`/leaderboard?timePeriod=ALL&user=${taker.address}`);
  expect(leader).toMatchObject({ vol: 12.6, pnl: -0.7308, feesPaid: 0.7308 });
});

test('orders: a batch is answered in order, each item on its own [O18]', async () => {
  const good = await alice.sign({ tokenId: market.yes, side: 'BUY', price: '0.3', size: '10' });
  const poor = await alice.sign({ tokenId: market.yes, side: 'BUY', price: '0.3', size: '100000' });
  const more = await alice.sign({ tokenId: market.yes, side: 'BUY', price: '0.31', size: '10' });
  const before = stack.exchange.commands.length;
  const answer = await alice.send('POST', '/orders', [good.body, poor.body, { nonsense: true }, more.body]);
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject([
    { success: true, orderID: good.orderId, status: 'live' },
    {
      success: false,
      errorMsg: expect.stringContaining('not enough balance / allowance'),
      orderID: poor.orderId,
      code: 'insufficient_balance',
    },
    { success: false, errorMsg: 'Invalid order payload: unknown field "nonsense"', code: 'invalid_order_payload' },
    { success: true, orderID: more.orderId },
  ]);
  const sent = stack.exchange.commands.slice(before).map((command) => 'orderId' in command && command.orderId);
  expect(sent).toEqual([good.orderId, poor.orderId, more.orderId]);
  stack.exchange.unavailable = true;
  const busy = await alice.send('POST', '/orders', [poor.body]);
  stack.exchange.unavailable = false;
  expect(busy).toMatchObject({ status: 200, body: [{ success: false, code: 'unavailable' }] });
  await alice.send('DELETE', '/cancel-all');
});

test('cancel: more ids than the exchange takes at a time, in capitals and twice, each with its reason [O19]', async () => {
  const { orderID } = await alice.placed({ tokenId: market.yes, side: 'BUY', price: '0.2', size: '10' });
  const missing = Array.from({ length: 600 }, (_, number) => `0x${number.toString(16).padStart(64, 'a')}`);
  const unknown = [...missing, `0x${'ab'.repeat(32)}`];
  expect((await alice.send('DELETE', '/orders', [...missing, orderID, orderID, `0x${'AB'.repeat(32)}`])).body).toEqual({
    canceled: [orderID],
    not_canceled: Object.fromEntries(unknown.map((id) => [id, 'Order not found or already canceled'])),
    not_canceled_details: Object.fromEntries(unknown.map((id) => [id, { rule: 'unknown' }])),
  });
});

test('cancel: all means all, however many a single command can take', async () => {
  const ids = await restMany(alice, market, 2_050);
  expect((await alice.send('DELETE', '/cancel-all')).body).toEqual({ canceled: ids, not_canceled: {} });
  expect((await alice.send('GET', '/account')).body).toMatchObject({ openOrders: 0 });
});

const seconds = (): number => Math.floor(stack.time.nowMs / 1_000);

/** Ways to end an order of Alice's, by the resulting status. */
const ENDS: Readonly<Record<string, (market: TestMarket, id: string) => Promise<unknown>>> = {
  MATCHED: ({ no }) => bob.placed({ tokenId: no, side: 'BUY', price: '0.6', size: '10' }),
  CANCELED: (_market, orderID) => alice.send('DELETE', '/order', { orderID }),
  EXPIRED: ({ yes }) => {
    stack.time.nowMs += 100_000;
    return bob.placed({ tokenId: yes, side: 'BUY', price: '0.1', size: '10' });
  },
  CANCELED_MARKET_RESOLVED: ({ conditionId }) =>
    admin(stack, 'POST', `/admin/markets/${conditionId}/resolve`, { winner: 'Yes' }),
};

for (const [status, end] of Object.entries(ENDS))
  test(`repeats: an order that is ${status} by now says so, however it is posted again [O60]`, async () => {
    const market = await addMarket(stack, `Repeated ${status}?`);
    const buy = { tokenId: market.yes, side: 'BUY', price: '0.4', size: '10' } as const;
    const { orderId, body } = await alice.sign({ ...buy, type: 'GTD', expiration: seconds() + 90 });
    const keyed = (path: string, content: unknown) => (): Promise<Answer> => {
      const text = JSON.stringify(content);
      const headers = { ...alice.headers('POST', path, text), 'idempotency-key': status + path };
      return send(stack, 'POST', path, text, headers);
    };
    const [one, several] = [keyed('/order', body), keyed('/orders', [body])];
    const first = await one();
    expect(first).toMatchObject({ status: 200, body: { orderID: orderId, status: 'live' } });
    await several();
    await end(market, orderId);
    const told = { ...(first.body as object), currentStatus: status };
    for (const again of [
      // The same request, by its key, and the same order in another request.
      await one(),
      await alice.send('POST', '/order', body),
      { body: ((await several()).body as object[])[0] },
      { body: ((await alice.send('POST', '/orders', [body])).body as object[])[0] },
    ])
      expect(again.body).toEqual(told);
  });

test('repeats: one that rested in part says how its rest ended, one that had ended says nothing more [O60]', async () => {
  const market = await addMarket(stack, 'Traded?');
  await bob.placed({ tokenId: market.no, side: 'BUY', price: '0.6', size: '30' });
  const buy = { tokenId: market.yes, side: 'BUY', price: '0.4' } as const;
  const { body: part } = await alice.sign({ ...buy, size: '40' });
  const { body: dear } = await alice.sign({ ...buy, price: '0.9', size: '900000' });
  const { body: whole } = await alice.sign({ ...buy, size: '20' });
  const text = JSON.stringify([whole, part, dear]);
  const headers = alice.headers('POST', '/orders', text);
  const first = (await send(stack, 'POST', '/orders', text, headers)).body as readonly object[];
  expect(first).toMatchObject([
    { status: 'matched', takingAmount: '20' },
    { status: 'matched', takingAmount: '10' },
    { success: false },
  ]);
  const again = async () => (await send(stack, 'POST', '/orders', text, headers)).body;
  expect(await again()).toMatchObject([first[0], first[1], { success: false }]);
  await bob.placed({ tokenId: market.no, side: 'BUY', price: '0.6', size: '30' });
  expect(await again()).toEqual([
    first[0],
    { ...first[1], currentStatus: 'MATCHED' },
    // A refused order is tried again.
    expect.objectContaining({ success: false }),
  ]);
});

test('repeats: of an order that trades at once its first answer says all, however little of it was filled [O17 O60]', async () => {
  const market = await addMarket(stack, 'Filled in part?');
  await bob.placed({ tokenId: market.no, side: 'BUY', price: '0.6', size: '10' });
  const order = { tokenId: market.yes, side: 'BUY', type: 'FAK', price: '0.4', amount: '20', tick: '0.01' } as const;
  const { body } = await alice.sign(order);
  const first = await alice.send('POST', '/order', body);
  expect(first).toMatchObject({ status: 200, body: { status: 'matched', takingAmount: '10' } });
  expect((await alice.send('POST', '/order', body)).text).toBe(first.text);
});
