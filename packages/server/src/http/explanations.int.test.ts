/**
 * Details beside the text of a refused order: hand-calculated figures, who may see them, and consistency with reads.
 */
import type { CancelAnswer, DetailsOf, RefusalDetails } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { openTwoTraders } from './testing/open-venue.ts';
import { type Answer, addMarket, admin, Trader } from './testing/trader.ts';

const { stack, alice, bob } = await openTwoTraders();

const TERMS = { orderPriceMinTickSize: 0.01, orderMinSize: 5 };

const market = (more: Readonly<Record<string, unknown>> = {}) =>
  addMarket(stack, `Market ${stack.exchange.state.markets.length}?`, { ...TERMS, ...more });

const detailsOf = <Details = RefusalDetails>({ body }: Answer): Details =>
  (body as { readonly details: Details }).details;

/** Fresh traders without resting orders, so that the tests are independent. */
let digits = 3;
const newcomer = (): Promise<Trader> => Trader.open(stack, (digits++).toString(16));

test('explained: what is lacking, what is reserved, by which orders, and the fee [O23]', async () => {
  const trader = await newcomer();
  // A fee rate of 200: at 0.5 a share costs at most 0.02 * 0.5 * 0.5 = 0.005 in fees.
  const charged = await market({ takerBaseFee: 200 });
  const { yes } = charged;
  const first = await trader.placed({ tokenId: yes, side: 'BUY', price: '0.5', size: '1000' });
  const second = await trader.placed({ tokenId: yes, side: 'BUY', price: '0.4', size: '100' });
  // 1,000 at 0.5: 500 plus 5. 100 at 0.4: 40 plus 100 * 0.02 * 0.4 * 0.6 = 0.48. Free: 1,000 - 545.48.
  const refused = await trader.place({ tokenId: yes, side: 'BUY', price: '0.5', size: '1000' });
  expect(refused.status).toBe(400);
  const code = 'insufficient_balance';
  const funds = { owned: '1000000000', reserved: '545480000', free: '454520000' };
  const price = { cost: '500000000', fee: '5000000', needed: '505000000', missing: '50480000' };
  const orders = [
    { orderID: first.orderID, tokenId: yes, reserved: '505000000' },
    { orderID: second.orderID, tokenId: yes, reserved: '40480000' },
  ];
  const reservedBy = { count: 2, orders, others: { count: 0, reserved: '0' } };
  expect(refused.body).toEqual({
    error:
      'not enough balance / allowance: the balance is not enough -> balance: 454520000, order amount: 505000000; in units 454.52 free of 505 needed, 50.48 missing',
    code,
    orderID: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    details: { rule: code, wallets: [trader.address], ...funds, ...price, reservedBy },
  });
});

test('explained: only the five largest orders are listed, and the others are counted and added up', async () => {
  const trader = await newcomer();
  const { yes } = await market();
  const sizes = [10, 70, 30, 60, 20, 50, 40];
  const ids = new Map<number, string>();
  for (const size of sizes)
    ids.set(size, (await trader.placed({ tokenId: yes, side: 'BUY', price: '0.5', size: String(size) })).orderID);
  const details = detailsOf<DetailsOf<'insufficient_balance'>>(
    await trader.place({ tokenId: yes, side: 'BUY', price: '0.5', size: '2000' }),
  );
  expect(details.reservedBy).toEqual({
    count: 7,
    orders: [70, 60, 50, 40, 30].map((size) => ({
      orderID: ids.get(size),
      tokenId: yes,
      reserved: String(size * 500_000),
    })),
    others: { count: 2, reserved: String((10 + 20) * 500_000) },
  });
});

test('explained: shares that open orders hold, for each outcome by itself', async () => {
  const trader = await newcomer();
  const { conditionId, yes, no } = await market();
  await trader.send('POST', '/positions/split', { conditionId, amount: '100' });
  const rest = await trader.placed({ tokenId: no, side: 'SELL', price: '0.9', size: '30' });
  const refused = await trader.place({ tokenId: no, side: 'SELL', price: '0.8', size: '80' });
  const reserved = {
    wallets: [trader.address],
    conditionId,
    tokenId: no,
    owned: '100000000',
    reserved: '30000000',
    free: '70000000',
    reservedBy: {
      count: 1,
      orders: [{ orderID: rest.orderID, tokenId: no, reserved: '30000000' }],
      others: { count: 0, reserved: '0' },
    },
  };
  const rule = 'insufficient_position';
  expect(detailsOf(refused)).toEqual({ rule, ...reserved, needed: '80000000', missing: '10000000' });
  // All YES shares are free, but pairs are limited by the NO shares.
  const merged = await trader.send('POST', '/positions/merge', { conditionId, amount: '71' });
  expect(detailsOf(merged)).toEqual({ rule, ...reserved, needed: '71000000', missing: '1000000' });
  const sold = detailsOf<DetailsOf<'insufficient_position'>>(
    await trader.place({ tokenId: yes, side: 'SELL', price: '0.8', size: '101' }),
  );
  expect(sold).toMatchObject({ tokenId: yes, reserved: '0', free: '100000000', reservedBy: { count: 0, orders: [] } });
});

