/** The venue, keys, positions, and the operator's changes and imports; closing times, at which trading ends. */
import { readFileSync } from 'node:fs';
import type { CatalogMarket, Event, MarketDetail, SearchAnswer } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { openTestVenue, openVenue } from './testing/open-venue.ts';
import { DOMAIN, SIGN_IN, START_MS } from './testing/stack.ts';
import { addEvent, addMarket, admin, send, type TestMarket, Trader } from './testing/trader.ts';

const RECORDED = readFileSync(new URL('../../../venue/src/ops/fixtures/gamma_market.json', import.meta.url), 'utf8');

const stack = await openVenue();
const alice = await Trader.open(stack, '1');

test('venue: its names, signing terms, mode and starting balance', async () => {
  const venue = { name: 'Bellwether', version: '1.2.3', mode: 'open', startingBalance: '1000', time: START_MS / 1000 };
  const profile = { name: 'bellwether', differences: expect.arrayContaining(['data-v2']) };
  const looks = { accent: '', logo: '', terms: '', welcome: '' };
  const settings = { currency: '$', join: 'open', reads: 'public', looks, profile };
  const signing = { chainId: 31_337, domain: DOMAIN, signInChainIds: [31_337], authPrefixes: ['SERVICE_'] };
  const { authMessage } = SIGN_IN;
  expect((await send(stack, 'GET', '/venue')).body).toEqual({ ...venue, ...settings, ...signing, authMessage });
});

test('positions: split and merge move collateral and both outcomes, exactly', async () => {
  const [market] = await addEvent(stack, ['Splits?']);
  const { conditionId, yes, no } = market!;
  const answer = (await alice.send('POST', '/positions/split', { conditionId, amount: '10.5' })).body;
  expect(answer).toMatchObject({ wallet: alice.address, amount: '10.5', collateral: '10.5' });
  await alice.placed({ tokenId: yes, side: 'SELL', price: '0.9', size: '6' });
  const account = await alice.account();
  expect(account).toMatchObject({ address: alice.address, openOrders: 1 });
  expect(account.wallets[0]).toEqual({
    address: alice.address,
    free: '989.5',
    held: '0',
    positions: [
      { conditionId, tokenId: yes, outcome: 'Yes', outcomeIndex: 0, free: '4.5', held: '6' },
      { conditionId, tokenId: no, outcome: 'No', outcomeIndex: 1, free: '10.5', held: '0' },
    ],
  });
  await alice.send('DELETE', '/cancel-all');
  expect((await alice.send('POST', '/positions/merge', { conditionId, amount: '10.5' })).status).toBe(200);
});

test('positions: NO on two of three questions becomes collateral and YES on the third', async () => {
  const markets = await addEvent(stack, ['Red?', 'Green?', 'Blue?'], { negRisk: true }, { negRisk: true });
  for (const { conditionId } of markets.slice(0, 2))
    await alice.send('POST', '/positions/split', { conditionId, amount: '20' });
  const conditionIds = markets.slice(0, 2).map(({ conditionId }) => conditionId);
  const answer = (await alice.send('POST', '/positions/convert', { conditionIds, amount: '20' })).body;
  expect(answer).toMatchObject({ amount: '20', collateral: '20' });
  const { wallets } = await alice.account();
  const listed = wallets[0]?.positions.map(({ conditionId, outcome }) => [conditionId, outcome]);
  expect(listed).toEqual(markets.map(({ conditionId }) => [conditionId, 'Yes']));
});

test('admin: the same question asked several times at once gets a slug each', async () => {
  stack.exchange.latencyMs = 20;
  const asked = Array.from({ length: 4 }, () =>
    admin(stack, 'POST', '/admin/events', { title: 'Asked at once', markets: [{ question: 'Asked at once?' }] }),
  );
  const answers = await Promise.all(asked);
  stack.exchange.latencyMs = 0;
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(new Set(answers.map(({ body }) => (body as { slug: string }).slug)).size).toBe(4);
});

test('admin: a new tick is that of the book, and payouts are taken as numbers and as texts', async () => {
  const [market] = await addEvent(stack, ['Resolves?']);
  const { conditionId, yes } = market!;
  const path = `/admin/markets/${conditionId}`;
  await admin(stack, 'PATCH', path, { orderPriceMinTickSize: 0.001 });
  expect((await send(stack, 'GET', `/book?token_id=${yes}`)).body).toMatchObject({ tick_size: '0.001' });
  const answer = (await admin(stack, 'POST', `${path}/resolve`, {})).body;
  expect(answer).toMatchObject({ error: 'send either winner or payouts' });
  const told = (await admin(stack, 'POST', `${path}/resolve`, { payouts: [0.25, '0.75'] })).body;
  expect(told).toMatchObject({ condition_id: conditionId, payouts: ['0.25', '0.75'] });
  expect((await send(stack, 'GET', `/markets/${conditionId}`)).body).toMatchObject({ status: 'resolved' });
});

