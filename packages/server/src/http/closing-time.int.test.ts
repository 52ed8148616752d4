/** Closing times over HTTP: set, shown, moved, removed and imported. Trading ends at the closing time itself. */
import { readFileSync } from 'node:fs';
import type { CatalogMarket, MarketDetail } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { openTestVenue, openVenue } from './testing/open-venue.ts';
import { addMarket, admin, send, type TestMarket, Trader } from './testing/trader.ts';

const RECORDED_MARKET = new URL('../ops/fixtures/gamma_market.json', import.meta.url);
const HOUR_MS = 3_600_000;

const stack = await openVenue();
const alice = await Trader.open(stack, '1');

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
  const soon = stack.time.nowMs + HOUR_MS;
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
  const recorded = JSON.parse(readFileSync(RECORDED_MARKET, 'utf8')) as { conditionId: string };
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
