/** Markets of version v2: structured ids, which every route accepts in 31 bytes and in 32, and everything else as in v1. */
import { type MarketListingPage, type OwnOrders, positionIdsOf } from '@bellwether/contract';
import { orderDomains } from '@bellwether/venue/config/profile.ts';
import { describe, expect, test } from 'vitest';
import { openTwoTraders, openVenue } from './testing/open-venue.ts';
import { addEvent, addMarket, admin, send, type TestMarket, Trader } from './testing/trader.ts';

const { stack, alice, bob } = await openTwoTraders();
const get = async (path: string) => (await send(stack, 'GET', path)).body;
const v2 = await addMarket(stack, 'Of version 2?', {}, { version: 'v2' });
const reds = await addEvent(stack, ['Red?', 'Blue?', 'Green?'], {}, { version: 'v2', negRisk: true });
const [red, blue] = reds as [TestMarket, TestMarket];

const short = (market: TestMarket): string => market.conditionId.slice(0, -2);
const buy = (tokenId: string, price: string, size = '10') => ({ tokenId, side: 'BUY', price, size }) as const;

test('versions: a condition id of 31 bytes names the same market as that of 32', async () => {
  await alice.placed(buy(v2.yes, '0.4'));
  const open = (await alice.send('GET', `/data/orders?market=${short(v2)}`)).body as OwnOrders;
  expect(open.data).toMatchObject([{ market: v2.conditionId, asset_id: v2.yes }]);
  for (const path of [
    ...['/markets/ID', '/clob-markets/ID', '/markets?conditionId=ID', '/markets?condition_ids=ID', '/markets/ID/tags'],
    ...[
      '/trades?market=ID',
      '/holders?market=ID',
      '/oi?market=ID',
      '/live-volume?market=ID',
      '/builder/trades?market=ID',
    ],
    ...['/v1/market-positions?market=ID', '/markets/live-activity/ID'],
  ]) {
    const [long, of31] = [
      path.replace('ID', v2.conditionId),
      path.replace('ID', short(v2).toUpperCase().replace('X', 'x')),
    ];
    expect([path, await get(of31)]).toEqual([path, await get(long)]);
    expect((await send(stack, 'GET', of31)).status).toBe(200);
  }
  const moved = { conditionId: short(v2), amount: '2' };
  expect((await alice.send('POST', '/positions/split', moved)).status).toBe(200);
  expect((await alice.send('POST', '/positions/merge', moved)).status).toBe(200);
  const { body, ...answer } = await alice.send('DELETE', '/cancel-market-orders', { market: short(v2), asset_id: '' });
  expect([answer.status, (body as { canceled: string[] }).canceled]).toEqual([200, [open.data[0]?.id]]);
});

test('versions: an order may name its market by 31 bytes, and its trade is shown with 32', async () => {
  await alice.placed(buy(red.no, '0.6'));
  const { body } = await bob.sign(buy(red.yes, '0.4'));
  const order = { ...body.order, conditionId: short(red) };
  expect(await bob.send('POST', '/order', { ...body, order })).toMatchObject({
    status: 200,
    body: { status: 'matched' },
  });
  expect(await get(`/trades?market=${short(red)}`)).toMatchObject([{ conditionId: red.conditionId }]);
  const position = (await bob.send('GET', `/positions?user=${bob.address}`)).body;
  expect(position).toMatchObject([{ conditionId: red.conditionId, size: 10, negativeRisk: true }]);
});

test('versions: a winner ends the negative-risk event, and both ids resolve', async () => {
  const path = `/admin/markets/${short(blue)}/resolve`;
  expect(await admin(stack, 'POST', path, { winner: 'Yes' })).toMatchObject({
    status: 200,
    body: { condition_id: blue.conditionId, status: 'resolved', also_resolved: { length: 2 } },
  });
  const page = (await get('/markets?next_cursor=')) as MarketListingPage;
  const closed = page.data.filter(({ condition_id }) => reds.some(({ conditionId }) => conditionId === condition_id));
  expect(closed.map(({ tokens }) => tokens.map(({ winner }) => winner))).toContainEqual([true, false]);
});

