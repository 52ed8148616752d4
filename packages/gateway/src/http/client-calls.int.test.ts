/** Calls that the public clients make of catalog and data, in the words of the profile `polymarket`. */
import type {
  CatalogMarket,
  ClosedPosition,
  CompactMarket,
  Event,
  HolderGroup,
  PublicProfile,
  SearchAnswer,
  TradeFill,
  UserActivity,
  UserPosition,
} from '@bellwether/contract';
import { beforeAll, expect, test } from 'vitest';
import { openTwoTraders, openVenue } from './testing/open-venue.ts';
import { addEvent, addMarket, admin, send, type TestMarket, Trader } from './testing/trader.ts';

const { stack, alice, bob } = await openTwoTraders({ profile: 'polymarket' });
const own = await openVenue();
const user = `user=${alice.address}`;
const UNKNOWN_EVENT = 999_999_999;

/** Two events with two markets each. The first is traded by both, sold again and priced; the second is split. */
let [rain, snow]: readonly TestMarket[][] = [[], []];
const marketOf = (event: readonly TestMarket[] | undefined, at = 0): TestMarket => {
  const market = event?.[at];
  if (market === undefined) throw new Error('the event has its markets');
  return market;
};
const idOf = (event: readonly TestMarket[] | undefined): string => marketOf(event).eventId;

async function get<Body>(path: string, venue = stack): Promise<Body> {
  const { status, body } = await send(venue, 'GET', path);
  expect({ path, status, body }).toMatchObject({ status: 200 });
  return body as Body;
}
const refusal = async (path: string, venue = stack): Promise<unknown> => {
  const { status, body } = await send(venue, 'GET', path);
  return [status, (body as { readonly error: string }).error];
};

beforeAll(async () => {
  rain = await addEvent(stack, ['Rain today?', 'Rain later?'], {}, { title: 'Rain' });
  snow = await addEvent(stack, ['Snow today?', 'Snow later?'], {}, { title: 'Snow' });
  for (const market of [marketOf(rain), marketOf(snow)]) {
    await alice.placed({ tokenId: market.yes, side: 'BUY', price: '0.4', size: '10' });
    await bob.placed({ tokenId: market.no, side: 'BUY', price: '0.6', size: '10' });
  }
  const { yes } = marketOf(rain);
  await bob.placed({ tokenId: yes, side: 'BUY', price: '0.5', size: '10' });
  await alice.placed({ tokenId: yes, side: 'SELL', price: '0.5', size: '10' });
  await alice.send('POST', '/positions/split', { conditionId: marketOf(snow, 1).conditionId, amount: '5' });
});

test('data: eventId shows all markets of one event or several, in every list of a user and in trades [W65]', async () => {
  const titles = async (path: string) =>
    (await get<{ readonly title: string }[]>(path)).map(({ title }) => title).toSorted();
  const both = `${idOf(rain)},${idOf(snow)}`;
  const lists: [path: string, ofRain: string[], ofSnow: string[]][] = [
    [`/positions?${user}`, [], ['Snow later?', 'Snow later?', 'Snow today?']],
    [`/closed-positions?${user}`, ['Rain today?'], []],
    [`/activity?${user}`, ['Rain today?', 'Rain today?'], ['Snow later?', 'Snow today?']],
    [`/trades?${user}&takerOnly=false`, ['Rain today?', 'Rain today?'], ['Snow today?']],
    ['/trades?takerOnly=true', ['Rain today?', 'Rain today?'], ['Snow today?']],
  ];
  for (const [path, ofRain, ofSnow] of lists) {
    expect([path, await titles(`${path}&eventId=${idOf(rain)}`)]).toEqual([path, ofRain]);
    expect([path, await titles(`${path}&eventId=${idOf(snow)}`)]).toEqual([path, ofSnow]);
    for (const several of [`eventId=${both}`, `eventId=${idOf(rain)}&eventId=${idOf(snow)}&eventId=${idOf(snow)}`])
      expect([path, await titles(`${path}&${several}`)]).toEqual([path, [...ofRain, ...ofSnow].toSorted()]);
    expect(await titles(`${path}&eventId=${UNKNOWN_EVENT}`)).toEqual([]);
    const two = `${path}&eventId=${idOf(rain)}&market=${marketOf(rain).conditionId}`;
    expect(await refusal(two)).toEqual([400, 'market and eventId are two filters: send one']);
    expect(await refusal(`${path}&eventId=x`)).toMatchObject([400, expect.stringMatching(/^eventId is malformed/)]);
  }
  const sold = await get<ClosedPosition[]>(`/closed-positions?${user}&eventId=${idOf(rain)}`);
  expect(sold[0]).toMatchObject({ realizedPnl: 1 });
  const mergeable = await get<UserPosition[]>(`/positions?${user}&eventId=${idOf(snow)}&mergeable=true`);
  expect(mergeable.map(({ size }) => size)).toEqual([5, 5]);
  const ofAsset = `/trades?eventId=${idOf(snow)}&asset_id=${marketOf(rain).yes}`;
  expect(await get<TradeFill[]>(ofAsset)).toEqual([]);
});