test('explained: what a FOK could have filled, what a FAK would have met, and own orders on the way', async () => {
  const { conditionId, yes, no } = await market();
  const [maker, taker] = [await newcomer(), await newcomer()];
  await maker.placed({ tokenId: no, side: 'BUY', price: '0.6', size: '20' });
  await taker.placed({ tokenId: no, side: 'BUY', price: '0.55', size: '10' });
  const fok = { tokenId: yes, side: 'BUY', type: 'FOK', tick: '0.01' } as const;
  // The maker offers 20 at 0.4 by bidding 0.6 for the other outcome; 10 at 0.45 are the taker's own.
  expect(detailsOf(await taker.place({ ...fok, price: '0.45', amount: '10' }))).toEqual({
    rule: 'fok_not_filled',
    price: '0.45',
    makerAmount: '10000000',
    making: '8000000',
    taking: '20000000',
    ownOrders: 1,
  });
  const answer = detailsOf(await taker.place({ ...fok, type: 'FAK', price: '0.39', amount: '10' }));
  expect(answer).toEqual({ rule: 'fak_no_match', price: '0.39', best: '0.4', ownOrders: 0 });
  // A FOK BUY that lacks funds before matching gets figures without a fee.
  const poor = detailsOf(await taker.place({ ...fok, price: '0.45', amount: '5000' }));
  expect(poor).toMatchObject({ rule: 'insufficient_balance', cost: '5000000000', needed: '5000000000', fee: null });
  // Post-only, for the other outcome: a seller of NO at 0.58 would cross the maker's bid of 0.6.
  await taker.send('POST', '/positions/split', { conditionId, amount: '5' });
  const crossing = { tokenId: no, side: 'SELL', price: '0.58', size: '5' } as const;
  const refused = await taker.place(crossing, (body) => ({ ...body, postOnly: true }));
  expect(detailsOf(refused)).toEqual({ rule: 'post_only_would_cross', price: '0.58', best: '0.6' });
});

test('explained: since when a market takes no orders', async () => {
  const trader = await newcomer();
  const { conditionId, yes } = await market();
  const order = { tokenId: yes, side: 'BUY', price: '0.5', size: '10' } as const;
  const at = Math.floor(stack.exchange.state.timeMs / 1000);
  await admin(stack, 'PATCH', `/admin/markets/${conditionId}`, { acceptingOrders: false });
  const answer = detailsOf(await trader.place(order));
  expect(answer).toEqual({ rule: 'market_not_ready', conditionId, status: 'open', since: at });
  // Closing a paused market does not change when its trading stopped; accepting orders again resets it.
  stack.time.nowMs += 60_000;
  await admin(stack, 'PATCH', `/admin/markets/${conditionId}`, { closed: true });
  expect(detailsOf(await trader.place(order))).toMatchObject({ rule: 'market_closed', status: 'open', since: at });
  await admin(stack, 'PATCH', `/admin/markets/${conditionId}`, { closed: false, acceptingOrders: true });
  expect((await trader.place(order)).status).toBe(200);
  await admin(stack, 'POST', `/admin/markets/${conditionId}/resolve`, { winner: 'Yes' });
  const told = detailsOf(await trader.place({ ...order, price: '0.4' }));
  expect(told).toMatchObject({ rule: 'market_closed', since: Math.floor(stack.exchange.state.timeMs / 1000) });
});

test('explained: a lent wallet counts what its account has, and the orders that hold it', async () => {
  const trader = await newcomer();
  const { yes } = await market();
  const rest = await trader.placed({ tokenId: yes, side: 'BUY', price: '0.5', size: '200' });
  const lent = `0x${'3c'.repeat(20)}`;
  const { wallets } = await trader.account();
  // 1,000 in each of the account's own two wallets, of which 100 are reserved.
  const order = { tokenId: yes, side: 'BUY', price: '0.5', size: '5000' } as const;
  expect(detailsOf(await trader.placeFrom(lent, 2, order))).toMatchObject({
    rule: 'insufficient_balance',
    wallets: [lent, ...wallets.map(({ address }) => address)],
    owned: '2000000000',
    reserved: '100000000',
    free: '1900000000',
    missing: '600000000',
    reservedBy: { count: 1, orders: [{ orderID: rest.orderID }] },
  });
});