test('admin: an event is closed with the last of its markets', async () => {
  const markets = [{ question: 'Frost by Friday?' }, { question: 'Frost by Sunday?' }];
  const added = await admin(stack, 'POST', '/admin/events', { title: 'First frost', markets });
  const event = added.body as Event;
  const isListedAs = async (closed: boolean): Promise<boolean> =>
    ((await send(stack, 'GET', `/events?closed=${closed}&limit=100`)).body as Event[]).some(
      ({ id }) => id === event.id,
    );
  for (const [index, { conditionId }] of event.markets.entries()) {
    expect([index, await isListedAs(false), await isListedAs(true)]).toEqual([index, true, false]);
    await admin(stack, 'POST', `/admin/markets/${conditionId}/resolve`, { winner: index === 0 ? 'No' : 'Yes' });
  }
  expect([await isListedAs(false), await isListedAs(true)]).toEqual([false, true]);
  const found = async (status: string): Promise<number> => {
    const { body } = await send(stack, 'GET', `/public-search?q=first%20frost&events_status=${status}`);
    return (body as SearchAnswer).events.length;
  };
  expect([await found('active'), await found('closed'), await found('resolved')]).toEqual([0, 1, 1]);
});

test('admin: the name of an unknown field is made safe to repeat', async () => {
  const deposit = { wallet: alice.address, amount: '1', '<b>"note"': 1 };
  expect(await admin(stack, 'POST', '/admin/deposits', deposit)).toMatchObject({
    status: 400,
    body: { error: 'Invalid payload: unknown field "bnote"', code: 'invalid_payload' },
  });
});

const iso = (ms: number): string => new Date(ms).toISOString();
const shown = (ms: number): string => iso(ms).replace('.000Z', 'Z');
const detailOf = async ({ conditionId }: TestMarket): Promise<MarketDetail> =>
  (await send(stack, 'GET', `/markets/${conditionId}`)).body as MarketDetail;
const listed = async ({ conditionId }: TestMarket): Promise<CatalogMarket> =>
  ((await send(stack, 'GET', `/markets?conditionId=${conditionId}`)).body as CatalogMarket[])[0] as CatalogMarket;
const patch = ({ conditionId }: TestMarket, changes: object) =>
  admin(stack, 'PATCH', `/admin/markets/${conditionId}`, changes);
const order = ({ yes }: TestMarket) => ({ tokenId: yes, side: 'BUY', price: '0.4', size: '10' }) as const;

test('closing time: set at creation and by a patch, shown in lists and detail; one in the past ends trading, and none takes it away', async () => {
  const market = await addMarket(stack, 'Moves?');
  expect([(await detailOf(market)).close_time, (await listed(market)).closeTime]).toEqual(['', '']);
  await alice.placed(order(market));
  const soon = stack.time.nowMs + 3_600_000;
  const created = await addMarket(stack, 'Closes?', { closeTime: iso(soon) });
  expect((await patch(market, { closeTime: iso(soon) })).body).toMatchObject({ close_time: shown(soon) });
  for (const each of [created, market]) {
    expect(await detailOf(each)).toMatchObject({ close_time: shown(soon), accepting_orders: true, status: 'open' });
    expect(await listed(each)).toMatchObject({ closeTime: shown(soon), acceptingOrders: true });
  }
  const answer = (await patch(market, { close_time: iso(stack.time.nowMs - 5) })).body;
  expect(answer).toMatchObject({ close_time: iso(stack.time.nowMs - 5), accepting_orders: false, status: 'closed' });
  expect(await listed(market)).toMatchObject({ closed: false, acceptingOrders: false });
  expect(await alice.place(order(market))).toMatchObject({ status: 400, body: { code: 'trading_ended' } });
  expect(stack.exchange.state.openOrders.size).toBe(0);
  for (const nothing of [null, '']) {
    await patch(market, { closeTime: iso(stack.time.nowMs - 5) });
    const told = (await patch(market, { closeTime: nothing })).body;
    expect(told).toMatchObject({ close_time: '', accepting_orders: true, status: 'open' });
    await alice.placed(order(market));
  }
  expect(await patch(market, { closeTime: 'soon' })).toMatchObject({ status: 400 });
  const found = await patch(market, { closeTime: '1969-12-31T00:00:00Z' });
  expect(found).toMatchObject({ status: 400, body: { error: 'closeTime: must not lie before 1970' } });
});

test('closing time: recorded data bring theirs along, and a closed record says when trading ended', async () => {
  const recorded = JSON.parse(RECORDED) as { conditionId: string };
  const imported = async (changes: object) => {
    const venue = await openTestVenue();
    const record = { ...recorded, ...changes };
    expect((await admin(venue, 'POST', '/admin/import?file=own.json', record)).status).toBe(200);
    return { venue, detail: (await send(venue, 'GET', `/markets/${recorded.conditionId}`)).body };
  };
  const open = { closed: false, active: true, acceptingOrders: true, closeTime: '2030-01-02T03:04:05Z' };
  expect((await imported(open)).detail).toMatchObject({ close_time: '2030-01-02T03:04:05Z', status: 'open' });
  const { venue, detail } = await imported({ closed: true, closedTime: '2020-11-02 16:31:01+00' });
  expect(detail).toMatchObject({ close_time: '2020-11-02T16:31:01Z', accepting_orders: false });
  // No order can rest in this market, so the timer has nothing to do.
  expect(venue.exchange.entries.map(({ command }) => command.kind)).not.toContain('EndTrading');
});
