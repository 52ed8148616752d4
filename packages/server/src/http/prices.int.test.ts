/** Prices and terms of tokens over HTTP, in markets of each state. The table of errors has what is refused. */
import { expect, test } from 'vitest';
import { openTwoTraders } from './testing/open-venue.ts';
import { addEvent, addMarket, admin, send, type TestMarket } from './testing/trader.ts';

const NO_BOOK = { error: 'No orderbook exists for the requested token id', code: 'no_orderbook' };
const UNKNOWN = '987654321';

const { stack, alice, bob } = await openTwoTraders();
const questions = ['Quoted?', 'One-sided?', 'Untouched?', 'Closed?', 'Resolved?'];
type Five = [TestMarket, TestMarket, TestMarket, TestMarket, TestMarket];
const [quoted, oneSided, untouched, closed, resolved] = (await addEvent(stack, questions)) as Five;
// Three are quoted 0.4 / 0.45 and traded at 0.42; two of them are then closed by the operator, and resolved.
for (const { yes, no } of [quoted, closed, resolved]) {
  await alice.placed({ tokenId: no, side: 'BUY', price: '0.58', size: '10' });
  await bob.placed({ tokenId: yes, side: 'BUY', price: '0.42', size: '10' });
  await alice.placed({ tokenId: yes, side: 'BUY', price: '0.4', size: '100' });
  await alice.placed({ tokenId: no, side: 'BUY', price: '0.55', size: '100' });
}
await alice.placed({ tokenId: oneSided.yes, side: 'BUY', price: '0.2', size: '5' });
await admin(stack, 'PATCH', `/admin/markets/${closed.conditionId}`, { closed: true });
await admin(stack, 'POST', `/admin/markets/${resolved.conditionId}/resolve`, { payouts: ['1', '0'] });

const get = async (url: string): Promise<unknown> => (await send(stack, 'GET', url)).body;
const post = async (url: string, body: unknown): Promise<unknown> => (await send(stack, 'POST', url, body)).body;

test('prices: of the second outcome, mirrored', async () => {
  expect(await get(`/price?side=BUY&token_id=${quoted.no}`)).toEqual({ price: '0.55' });
  expect(await get(`/price?side=SELL&token_id=${quoted.no}`)).toEqual({ price: '0.6' });
  expect(await get(`/midpoint?token_id=${quoted.no}`)).toEqual({ mid: '0.575', mid_price: '0.575' });
  expect(await get(`/spread?token_id=${quoted.no}`)).toEqual({ spread: '0.05' });
  expect(await get(`/last-trade-price?token_id=${quoted.no}`)).toEqual({ price: '0.58', side: 'SELL' });
  expect(await get(`/last-trade-price?token_id=${untouched.no}`)).toEqual({ price: '0.5', side: '' });
});

test('last trade: stays known when the market is closed or resolved', async () => {
  expect(await get(`/last-trade-price?token_id=${closed.yes}`)).toEqual({ price: '0.42', side: 'BUY' });
  expect(await get(`/last-trade-price?token_id=${resolved.no}`)).toEqual({ price: '0.58', side: 'SELL' });
  const answer = await post('/last-trades-prices', [{ token_id: resolved.yes }, { token_id: untouched.yes }]);
  expect(answer).toEqual([{ token_id: resolved.yes, price: '0.42', side: 'BUY' }]);
});

test('book: a market that no one has quoted has an empty book', async () => {
  expect(await get(`/book?token_id=${untouched.yes}`)).toMatchObject({ bids: [], asks: [], last_trade_price: '' });
  expect(await get(`/book?token_id=${oneSided.no}`)).toMatchObject({ bids: [], asks: [{ price: '0.8', size: '5' }] });
});

test('prices: what an empty side or a closed market cannot have is no order book', async () => {
  for (const url of [
    `/price?token_id=${oneSided.yes}&side=SELL`,
    `/price?token_id=${oneSided.no}&side=BUY`,
    `/midpoint?token_id=${oneSided.yes}`,
    `/spread?token_id=${oneSided.no}`,
    `/midpoint?token_id=${untouched.yes}`,
    ...[closed, resolved].flatMap(({ yes }) => [
      `/book?token_id=${yes}`,
      `/price?token_id=${yes}&side=BUY`,
      `/midpoint?token_id=${yes}`,
      `/spread?token_id=${yes}`,
    ]),
  ])
    expect(await send(stack, 'GET', url), url).toMatchObject({ status: 404, body: NO_BOOK });
});

test.each(['', '01', '-1', '0x1', '1e5', '9'.repeat(79), '1&token_id=2'])('price: %j is no token', async (token) => {
  const error = { error: 'Invalid token id', code: 'invalid_token_id' };
  expect(await send(stack, 'GET', `/price?side=BUY&token_id=${token}`)).toMatchObject({ status: 400, body: error });
});

