/** Holders, volumes, builder trades, portfolios and rankings over HTTP: shapes, bounds and the words of refusals. */
import type { BuilderTrade, HolderGroup, TradeFill, UserActivity, UserPosition } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { openTwoTraders } from './testing/open-venue.ts';
import { type Answer, addEvent, addMarket, admin, send, type TestMarket } from './testing/trader.ts';

const BUILDER = `0x${'ab'.repeat(32)}`;
const UNKNOWN = `0x${'77'.repeat(32)}`;
const NOBODY = `0x${'99'.repeat(20)}`;

const { stack, alice, bob } = await openTwoTraders();
const questions = ['Will it rain?', 'Will it snow?'];
const [market, other] = (await addEvent(stack, questions, { takerBaseFee: 200 })) as [TestMarket, TestMarket];
const split = { conditionId: market.conditionId, wallet: alice.address, amount: '100' };
expect((await alice.send('POST', '/positions/split', split)).status).toBe(200);
const { orderID: makerOrder } = await alice.placed({ tokenId: market.yes, side: 'SELL', price: '0.4', size: '50' });
stack.time.nowMs += 5_000;
const taking = { tokenId: market.yes, side: 'BUY', price: '0.4', size: '20', builder: BUILDER } as const;
const { orderID: takerOrder } = await bob.placed(taking);

const get = (url: string) => send(stack, 'GET', url);

test('holders: both outcomes of each known market, with who holds them', async () => {
  const groups = (await get(`/holders?market=${market.conditionId},${UNKNOWN},${other.conditionId}`)).body;
  const [yes, no, ...rest] = groups as HolderGroup[];
  const holding = (token: string, ...held: [string, number][]) => ({
    token,
    holders: held.map(([proxyWallet, amount]) => ({ proxyWallet, asset: token, amount })),
  });
  expect(yes).toMatchObject(holding(`${market.conditionId}:0`, [alice.address, 80], [bob.address, 20]));
  expect(no).toMatchObject(holding(`${market.conditionId}:1`, [alice.address, 100]));
  expect(rest).toEqual([0, 1].map((outcome) => ({ token: `${other.conditionId}:${outcome}`, holders: [] })));
  expect((await get(`/holders?market=${UNKNOWN}`)).body).toEqual([]);
  // The least balance that is shown is shown itself.
  for (const [least, amounts] of Object.entries({ '20': [80, 20], '20.000001': [80] })) {
    const { body } = await get(`/holders?market=${market.conditionId}&minBalance=${least}`);
    expect((body as HolderGroup[])[0]?.holders.map(({ amount }) => amount)).toEqual(amounts);
  }
});

test('live volume: one element with strings, unknown markets left out', async () => {
  const asked = [other.conditionId, UNKNOWN, market.conditionId.toUpperCase().replace('0X', '0x')].join(',');
  expect((await get(`/live-volume?market=${asked}`)).body).toEqual([
    {
      total: '8',
      markets: [
        { market: other.conditionId, value: '0' },
        { market: market.conditionId, value: '8' },
      ],
    },
  ]);
});

test('builder trades: a row names both orders, the trade of the ledger and its fee', async () => {
  const answer = await get('/builder/trades');
  const [trade] = answer.body as BuilderTrade[];
  const [ledger] = (await get('/trades')).body as { transactionHash: string }[];
  const time = new Date(stack.time.nowMs).toISOString();
  const maker = { order_id: makerOrder, owner: alice.address, matched_amount: '20', side: 'SELL' };
  const fill = { size: '20', fee_rate_bps: '200', fee: '0.096', price: '0.4', match_time: time, last_update: time };
  const taker = { type: 'TAKER', taker_order_id: takerOrder, transaction_hash: ledger?.transactionHash };
  expect(answer.body).toMatchObject([{ ...taker, ...fill, maker_orders: [maker], builder: BUILDER }]);
  expect(answer.headers['x-next-cursor']).toBe('LTE=');
  expect((await get(`/builder/trades?builder=${BUILDER.toUpperCase().replace('0X', '0x')}`)).body).toEqual([trade]);
  const { order } = (await get(`/data/order/${takerOrder}`)).body as { order: { associateTrades: string[] } };
  expect(order.associateTrades).toEqual([trade?.id]);
});

test('builder trades: a resting order with a code is a row of its own when it is filled', async () => {
  const resting = await bob.placed({ tokenId: other.no, side: 'BUY', price: '0.3', size: '10', builder: BUILDER });
  const fak = { tokenId: other.yes, side: 'BUY', price: '0.7', amount: '7', tick: '0.01', type: 'FAK' } as const;
  const taken = await alice.placed(fak);
  const answer = (await get(`/builder/trades?market=${other.conditionId}`)).body as BuilderTrade[];
  const trade = { type: 'MAKER', id: taken.tradeIDs?.[0], taker_order_id: taken.orderID, maker_address: bob.address };
  const fill = { asset_id: other.no, side: 'BUY', price: '0.3', size: '10', fee_rate_bps: '0', fee: '0' };
  const maker = { order_id: resting.orderID, matched_amount: '10', outcome: 'No' };
  expect(answer).toMatchObject([{ ...trade, ...fill, maker_orders: [maker] }]);
});