test('activity: types that the venue has none of have no rows, alone or in lists; deposits are left out or shown [W65]', async () => {
  const types = async (query: string, venue = stack) =>
    [...new Set((await get<UserActivity[]>(`/activity?${user}&${query}`, venue)).map(({ type }) => type))].toSorted();
  const never = ['REWARD', 'YIELD', 'MAKER_REBATE', 'TAKER_REBATE', 'REFERRAL_REWARD'];
  for (const type of [...never, never.join()]) expect([type, await types(`type=${type}`)]).toEqual([type, []]);
  expect(await types('type=REWARD,SPLIT&type=YIELD')).toEqual(['SPLIT']);
  expect(await types('')).toEqual(['SPLIT', 'TRADE']);
  expect(await types('excludeDepositsWithdrawals=true')).toEqual(['SPLIT', 'TRADE']);
  expect(await types('excludeDepositsWithdrawals=false')).toEqual(['DEPOSIT', 'SPLIT', 'TRADE']);
  expect(await types('type=DEPOSIT,SPLIT')).toEqual(['DEPOSIT', 'SPLIT']);
  expect(await types('type=DEPOSIT,SPLIT&excludeDepositsWithdrawals=true')).toEqual(['SPLIT']);
  expect(await types('type=DEPOSIT&excludeDepositsWithdrawals=true')).toEqual([]);
  await Trader.open(own, '1');
  expect(await types('', own)).toEqual(['DEPOSIT']);
  expect(await types('excludeDepositsWithdrawals=true', own)).toEqual([]);
});

test('limits: one above its maximum is the maximum, where the interface has no bound; the default profile refuses it [W65]', async () => {
  const paths = [
    ...['/markets?', '/events?', '/markets/keyset?', '/events/keyset?', '/series?', '/leaderboard?'],
    ...['/v1/leaderboard?', `/positions?${user}&`, `/closed-positions?${user}&`],
    ...[`/activity?${user}&`, `/v1/market-positions?market=${marketOf(rain).conditionId}&`],
  ].map((path) => `${path}limit=1000000`);
  for (const path of [...paths, '/public-search?q=rain&limit_per_type=5000']) {
    await get(path);
    expect([path, await refusal(path, own)]).toMatchObject([
      path,
      [400, expect.stringMatching(/^limit\w* must be in/)],
    ]);
  }
  expect(await get<Event[]>('/events?limit=501')).toHaveLength(2);
  for (const path of [
    '/trades?limit=10001',
    '/holders?market=0x00&limit=501',
    '/tags?limit=101',
    '/comments?limit=101',
  ])
    expect([path, (await send(stack, 'GET', path)).status]).toEqual([path, 400]);
  expect((await send(stack, 'GET', '/markets?limit=0')).status).toBe(400);
});

test('fees: an imported mark of 1000 stays, and the rate is in the schedule [W65]', async () => {
  const record = { question: 'Copied?', takerBaseFee: 1000, makerBaseFee: 1000, feesEnabled: true };
  const copied = { ...record, feeSchedule: { rate: 0.04, exponent: 1, takerOnly: true, rebateRate: 0 } };
  const shown = async (venue: typeof stack) => {
    const { body } = await admin(venue, 'POST', '/admin/events', {
      title: 'Fees',
      markets: [copied, { question: 'Free?' }],
    });
    const posted = (body as Event).markets;
    const [first] = posted;
    const listed = await get<CatalogMarket[]>(`/markets?condition_ids=${first?.conditionId}`, venue);
    const [token = ''] = JSON.parse(first?.clobTokenIds ?? '[]') as string[];
    const [unpaid = ''] = JSON.parse(posted[1]?.clobTokenIds ?? '[]') as string[];
    const compact = await get<CompactMarket>(`/clob-markets/${first?.conditionId}`, venue);
    return {
      fee: listed.map(({ takerBaseFee }) => takerBaseFee),
      schedule: listed[0]?.feeSchedule,
      rates: [
        await get(`/fee-rate?token_id=${token}`, venue),
        await get(`/fee-rate/${token}`, venue),
        await get(`/fee-rate/${unpaid}`, venue),
      ],
      compact: [compact.tbf, compact.fd],
    };
  };
  const schedule = { rate: 0.04, exponent: 1, takerOnly: true, rebateRate: 0 };
  const fd = { r: 0.04, e: 1, to: true };
  const answers = (fee: number) => ({
    fee: [fee],
    schedule,
    rates: [{ base_fee: fee }, { base_fee: fee }, { base_fee: 0 }],
    compact: [fee, fd],
  });
  expect(await shown(stack)).toEqual(answers(1000));
  expect(await shown(own)).toEqual(answers(400));
});