test.each(['', 'side=', 'side=buy', 'side=BUY&side=SELL', 'side=BOTH'])('price: %j is no side', async (side) => {
  const error = { error: 'Invalid side', code: 'invalid_side' };
  const refused = await send(stack, 'GET', `/price?token_id=${quoted.yes}&${side}`);
  expect(refused).toMatchObject({ status: 400, body: error });
});

test('batches: tokens without a value are left out', async () => {
  const every = [quoted.yes, quoted.no, oneSided.yes, untouched.yes, closed.yes, resolved.yes, UNKNOWN];
  const list = every.map((token_id) => ({ token_id }));
  expect(await post('/prices', list)).toEqual({
    [quoted.yes]: { BUY: '0.4', SELL: '0.45' },
    [quoted.no]: { BUY: '0.55', SELL: '0.6' },
    [oneSided.yes]: { BUY: '0.2' },
  });
  expect(await post('/midpoints', list)).toEqual({ [quoted.yes]: '0.425', [quoted.no]: '0.575' });
  expect(await post('/spreads', list)).toEqual({ [quoted.yes]: '0.05', [quoted.no]: '0.05' });
  const books = (await post('/books', list)) as { asset_id: string }[];
  expect(books.map(({ asset_id }) => asset_id)).toEqual([quoted.yes, quoted.no, oneSided.yes, untouched.yes]);
  for (const url of ['/prices', '/midpoints', '/spreads']) expect(await post(url, [])).toEqual({});
});

test('prices: a side that is named is answered alone, and both of one token together', async () => {
  const both = [
    { token_id: quoted.yes, side: 'SELL' },
    { token_id: quoted.no, side: 'BUY' },
    { token_id: quoted.no, side: 'SELL' },
    { token_id: oneSided.yes, side: 'SELL' },
  ];
  const answer = await post('/prices', both);
  expect(answer).toEqual({ [quoted.yes]: { SELL: '0.45' }, [quoted.no]: { BUY: '0.55', SELL: '0.6' } });
});

for (const path of ['/books', '/prices', '/midpoints', '/spreads', '/last-trades-prices'])
  test(`batches: ${path} takes 500 tokens`, async () => {
    const list = Array.from({ length: 500 }, (_, index) => ({ token_id: String(index) }));
    expect((await send(stack, 'POST', path, list)).status).toBe(200);
  });

test('prices: a read after an acknowledged order shows its effect, however many came within a millisecond [B1]', async () => {
  for (const price of ['0.41', '0.43', '0.44']) {
    await bob.placed({ tokenId: quoted.yes, side: 'BUY', price, size: '5' });
    expect(await get(`/price?token_id=${quoted.yes}&side=BUY`)).toEqual({ price });
    const { bids } = (await get(`/book?token_id=${quoted.yes}`)) as { readonly bids: readonly object[] };
    expect(bids.at(-1)).toEqual({ price, size: '5' });
  }
  await bob.send('DELETE', '/cancel-all');
  expect(await get(`/price?token_id=${quoted.yes}&side=BUY`)).toEqual({ price: '0.4' });
});

test('terms: tick, negative risk and fee rate, by query and by path', async () => {
  const paid = await addMarket(stack, 'Paid?', { orderPriceMinTickSize: 0.001 });
  const market = (await get(`/markets/${paid.conditionId}`)) as Record<string, unknown>;
  for (const form of ['?token_id=', '/']) {
    expect(await get(`/tick-size${form}${paid.no}`)).toEqual({ minimum_tick_size: market['minimum_tick_size'] });
    expect(await get(`/tick-size${form}${quoted.yes}`)).toEqual({ minimum_tick_size: 0.01 });
    expect(await get(`/tick-size${form}${resolved.yes}`)).toEqual({ minimum_tick_size: 0.01 });
    expect(await get(`/neg-risk${form}${quoted.yes}`)).toEqual({ neg_risk: false });
    expect(await get(`/fee-rate${form}${quoted.yes}`)).toEqual({ base_fee: 0 });
  }
  expect(market['minimum_tick_size']).toBe(0.001);
  await admin(stack, 'PATCH', `/admin/markets/${paid.conditionId}`, { takerBaseFee: 150 });
  expect(await get(`/fee-rate/${paid.yes}`)).toEqual({ base_fee: 150 });
  const [first] = await addEvent(stack, ['A?', 'B?'], {}, { negRisk: true });
  expect(await get(`/neg-risk/${first?.no}`)).toEqual({ neg_risk: true });
});
