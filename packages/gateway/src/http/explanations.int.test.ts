/**
 * Details beside the text of a refused order: hand-calculated figures, who may see them, and consistency with reads.
 * Of refused signatures and 401 answers: what was checked, which other terms the signature is valid for, and the clock.
 */
import { createHash } from 'node:crypto';
import type { CancelAnswer, DetailsOf, RefusalDetails } from '@bellwether/contract';
import { apiKeyHeaders, createSigner, type OrderRequest, type SignInTerms, walletHeaders } from '@bellwether/sdk';
import { orderDomains, STANDARD_AUTH_MESSAGE } from '@bellwether/venue/config/profile.ts';
import { describe, expect, test } from 'vitest';
import { openTwoTraders, openVenue } from './testing/open-venue.ts';
import { DOMAIN, SIGN_IN, START_MS } from './testing/stack.ts';
import { type Answer, addEvent, addMarket, admin, send, type TestMarket, Trader } from './testing/trader.ts';

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

const SECONDS = START_MS / 1000;
const buy = (market: TestMarket): OrderRequest => ({ tokenId: market.yes, side: 'BUY', price: '0.5', size: '10' });

describe('explained: an order under other terms', async () => {
  const [stack, own] = [await openVenue({ profile: 'polymarket' }), await openVenue()];
  const [trader, ownTrader] = [await Trader.open(stack, '1'), await Trader.open(own, '1')];
  const [standard, ofOwn] = [await addMarket(stack, 'Standard?'), await addMarket(own, 'Own?')];
  const [negRisk] = (await addEvent(stack, ['One?', 'Two?'], { negRisk: true }, { negRisk: true })) as [TestMarket];

  const testChain = orderDomains('polymarket', DOMAIN.verifyingContract);
  const mainChain = orderDomains('polymarket', DOMAIN.verifyingContract, 'on');
  const NO_VENUE = { ...DOMAIN, verifyingContract: `0x${'77'.repeat(20)}` };
  const PUBLIC = 'standard markets of chain 137, where the public clients’ contracts are';
  const TEST_CHAIN = 'standard markets of a venue of the profile polymarket, on the test chain 80002';
  test.each([
    ['the other kind of market', standard, testChain.negRiskDomain, 'negative-risk markets of this venue'],
    ['the standard contract in a negative-risk market', negRisk, testChain.domain, 'standard markets of this venue'],
    ['the profile of this software’s own', standard, DOMAIN, 'this venue in the profile bellwether'],
    ['chain 137', standard, mainChain.domain, PUBLIC],
    ['the public clients’ test chain, at a venue of the other profile', ofOwn, testChain.domain, TEST_CHAIN],
    ['a venue that no one knows', ofOwn, NO_VENUE, null],
  ] as const)('explained: signed for %s [S6]', async (_name, market, domain, meaning) => {
    const by = market === ofOwn ? ownTrader : trader;
    const { body } = await by.sign(buy(market), undefined, domain as typeof DOMAIN);
    const answer = await by.send('POST', '/order', body);
    const ofMarket = market === negRisk ? testChain.negRiskDomain : testChain.domain;
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_signature' } });
    const details = detailsOf<DetailsOf<'invalid_signature'>>(answer);
    expect(details.signedFor).toEqual(meaning === null ? null : { domain, meaning });
    expect(details.domain).toEqual(market === ofOwn ? DOMAIN : ofMarket);
    expect(details.expected).toBe(trader.address);
    expect(details.recovered).not.toBe(trader.address);
    // The details report the same digest as the error text.
    expect(String((answer.body as { error: string }).error)).toContain(details.digest);
  });

  test('explained: the digest is that of the order under the domain, as its signer can compute it [O24]', async () => {
    const { body } = await ownTrader.sign(buy(ofOwn));
    const flipped = body.order.signature.replace(/^0x../, (start) => (start === '0x00' ? '0x01' : '0x00'));
    const refused = await ownTrader.send('POST', '/order', { ...body, order: { ...body.order, signature: flipped } });
    const details = detailsOf<DetailsOf<'invalid_signature'>>(refused);
    // An order's id is its digest: the same order with the correct signature is accepted under that id.
    const accepted = (await ownTrader.send('POST', '/order', body)).body as { readonly orderID: string };
    expect(details.digest).toBe(accepted.orderID);
    expect(details.message).toMatchObject({ salt: String(body.order.salt), maker: ownTrader.address, side: 0 });
  });
});