test('positions: cost, value and profit of a user, fees apart', async () => {
  const [position] = (await get(`/positions?user=${bob.address}&market=${market.conditionId}`)).body as UserPosition[];
  const words = { title: 'Will it rain?', outcome: 'Yes', oppositeOutcome: 'No' };
  const flags = { redeemable: false, mergeable: false, negativeRisk: false };
  const figures = { size: 20, avgPrice: 0.4, initialValue: 8, totalBought: 20, realizedPnl: 0, feesPaid: 0.096 };
  expect(position).toMatchObject({ proxyWallet: bob.address, asset: `${market.conditionId}:0`, ...words, ...flags });
  expect(position).toMatchObject(figures);
  expect(position?.currentValue).toBe(20 * (position?.curPrice ?? 0));
  // The account's other wallet holds nothing; its base address covers both wallets.
  const split = (await get(`/positions?user=${alice.address}&sortBy=TITLE&sortDirection=ASC`)).body as UserPosition[];
  expect(split.map(({ outcome, avgPrice, realizedPnl }) => [outcome, avgPrice, realizedPnl])).toEqual([
    ['Yes', 0.5, -2],
    ['No', 0.5, 0],
    ['Yes', 0.7, 0],
  ]);
});

test('value, traded, closed positions: the user’s own', async () => {
  expect((await get(`/traded?user=${alice.address}`)).body).toEqual({ user: alice.address, traded: 2 });
  const [value] = (await get(`/value?user=${bob.address}`)).body as { user: string; value: number }[];
  expect(value?.user).toBe(bob.address);
  expect(value?.value).toBeGreaterThan(0);
  const nothing = { user: NOBODY, value: 0, valueAtCost: 0, netPnl: 0, realizedPnl: 0, feesPaid: 0 };
  expect((await get(`/value?user=${NOBODY}`)).body).toEqual([nothing]);
  expect((await get(`/closed-positions?user=${alice.address}`)).body).toEqual([]);
  const resolved = await admin(stack, 'POST', `/admin/markets/${other.conditionId}/resolve`, { winner: 'Yes' });
  expect(resolved.status).toBe(200);
  const answer = (await get(`/closed-positions?user=${alice.address}`)).body;
  expect(answer).toMatchObject([{ outcome: 'Yes', realizedPnl: 3, totalBought: 10, avgPrice: 0.7, curPrice: 1 }]);
});

test('leaderboard: ranked by result or volume, at both of its paths', async () => {
  const byVolume = (await get('/leaderboard?timePeriod=ALL&orderBy=VOL')).body as { readonly vol: number }[];
  expect(byVolume.map(({ vol }) => vol)).toEqual([15, 11]);
  // 1 realised, less the fee the account paid.
  expect(byVolume[0]).toMatchObject({ rank: '1', proxyWallet: alice.address, pnl: 0.958, feesPaid: 0.042 });
  expect((await get('/v1/leaderboard?timePeriod=ALL&orderBy=VOL')).body).toEqual(byVolume);
  expect((await get(`/leaderboard?user=${bob.address}`)).body).toMatchObject([{ rank: '2', pnl: -3.096 }]);
});

const OF_NOBODY = `user=${NOBODY}`;
const MANY = Array.from({ length: 51 }, (_, index) => `0x${String(index).padStart(64, '0')}`).join(',');
const WHOLE_OF_12 = 'expected a whole number of at most 12 decimal digits';

test.each([
  ['/holders?limit=5', 'missing_field: market'],
  [`/holders?market=${UNKNOWN}&limit=0`, 'limit must be in 1..500'],
  [`/holders?market=${UNKNOWN}&minBalance=-1`, 'minBalance must be at least 0'],
  ['/holders?market=5', 'market is malformed: expected 0x and 62 or 64 hex digits; several are separated by commas'],
  [`/holders?market=${MANY}`, 'market must name at most 50'],
  ['/builder/trades?id=x', 'id is malformed: expected a whole number of at most 16 decimal digits'],
  ['/builder/trades?market=5', 'market is malformed: expected 0x and 62 or 64 hex digits'],
  ['/builder/trades?asset_id=0x5', 'asset_id is malformed: expected a whole number of at most 78 decimal digits'],
  ['/builder/trades?before=tomorrow', `before is malformed: ${WHOLE_OF_12}`],
  ['/builder/trades?after=-1', `after is malformed: ${WHOLE_OF_12}`],
  [`/positions?${OF_NOBODY}&limit=501`, 'limit must be in 0..500'],
  [`/positions?${OF_NOBODY}&offset=10001`, 'offset must be in 0..10000'],
  [`/positions?${OF_NOBODY}&redeemable=yes`, 'redeemable must be true or false'],
  [
    `/positions?${OF_NOBODY}&sortBy=tokens`,
    'sortBy must be one of CURRENT, INITIAL, TOKENS, CASHPNL, PERCENTPNL, TITLE, RESOLVING, PRICE, AVGPRICE',
  ],
  [`/closed-positions?${OF_NOBODY}&limit=51`, 'limit must be in 0..50'],
  [
    `/activity?${OF_NOBODY}&type=REWARD`,
    'type must be one of TRADE, SPLIT, MERGE, REDEEM, CONVERSION, DEPOSIT, WITHDRAWAL',
  ],
  [`/activity?${OF_NOBODY}&side=buy`, 'side must be one of BUY, SELL'],
  [`/activity?${OF_NOBODY}&start=-1`, 'start must be in 0..999999999999'],
  ['/leaderboard?timePeriod=YEAR', 'timePeriod must be one of DAY, WEEK, MONTH, ALL'],
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
