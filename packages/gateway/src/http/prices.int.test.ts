/**
 * Prices and terms of tokens over HTTP, in markets of each state; the table of errors has what is refused. Price
 * history: both forms, every bound and text; the points themselves are tested with their queries.
 */
import { expect, test } from 'vitest';
import { openTwoTraders } from './testing/open-venue.ts';
import { START_MS } from './testing/stack.ts';
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

test('last trade: stays known when the market is closed or resolved', async () => {
  expect(await get(`/last-trade-price?token_id=${closed.yes}`)).toEqual({ price: '0.42', side: 'BUY' });
  expect(await get(`/last-trade-price?token_id=${resolved.no}`)).toEqual({ price: '0.58', side: 'SELL' });
  expect(await get(`/last-trade-price?token_id=${untouched.no}`)).toEqual({ price: '0.5', side: '' });
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

test.each(['', 'side=', 'side=BUy', 'side=BUY&side=SELL', 'side=BOTH'])('price: %j is no side', async (side) => {
  const error = { error: 'Invalid side', code: 'invalid_side' };
  const refused = await send(stack, 'GET', `/price?token_id=${quoted.yes}&${side}`);
  expect(refused).toMatchObject({ status: 400, body: error });
});

test('prices: a side in small letters is the same side', async () => {
  for (const side of ['buy', 'sell']) {
    const large = side.toUpperCase();
    const token = `/price?token_id=${quoted.yes}&side=`;
    expect(await send(stack, 'GET', token + side)).toMatchObject({ status: 200 });
    expect(await get(token + side)).toEqual(await get(token + large));
    const of = (name: string) => post('/prices', [{ token_id: quoted.yes, side: name }]);
    expect(await of(side)).toEqual(await of(large));
  }
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

const NO_MARKET = "invalid filters: the 'market' (asset id) is mandatory";
const NO_INTERVAL =
  "invalid filters: the 'interval' value is unknown. Known values: '1m', '1w', '1d', '6h', '1h', 'max', 'all'";
const TOO_EARLY = "invalid filters: minimum 'fidelity' for a range that begins so early is";
const DAY_S = 86_400;
const START_S = START_MS / 1_000;

const [market, quiet] = (await addEvent(stack, ['Will it rain?', 'Will it not?'])) as [TestMarket, TestMarket];

interface Point {
  readonly t: number;
  readonly p: number;
}

async function history(query: string): Promise<Point[]> {
  const answer = await send(stack, 'GET', `/prices-history?${query}`);
  if (answer.status !== 200) throw new Error(answer.text);
  return (answer.body as { history: Point[] }).history;
}

const nowS = (): number => Math.floor(stack.time.nowMs / 1_000);
const after = (seconds: number): void => {
  stack.time.nowMs = START_MS + seconds * 1_000;
};

test('history: midpoints, then the last trade while the spread is wide, then the payout [B12]', async () => {
  expect(await history(`market=${market.yes}&interval=1h`)).toEqual([]);
  await alice.placed({ tokenId: market.yes, side: 'BUY', price: '0.4', size: '10' });
  expect(await history(`market=${market.yes}&interval=1h`)).toEqual([]);
  await bob.placed({ tokenId: market.no, side: 'BUY', price: '0.55', size: '10' });
  // The trade is acknowledged, so it shows.
  expect(await history(`market=${market.yes}&interval=1h`)).toEqual([{ t: START_S, p: 0.425 }]);
  expect(await history(`market=${market.no}&interval=1h`)).toEqual([{ t: START_S, p: 0.575 }]);

  after(150);
  await bob.placed({ tokenId: market.no, side: 'BUY', price: '0.6', size: '10' });
  expect(await history(`market=${market.yes}&interval=1h&fidelity=1`)).toEqual([
    { t: START_S + 60, p: 0.425 },
    { t: START_S + 120, p: 0.425 },
    { t: START_S + 150, p: 0.4 },
  ]);

  after(600);
  await admin(stack, 'POST', `/admin/markets/${market.conditionId}/resolve`, { payouts: ['0', '1'] });
  after(2 * DAY_S);
  const points = await history(`market=${market.yes}&interval=max&fidelity=5`);
  expect(points.slice(0, 4)).toEqual([
    { t: START_S + 300, p: 0.4 },
    { t: START_S + 600, p: 0.4 },
    { t: START_S + 900, p: 0 },
    { t: START_S + 1_200, p: 0 },
  ]);
  expect(points.at(-1)).toEqual({ t: nowS(), p: 0 });
  expect((await history(`market=${market.no}&interval=1d`)).at(-1)).toEqual({ t: nowS(), p: 1 });
});

test.each([
  ['1h', 3_600, 1],
  ['6h', 6 * 3_600, 1],
  ['1d', DAY_S, 1],
  ['1w', 7 * DAY_S, 5],
  ['1m', 30 * DAY_S, 10],
])('history: interval %s ends now and takes no finer a fidelity than its own', async (interval, seconds, least) => {
  after(40 * DAY_S + 17);
  for (const fidelity of [null, least, 3 * least, 1_440]) {
    const stepS = 60 * (fidelity ?? least);
    const given = fidelity === null ? '' : `&fidelity=${fidelity}`;
    const points = await history(`market=${market.no}&interval=${interval}${given}`);
    const first = Math.ceil((nowS() - seconds) / stepS) * stepS;
    const times = [];
    for (let t = first; t <= nowS(); t += stepS) times.push(t);
    expect(points.map(({ t }) => t)).toEqual([...times, nowS()]);
  }
  if (least === 1) return;
  const error = `invalid filters: minimum 'fidelity' for '${interval}' range is ${least}`;
  const finer = await send(stack, 'GET', `/prices-history?market=${market.no}&interval=${interval}&fidelity=1`);
  expect(finer).toMatchObject({ status: 400, body: { error, code: 'invalid_filters' } });
});

test('history: max and all are the whole life in a bounded number of points, and 1d is what nothing means', async () => {
  after(1_000 * DAY_S);
  const whole = await history(`market=${market.yes}&interval=max`);
  expect(whole.length).toBeLessThanOrEqual(5_001);
  expect(whole.length).toBeGreaterThan(900);
  expect(whole[0]?.t).toBeLessThanOrEqual(START_S + DAY_S);
  expect(await history(`market=${market.yes}&interval=all`)).toEqual(whole);
  expect(await history(`market=${market.yes}`)).toEqual(await history(`market=${market.yes}&interval=1d`));
});

test('history: a range takes both ends, stops at now and picks a fidelity that fits', async () => {
  after(10 * DAY_S);
  const range = await history(`market=${market.yes}&startTs=${START_S + 60}&endTs=${START_S + 240}&fidelity=1`);
  expect(range.map(({ t }) => t - START_S)).toEqual([60, 120, 180, 240]);
  const open = await history(`market=${market.yes}&startTs=${nowS() - 90}&fidelity=1`);
  expect(open.map(({ t }) => nowS() - t)).toEqual([60, 0]);
  expect(await history(`market=${market.yes}&startTs=${nowS() - 90}&endTs=9999999999&fidelity=1`)).toEqual(open);
  // Clients send their own current time, which is slightly in the past when it arrives.
  const late = async (by: number) =>
    (await history(`market=${market.yes}&startTs=${nowS() - 90}&endTs=${nowS() - by}&fidelity=1`)).map(
      ({ t }) => nowS() - t,
    );
  expect([await late(5), await late(6)]).toEqual([[60, 5], [60]]);
  expect(await history(`market=${market.yes}&startTs=${nowS() + 60}`)).toMatchObject([]);
  expect((await history(`market=${market.yes}&startTs=0`)).length).toBeLessThanOrEqual(21_601);
});

test('history: times win over an interval, in both forms [B60]', async () => {
  after(10 * DAY_S);
  const times = { startTs: START_S + 60, endTs: START_S + 240, fidelity: 1 };
  const range = await history(`market=${market.yes}&startTs=${times.startTs}&endTs=${times.endTs}&fidelity=1`);
  expect(range).toHaveLength(4);
  for (const interval of ['1h', '1w', '1m', 'max']) {
    const both = `market=${market.yes}&startTs=${times.startTs}&endTs=${times.endTs}&fidelity=1&interval=${interval}`;
    expect(await history(both)).toEqual(range);
    const body = { markets: [market.yes], start_ts: times.startTs, end_ts: times.endTs, fidelity: 1, interval };
    const answer = (await send(stack, 'POST', '/batch-prices-history', body)).body;
    expect(answer).toEqual({ history: { [market.yes]: range } });
  }
  const untilThen = await history(`market=${market.yes}&interval=1h&endTs=${times.endTs}&fidelity=1`);
  expect(untilThen).toEqual(range);
  const lifeUntil = await history(`market=${market.yes}&interval=max&endTs=${START_S + 900}&fidelity=5`);
  expect(lifeUntil.map(({ t }) => t - START_S)).toEqual([300, 600, 900]);
});

test('history: a token that no one has traded, or that does not exist, has none', async () => {
  expect(await history(`market=${quiet.yes}&interval=1d`)).toEqual([]);
  expect(await history('market=123456&interval=max')).toEqual([]);
});

test.each([
  ['interval=1d', NO_MARKET],
  ['market=', NO_MARKET],
  ['market=abc', 'Invalid token id'],
  ['market=01', 'Invalid token id'],
  ['market=1&market=2', 'invalid filters: market must be given once'],
  ['market=1&interval=2d', NO_INTERVAL],
  ['market=1&fidelity=0', 'invalid filters: fidelity must be in 1..10080'],
  ['market=1&fidelity=1.5', 'invalid filters: fidelity must be an integer'],
  ['market=1&startTs=-1', 'invalid filters: startTs must be in 0..9999999999'],
  ['market=1&endTs=5', "invalid filters: 'endTs' needs 'startTs' or 'interval'"],
  ['market=1&startTs=6&endTs=5', "invalid filters: 'startTs' must not be after 'endTs'"],
  [`market=1&startTs=${START_S - 20 * DAY_S}&endTs=${START_S}&fidelity=1`, `${TOO_EARLY} 5`],
  [`market=1&startTs=${START_S - 300 * DAY_S}&fidelity=59`, `${TOO_EARLY} 60`],
  ['market=1&startTs=0&fidelity=60', `${TOO_EARLY} 1440`],
  ['market=1&from=5', 'unknown parameter: from'],
])('history: %s is refused', async (query, error) => {
  after(0);
  expect(await send(stack, 'GET', `/prices-history?${query}`)).toMatchObject({ status: 400, body: { error } });
});

test('history: a range of more than 21600 points is too long', async () => {
  stack.time.nowMs = 9_999_999_999_000;
  const startTs = 9_999_999_999 - 21_601 * DAY_S;
  const error = "invalid filters: 'startTs' and 'endTs' interval is too long";
  const refused = await send(stack, 'GET', `/prices-history?market=1&startTs=${startTs}&fidelity=1440`);
  expect(refused).toMatchObject({ status: 400, body: { error, code: 'invalid_filters' } });
  expect(await history(`market=1&startTs=${startTs + DAY_S}&fidelity=1440`)).toEqual([]);
  after(0);
});

const batch = (body: unknown) => send(stack, 'POST', '/batch-prices-history', body);

test('batch: each token has what the single form answers, unknown ones nothing', async () => {
  after(10 * DAY_S);
  const markets = [market.yes, market.no, quiet.yes, '77', market.yes];
  expect((await batch({ markets, interval: '1w', fidelity: 60 })).body).toEqual({
    history: {
      [market.yes]: await history(`market=${market.yes}&interval=1w&fidelity=60`),
      [market.no]: await history(`market=${market.no}&interval=1w&fidelity=60`),
      [quiet.yes]: [],
      '77': [],
    },
  });
  expect((await batch({ markets: [] })).body).toEqual({ history: {} });
});

test('batch: 20 tokens at every interval are allowed', async () => {
  const markets = Array.from({ length: 20 }, (_, index) => (index === 0 ? market.yes : String(index)));
  for (const interval of ['1h', '6h', '1d', '1w', '1m', 'max', 'all'])
    expect((await batch({ markets, interval })).status).toBe(200);
});

test('batch: what is wrong is said', async () => {
  after(0);
  const many = (length: number): string[] => Array.from({ length }, (_, index) => String(index));
  const digits = 'Invalid payload: markets[0] is malformed: expected a whole number of at most 78 decimal digits';
  const points = 'invalid filters: the answer could have 403420 points, at most 100000 are allowed';
  const cases: [unknown, string][] = [
    [[], 'Invalid payload: the body must be object'],
    ['null', 'Invalid payload: the body must be object'],
    [{ markets: ['x'] }, digits],
    [{ markets: ['1'], interval: '2d' }, NO_INTERVAL],
    [{ markets: ['1'], fidelity: 0 }, 'invalid filters: fidelity must be from 1 to 10080'],
    [{ markets: ['1'], interval: '1m', fidelity: 1 }, "invalid filters: minimum 'fidelity' for '1m' range is 10"],
    [{ markets: ['1'], end_ts: 5 }, "invalid filters: 'end_ts' needs 'start_ts' or 'interval'"],
    [{ markets: many(20), start_ts: START_S - 14 * DAY_S, fidelity: 1 }, points],
    ['{', 'malformed JSON: the body is not valid JSON'],
  ];
  for (const [body, error] of cases) expect(await batch(body)).toMatchObject({ status: 400, body: { error } });
});