describe('explained: a 401', async () => {
  const stack = await openVenue();
  const trader = await Trader.open(stack, '1');
  const clock = (timestamp: number | null) => {
    const aheadSeconds = timestamp === null ? null : timestamp - SECONDS;
    return { name: 'venue', serverTime: SECONDS, timestamp, aheadSeconds, behindMax: 60, aheadMax: 5 };
  };
  const BODY = '{"hello":"é"}';
  const request = { timestamp: SECONDS, method: 'POST', path: '/order', body: BODY };
  const signed = (change: Partial<typeof request> = {}, credentials = trader.credentials) =>
    apiKeyHeaders(trader.address, credentials, { ...request, ...change });
  const post = (headers: Readonly<Record<string, string>>) => send(stack, 'POST', '/order', BODY, headers);

  const without = (name: string) => Object.fromEntries(Object.entries(signed()).filter(([each]) => each !== name));

  test.each([
    ['comes too late', () => signed({ timestamp: SECONDS - 61 }), 'timestamp', 'TIMESTAMP', SECONDS - 61],
    ['comes too early', () => signed({ timestamp: SECONDS + 6 }), 'timestamp', 'TIMESTAMP', SECONDS + 6],
    ['says milliseconds', () => ({ ...signed(), SERVICE_TIMESTAMP: `${SECONDS}000` }), 'timestamp', 'TIMESTAMP', null],
    ['has a broken address', () => ({ ...signed(), SERVICE_ADDRESS: '0x12' }), 'address', 'ADDRESS', SECONDS],
    ['lacks a header', () => without('SERVICE_PASSPHRASE'), 'headers', 'PASSPHRASE', SECONDS],
    ['has no headers', () => ({}), 'headers', 'ADDRESS', null],
  ] as const)('explained: a request that %s is told the header, and the clock all the same', async (...row) => {
    const [, headers, problem, header, timestamp] = row;
    const answer = await post(headers());
    expect(answer.status).toBe(401);
    expect(Object.keys(answer.body as object)).toEqual(['error', 'code', 'details']);
    const told = { problem, header: `SERVICE_${header}`, clock: clock(timestamp) };
    expect(detailsOf(answer)).toEqual({ rule: 'unauthenticated', scheme: 'L2', ...told });
  });

  test('explained: a catalog route keeps its error shape and appends the details', async () => {
    const comment = await send(stack, 'POST', '/comments', '{}', {});
    expect(Object.keys(comment.body as object)).toEqual(['type', 'error', 'details']);
  });

  test('explained: a signature of other bytes is told the bytes, and not what the signature had to be [A24]', async () => {
    const answer = await post(signed({ body: BODY.replace(':', ': ') }));
    const expected = {
      rule: 'invalid_api_key',
      problem: 'not_proven',
      signed: {
        text: `${SECONDS}POST/order`,
        bodyBytes: Buffer.byteLength(BODY),
        bodySha256: createHash('sha256').update(BODY).digest('hex'),
      },
      clock: clock(SECONDS),
    };
    expect(answer.body).toEqual({ error: 'Unauthorized/Invalid api key', code: 'invalid_api_key', details: expected });
    for (const secret of [signed()['SERVICE_SIGNATURE'], ...Object.values(trader.credentials)])
      expect(answer.text).not.toContain(secret);
    // An unknown key, a wrong secret, a wrong passphrase and another account's key get byte-identical answers.
    const other = await Trader.open(stack, '2');
    const { apiKey, secret, passphrase } = trader.credentials;
    for (const credentials of [
      { apiKey: '5b8b1a55-0000-4000-8000-000000000000', secret, passphrase },
      { apiKey, secret: Buffer.alloc(32).toString('base64'), passphrase },
      { apiKey, secret, passphrase: '0'.repeat(64) },
      { ...other.credentials, secret },
    ])
      expect((await post(signed({}, credentials))).text).toBe(answer.text);
  });

  test('explained: only who holds a key is told that it was revoked, or that it is of another address [A24]', async () => {
    const gone = await Trader.open(stack, '1', 7);
    await gone.send('DELETE', '/auth/api-key');
    const problem = async (headers: Readonly<Record<string, string>>) =>
      detailsOf<DetailsOf<'invalid_api_key'>>(await post(headers)).problem;
    expect(await problem(signed({}, gone.credentials))).toBe('revoked');
    expect(await problem(signed({}, { ...gone.credentials, passphrase: '0'.repeat(64) }))).toBe('not_proven');
    const other = await Trader.open(stack, '2', 3);
    expect(await problem(signed({}, other.credentials))).toBe('other_address');
    expect(await problem({ ...signed({}, other.credentials), SERVICE_SIGNATURE: '0'.repeat(64) })).toBe('not_proven');
  });

  test('explained: a sign-in is told its digest, its domain and what it is good for instead [A24]', async () => {
    const signer = createSigner(`0x${'3'.repeat(64)}`);
    const address = signer.address.toLowerCase();
    const signIn = async (terms: SignInTerms) =>
      send(stack, 'POST', '/auth/api-key', undefined, await walletHeaders(signer, terms, SECONDS, 0));
    const details = async (terms: SignInTerms) => detailsOf<DetailsOf<'unauthenticated'>>(await signIn(terms));
    const public137 = await details({ chainId: 137, authMessage: STANDARD_AUTH_MESSAGE });
    const problem = { scheme: 'L1', problem: 'signature', header: 'SERVICE_SIGNATURE', clock: clock(SECONDS) };
    const domain = { name: 'ClobAuthDomain', version: '1', chainId: SIGN_IN.chainId };
    const message = { address, timestamp: String(SECONDS), nonce: '0', message: SIGN_IN.authMessage };
    const meaning = 'chain 137, where the public clients’ contracts are';
    const signature = {
      digest: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      domain,
      message,
      expected: address,
      recovered: expect.stringMatching(/^0x[0-9a-f]{40}$/),
      signedFor: { domain: { ...domain, chainId: 137 }, meaning },
    };
    expect(public137).toEqual({ rule: 'unauthenticated', ...problem, signature });
    const text = async (terms: SignInTerms) => (await signIn(terms)).body as { readonly error: string };
    expect((await text({ chainId: 137, authMessage: STANDARD_AUTH_MESSAGE })).error).toMatch(
      /was made by 0x[0-9a-f]{40}, not by SERVICE_ADDRESS; it was signed for chain 137, this venue takes 31337$/,
    );
    expect((await text({ ...SIGN_IN, authMessage: STANDARD_AUTH_MESSAGE })).error).toMatch(/SERVICE_ADDRESS$/);
    const ownChain = await details({ ...SIGN_IN, authMessage: STANDARD_AUTH_MESSAGE });
    expect(ownChain.signature?.signedFor?.meaning).toBe(`chain 31337, with the message “${STANDARD_AUTH_MESSAGE}”`);
    const nowhere = await details({ ...SIGN_IN, authMessage: 'Let me in' });
    expect(nowhere.signature).toMatchObject({ expected: address, signedFor: null });
    expect((await signIn(SIGN_IN)).status).toBe(200);
  });
});