test('explained: the figures are those of the account and of its open orders [O23]', async () => {
  const trader = await newcomer();
  const { yes, no } = await market({ takerBaseFee: 100 });
  await trader.placed({ tokenId: yes, side: 'BUY', price: '0.31', size: '77.77' });
  await trader.placed({ tokenId: no, side: 'BUY', price: '0.07', size: '512.5' });
  await trader.placed({ tokenId: yes, side: 'BUY', price: '0.3', size: '5' });
  const details = detailsOf<DetailsOf<'insufficient_balance'>>(
    await trader.place({ tokenId: yes, side: 'BUY', price: '0.5', size: '9000' }),
  );
  const micros = (decimal: string): bigint => BigInt(Math.round(Number(decimal) * 1_000_000));
  const own = (await trader.account()).wallets.find(({ address }) => address === trader.address);
  expect(BigInt(details.free)).toBe(micros(own?.free ?? ''));
  expect(BigInt(details.reserved)).toBe(micros(own?.held ?? ''));
  expect(BigInt(details.needed)).toBe(BigInt(details.cost) + BigInt(details.fee ?? 0));
  const listed = details.reservedBy.orders;
  for (const { orderID, reserved } of listed) {
    const { held } = (await trader.send('GET', `/data/order/${orderID}`)).body as { held: string };
    expect(BigInt(reserved)).toBe(micros(held));
  }
  const amounts = [details.reservedBy.others, ...listed].map(({ reserved }) => BigInt(reserved));
  expect(amounts.reduce((sum, amount) => sum + amount)).toBe(BigInt(details.reserved));
});

test('explained: why an order was not cancelled, for each by itself', async () => {
  const { yes, no } = await market();
  const trader = await newcomer();
  const buy = { tokenId: yes, side: 'BUY', price: '0.5', size: '10' } as const;
  const [matched, canceled] = [await trader.placed(buy), await trader.placed({ ...buy, price: '0.3' })];
  const theirs = await alice.placed({ ...buy, price: '0.2' });
  await bob.placed({ ...buy, tokenId: no });
  await trader.send('DELETE', '/order', { orderID: canceled.orderID });
  const unknown = `0x${'ab'.repeat(32)}`;
  const ids = [matched.orderID, canceled.orderID, theirs.orderID, unknown];
  const { body } = await trader.send('DELETE', '/orders', ids);
  expect(body).toMatchObject({ canceled: [], not_canceled: { [matched.orderID]: 'Order already matched' } });
  expect((body as CancelAnswer).not_canceled_details).toEqual({
    [matched.orderID]: { rule: 'matched' },
    [canceled.orderID]: { rule: 'canceled' },
    [theirs.orderID]: { rule: 'not_yours' },
    [unknown]: { rule: 'unknown' },
  });
});

test('explained: no one hears of another account’s reservations [O23]', async () => {
  const { conditionId, yes, no } = await market();
  const rest = await alice.placed({ tokenId: yes, side: 'BUY', price: '0.5', size: '1500' });
  const order = { tokenId: yes, side: 'BUY', price: '0.5', size: '1500' } as const;
  const { body } = await alice.sign(order);
  const hers = await alice.send('POST', '/order', body);
  expect(hers.text).toContain(rest.orderID);
  const attempts = [
    // Her bytes under his key, her order as his own, her wallet as his maker, her wallet in his position calls.
    await bob.send('POST', '/order', body),
    await bob.send('POST', '/order', { ...body, owner: bob.address }),
    await bob.send('POST', '/orders', [body]),
    await bob.placeFrom(alice.address, 2, order),
    await bob.send('POST', '/positions/split', { wallet: alice.address, conditionId, amount: '900' }),
    await bob.send('POST', '/positions/merge', { wallet: alice.address, conditionId, amount: '900' }),
    // Refusals for funds and shares that he lacks himself.
    await bob.place({ tokenId: no, side: 'BUY', price: '0.5', size: '9000' }),
    await bob.place({ tokenId: yes, side: 'SELL', price: '0.5', size: '9000' }),
  ];
  for (const { text } of attempts) {
    expect(text).not.toContain(rest.orderID);
    // 750 of hers are reserved, 250 are free.
    expect(text).not.toMatch(/"(750|250)000000"/);
  }
});
