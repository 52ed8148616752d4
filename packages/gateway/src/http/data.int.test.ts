/** Reads of data over HTTP: the words of refusals, ids of rows, cursors and names of tokens. */
import type { TradeFill, UserActivity } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { openTwoTraders } from './testing/open-venue.ts';
import { type Answer, addEvent, addMarket, admin, send, type TestMarket } from './testing/trader.ts';

const UNKNOWN = `0x${'77'.repeat(32)}`;
const NOBODY = `0x${'99'.repeat(20)}`;

const { stack, alice, bob } = await openTwoTraders();

const get = (url: string) => send(stack, 'GET', url);

const OF_NOBODY = `user=${NOBODY}`;
const MANY = Array.from({ length: 51 }, (_, index) => `0x${String(index).padStart(64, '0')}`).join(',');

test.each([
  [`/holders?market=${UNKNOWN}&minBalance=-1`, 'minBalance must be at least 0'],
  [`/holders?market=${MANY}`, 'market must name at most 50'],
  [`/positions?${OF_NOBODY}&limit=501`, 'limit must be in 0..500'],
  [`/positions?${OF_NOBODY}&offset=10001`, 'offset must be in 0..10000'],
  [`/positions?${OF_NOBODY}&redeemable=yes`, 'redeemable must be true or false'],
  [
    `/positions?${OF_NOBODY}&sortBy=tokens`,
    'sortBy must be one of CURRENT, INITIAL, TOKENS, CASHPNL, PERCENTPNL, TITLE, RESOLVING, PRICE, AVGPRICE',
  ],
  [`/closed-positions?${OF_NOBODY}&limit=51`, 'limit must be in 0..50'],
  [
    `/activity?${OF_NOBODY}&type=GIFT`,
    'type must be one of TRADE, SPLIT, MERGE, REDEEM, CONVERSION, DEPOSIT, WITHDRAWAL, REFUND, PAYOUT_ADDED, PAYOUT_RECLAIMED, DEBT, DEBT_PAID, REWARD, MIGRATION, TIP, MAKER_REBATE, TAKER_REBATE, YIELD, REFERRAL_REWARD',
  ],
  [`/activity?${OF_NOBODY}&side=buy`, 'side must be one of BUY, SELL'],
  [`/activity?${OF_NOBODY}&start=-1`, 'start must be in 0..999999999999'],
  ['/leaderboard?timePeriod=YEAR', 'timePeriod must be one of DAY, WEEK, MONTH, ALL'],
  ['/v1/leaderboard?by=luck', 'by must be one of total, realised, accuracy'],
  ['/calibration?tag=', 'tag must not be empty'],
  [
    '/calibration?user=0x12',
    'user is malformed: expected a wallet address: 0x and 40 hex digits, all lower-case or with a correct checksum',
  ],
])('data: %s is refused in words', async (url, error) => {
  const { status, body } = await get(url);
  expect([status, (body as { readonly error: string }).error]).toEqual([400, error]);
});

const page = (query: string): Promise<Answer> => send(stack, 'GET', `/trades?${query}`);
const cursorOf = ({ headers }: Answer): string => String(headers['x-next-cursor']);
const hashesOf = ({ body }: Answer): string[] => (body as TradeFill[]).map(({ transactionHash }) => transactionHash);

const rowsOf = async <Row>(path: string): Promise<Row[]> => (await send(stack, 'GET', path)).body as Row[];

test('legs: two equal fills of one order against one maker have ids of their own, the same in both lists [W63]', async () => {
  const market = await addMarket(stack, 'Alike?');
  for (let index = 0; index < 2; index++)
    await alice.placed({ tokenId: market.yes, side: 'BUY', price: '0.5', size: '10' });
  await bob.placed({ tokenId: market.no, side: 'BUY', price: '0.5', size: '20' });
  const fills = await rowsOf<TradeFill>(`/trades?takerOnly=false&market=${market.conditionId}`);
  const [taker, one, two] = fills;
  const { id: firstId, ...first } = one as TradeFill;
  const { id: secondId, ...second } = two as TradeFill;
  expect([fills.length, taker?.size, first]).toEqual([3, 20, second]);
  expect(new Set([taker?.id, firstId, secondId]).size).toBe(3);
  const trades = async (user: string): Promise<string[]> =>
    (await rowsOf<UserActivity>(`/activity?type=TRADE&user=${user}&market=${market.conditionId}`)).map(({ id }) => id);
  expect(await trades(alice.address)).toEqual([firstId, secondId]);
  expect(await trades(bob.address)).toEqual([taker?.id]);
});

test('leaderboard: a category that the venue does not rank by has nobody; no such category is refused', async () => {
  for (const path of ['/leaderboard', '/v1/leaderboard', '/data/v1/leaderboard']) {
    const all = (await get(`${path}?timePeriod=ALL`)).body;
    expect(all).toHaveLength(2);
    expect((await get(`${path}?timePeriod=ALL&category=OVERALL`)).body).toEqual(all);
    for (const query of ['category=SPORTS', `category=ESPORTS&user=${alice.address}`])
      expect((await get(`${path}?${query}`)).body).toEqual([]);
    expect((await get(`${path}?category=overall`)).status).toBe(400);
  }
});