test('versions: a profile of a date before them opens no event of version v2', async () => {
  const old = await openVenue({ profile: 'polymarket@2026-07' });
  const answer = await admin(old, 'POST', '/admin/events', {
    title: 'T',
    version: 'v2',
    markets: [{ question: 'Q?' }],
  });
  expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining('version: must be v1') } });
  // Nor by its ids alone.
  const id = `0x01${'ab'.repeat(16)}${'0'.repeat(30)}`;
  const [first, second] = positionIdsOf(id);
  const ids = { conditionId: id, clobTokenIds: [first, second] };
  const unnamed = await admin(old, 'POST', '/admin/events', { title: 'T', markets: [{ question: 'Q?', ...ids }] });
  const error = 'markets[0].conditionId: must be that of a market of version v1';
  expect(unnamed).toMatchObject({ status: 400, body: { error: expect.stringContaining(error) } });
  const records = [{ id: '7', question: 'Q?', slug: 'q', ...ids }];
  const imported = await admin(old, 'POST', '/admin/import?file=f.json', records);
  expect(imported).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('f.json: [0].conditionId: ') },
  });
});

test('versions: at a venue of the public clients each kind of wallet signs orders of version v2 for version 3', async () => {
  const venue = await openVenue({ profile: 'polymarket' });
  const trader = await Trader.open(venue, '1');
  const { v2Domains } = venue.dependencies;
  expect((await send(venue, 'GET', '/venue')).body).toMatchObject({ v2Domain: v2Domains[0] });
  const binary = await addMarket(venue, 'Binary?', {}, { version: 'v2' });
  const [negRisk] = await addEvent(venue, ['A?', 'B?'], {}, { version: 'v2', negRisk: true });
  const { depositWallet } = await trader.account();
  for (const market of [binary, negRisk as TestMarket])
    for (const signatureType of [0, 1, 2, 3] as const)
      for (const domain of v2Domains) {
        const wallet = signatureType === 0 ? undefined : { address: depositWallet, signatureType };
        const { body, orderId } = await trader.sign(buy(market.yes, '0.1'), wallet, domain as never);
        const answer = await trader.send('POST', '/order', body);
        expect(answer).toMatchObject({ status: 200, body: { success: true, orderID: orderId } });
      }
});

describe('versions: an order for another domain is refused, and the refusal names both', async () => {
  const venue = await openVenue({ profile: 'polymarket' });
  const trader = await Trader.open(venue, '1');
  const markets = {
    v1: await addMarket(venue, 'Of version 1?'),
    v2: await addMarket(venue, 'Of version 2?', {}, { version: 'v2' }),
  };
  const { domain, negRiskDomain, v2Domains } = venue.dependencies;
  const [v3, otherV3] = v2Domains;
  const [mainV3] = orderDomains('polymarket', '', 'on').v2Domains;
  const PUBLIC = 'markets of version v2 of chain 137, where the public clients’ contracts are';
  test.each([
    ['v2', 'version 2', domain, 'standard markets of this venue'],
    ['v2', 'version 2 of negative risk', negRiskDomain, 'negative-risk markets of this venue'],
    ['v2', 'version 3 of chain 137', mainV3, PUBLIC],
    ['v1', 'version 3', v3, 'markets of version v2 of this venue'],
    ['v1', 'the other contract of version 3', otherV3, 'markets of version v2 of this venue'],
  ] as const)('versions: in a market of %s, signed for %s', async (version, _name, signedFor, meaning) => {
    const { body } = await trader.sign(buy(markets[version].yes, '0.1'), undefined, signedFor as never);
    const answer = await trader.send('POST', '/order', body);
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: 'invalid_signature',
        details: { domain: version === 'v2' ? v3 : domain, signedFor: { domain: signedFor, meaning } },
      },
    });
  });
});