test('search: sorted by competitive, which is the same for all, and by when events ended [W65]', async () => {
  const found = async (query: string) =>
    (await get<SearchAnswer>(`/public-search?q=a&${query}`)).events.map(({ title }) => title);
  await addMarket(stack, 'Another?', {}, { title: 'An ice age' });
  await addMarket(stack, 'And one?', {}, { title: 'A storm' });
  const newest = await found('sort=competitive');
  expect(newest.slice(0, 2)).toEqual(['A storm', 'An ice age']);
  expect(await found('sort=competitive&ascending=true')).toEqual(newest.toReversed());
  for (const spelling of ['closed_time', 'closedTime'])
    expect(await found(`sort=${spelling}`)).toHaveLength(newest.length);
});

test('catalog: a repeated slug shows each of the named [W65]', async () => {
  for (const venue of [stack, own]) {
    for (const title of ['One', 'Two', 'Three']) await addMarket(venue, `${title}?`, {}, { title });
    const slugs = (query: string) => get<readonly { slug: string }[]>(query, venue);
    for (const list of ['markets', 'events'])
      for (const query of ['slug=one&slug=three', 'slug=three,one'])
        expect((await slugs(`/${list}?${query}&ascending=true`)).map(({ slug }) => slug)).toEqual(['one', 'three']);
    expect(await slugs('/events?slug=none&slug=two')).toMatchObject([{ slug: 'two' }]);
  }
});

test('history: a fidelity too fine for its range is raised, one that fits stays; the default profile refuses it [W65]', async () => {
  const token = marketOf(rain).yes;
  const nowS = Math.floor(stack.time.nowMs / 1_000);
  stack.time.nowMs += 3 * 86_400_000;
  const point = async (query: string): Promise<number[]> => {
    const { history } = await get<{ history: { t: number }[] }>(`/prices-history?market=${token}&${query}`);
    return [...new Set(history.slice(1, -1).map(({ t }, at) => (t - (history[at]?.t ?? 0)) / 60))];
  };
  expect(await point(`startTs=${nowS - 600}&endTs=${nowS + 86_400}&fidelity=1`)).toEqual([1]);
  expect(await point('interval=1w&fidelity=1')).toEqual([5]);
  expect(await point('interval=1m&fidelity=7')).toEqual([10]);
  expect(await point('interval=1m&fidelity=15')).toEqual([15]);
  // Sixty days reach back beyond the minutes that are kept, and a minute each would be 86,400 points.
  const early = nowS - 60 * 86_400;
  for (const query of [`startTs=${early}&fidelity=1`, `startTs=0&endTs=${nowS + 90_000}&fidelity=5`])
    expect((await point(query)).every((minutes) => minutes >= 5)).toBe(true);
  const wide = { start_ts: nowS - 15 * 86_400, end_ts: nowS + 3 * 86_400, fidelity: 1 };
  const markets = [rain, snow].flatMap((event) => (event ?? []).flatMap(({ yes, no }) => [yes, no]));
  const batch = (venue: typeof stack, body: object) => send(venue, 'POST', '/batch-prices-history', body);
  expect(await batch(stack, { markets, ...wide })).toMatchObject({ status: 200 });
  expect(await batch(own, { markets, ...wide })).toMatchObject({ status: 400 });
  expect(await refusal(`/prices-history?market=${token}&interval=1w&fidelity=1`, own)).toEqual([
    400,
    "invalid filters: minimum 'fidelity' for '1w' range is 5",
  ]);
});

test('clients: rewards in short, searches without closed markets, balances of holders, and tiers of takers [W65]', async () => {
  const { conditionId } = marketOf(snow);
  expect((await get<CompactMarket>(`/clob-markets/${conditionId}`)).r).toEqual({ mi: 0, ma: 0, e: false });
  const closed = marketOf(rain, 1);
  await admin(stack, 'POST', `/admin/markets/${closed.conditionId}/resolve`, { winner: 'Yes' });
  const shown = async (query: string) =>
    (await get<SearchAnswer>(`/public-search?q=rain&${query}`)).events.flatMap(({ markets }) => markets).length;
  for (const none of ['false', '0', 'False'])
    expect([none, await shown(`keep_closed_markets=${none}`)]).toEqual([none, 1]);
  for (const all of ['true', '1', '24']) expect([all, await shown(`keep_closed_markets=${all}`)]).toEqual([all, 2]);
  expect((await send(stack, 'GET', '/public-search?q=rain&keep_closed_markets=-1')).status).toBe(400);
  const holders = async (query: string) =>
    (await get<HolderGroup[]>(`/holders?market=${conditionId}&${query}`)).map((group) => group.holders.length);
  expect(await holders('min_balance=10')).toEqual([1, 1]);
  expect(await holders('min_balance=10.5')).toEqual([0, 0]);
  const profile = await get<PublicProfile>(`/public-profile?address=${alice.address}`);
  // Bought ten at 0.4 twice, sold ten at 0.5.
  expect(profile).toMatchObject({ takerTier: 0, takerTierName: 'Tier 0', weightedVolume: 13 });
  stack.time.nowMs += 30 * 86_400_000;
  expect(await get(`/public-profile?address=${alice.address}`)).toMatchObject({ weightedVolume: 0 });
});