test('scores: boards, calibration and an event’s scores are answered', async () => {
  const market = await addMarket(stack, 'Scored?');
  await alice.placed({ tokenId: market.yes, side: 'BUY', price: '0.5', size: '10' });
  await bob.placed({ tokenId: market.no, side: 'BUY', price: '0.5', size: '10' });
  const boards = await rowsOf<{ rank: string; value: number }>('/v1/leaderboard?by=total');
  expect(boards.map(({ rank }) => rank)).toEqual(['1', '2']);
  expect(await rowsOf('/data/v1/leaderboard?by=accuracy')).toEqual([]);
  await admin(stack, 'POST', `/admin/markets/${market.conditionId}/resolve`, { payouts: ['1', '0'] });
  const { body } = await get(`/events/${market.eventId}/scores`);
  expect(body).toMatchObject({ questions: [{ conditionId: market.conditionId, outcome: 1 }] });
  for (const query of ['', '?tag=none', `?user=${alice.address}`])
    expect((await get(`/calibration${query}`)).body).toMatchObject({ bins: { length: 10 } });
  expect((await get('/events/999/scores')).status).toBe(404);
});

test('legs: every row of an account’s activity has an id of its own, larger for what came later [W63]', async () => {
  const market = await addMarket(stack, 'One by one?');
  await alice.send('POST', '/positions/split', { conditionId: market.conditionId, amount: '10' });
  await alice.placed({ tokenId: market.yes, side: 'SELL', price: '0.5', size: '10' });
  await bob.placed({ tokenId: market.yes, side: 'BUY', price: '0.5', size: '10' });
  await alice.send('POST', '/positions/split', { conditionId: market.conditionId, amount: '5' });
  const ids = (await rowsOf<UserActivity>(`/activity?user=${alice.address}`)).map(({ id }) => Number(id));
  expect(ids.length).toBeGreaterThan(3);
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a));
});

test('trades: a cursor goes with every filter but offset, and text that is none is refused [L60]', async () => {
  const first = await page('limit=1&takerOnly=false');
  const rest = await page(`limit=10000&takerOnly=false&after_cursor=${cursorOf(first)}`);
  const whole = await page('limit=10000&takerOnly=false');
  expect([...hashesOf(first), ...hashesOf(rest)]).toEqual(hashesOf(whole));
  // After the last page nothing is left, and the end cursor is repeated.
  const behind = await page('after_cursor=LTE%3D');
  expect([cursorOf(rest), behind.body, cursorOf(behind)]).toEqual(['LTE=', [], 'LTE=']);
  expect((await page('after_cursor=MTAw')).body).toEqual({
    error: 'after_cursor is no cursor of this list: send the x-next-cursor of the page before as it came',
  });
  const answer = (await page(`offset=1&after_cursor=${cursorOf(first)}`)).body;
  expect(answer).toEqual({ error: 'offset and after_cursor are two ways to page: send one' });
  expect((await page('limit=0')).body).toEqual([]);
});

/** A venue in which every route returns rows that name tokens. */
async function fill(profile: 'bellwether' | 'polymarket') {
  const { stack, alice, bob } = await openTwoTraders({ profile });
  const [market, ended] = (await addEvent(stack, ['Rain?', 'Snow?'])) as [TestMarket, TestMarket];
  for (const { yes, no } of [market, ended]) {
    await alice.placed({ tokenId: yes, side: 'BUY', price: '0.4', size: '10' });
    await bob.placed({ tokenId: no, side: 'BUY', price: '0.6', size: '10' });
  }
  await admin(stack, 'POST', `/admin/markets/${ended.conditionId}/resolve`, { winner: 'Yes' });
  const user = alice.address;
  const paths = ['holders', 'v1/market-positions'].map((path) => `/${path}?market=${market.conditionId}`);
  paths.push(...['positions', 'closed-positions', 'activity'].map((path) => `/${path}?user=${user}`));
  return { stack, paths: ['/trades?takerOnly=false', ...paths] };
}

const [bellwether, polymarket] = [await fill('bellwether'), await fill('polymarket')];

/** Assets in a text, as the interface writes them. */
const ASSET = /"(asset|oppositeAsset|token)":"(0x[0-9a-f]{64}):([01])"/g;

test('token ids: at its prefix and host in the profile polymarket, and the same rows but for them [S27]', async () => {
  const { stack, paths } = polymarket;
  for (const path of paths) {
    const plain = (await send(stack, 'GET', path)).text;
    expect([path, [...plain.matchAll(ASSET)].length]).not.toEqual([path, 0]);
    const tokens = new Map<string, string>();
    for (const [, , conditionId = '', index = ''] of plain.matchAll(ASSET)) {
      const { body } = await send(stack, 'GET', `/markets/${conditionId}`);
      const { tokens: both } = body as { readonly tokens: readonly { readonly token_id: string }[] };
      tokens.set(`${conditionId}:${index}`, both[Number(index)]?.token_id ?? '');
    }
    const expected = plain.replaceAll(ASSET, (_match, field: string, conditionId: string, index: string) => {
      return `"${field}":"${tokens.get(`${conditionId}:${index}`)}"`;
    });
    expect((await send(stack, 'GET', `/data${path}`)).text).toBe(expected);
    expect((await send(stack, 'GET', path, undefined, { host: 'data.localhost' })).text).toBe(expected);
    expect((await send(stack, 'GET', `/gamma${path}`)).text).toBe(plain);
    expect(expected).not.toMatch(/:[01]"/);
  }
});

test('token ids: in the default profile every address answers as the interface does [S27]', async () => {
  const { stack, paths } = bellwether;
  for (const path of paths) {
    const plain = (await send(stack, 'GET', path)).text;
    expect(plain).toMatch(/:[01]"/);
    expect((await send(stack, 'GET', `/data${path}`)).text).toBe(plain);
  }
});
