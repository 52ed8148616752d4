/** Closing times over HTTP: set, shown, moved, removed and imported. Trading ends at the closing time itself. */
import { readFileSync } from 'node:fs';
import type { CatalogMarket, MarketDetail } from '@bellwether/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Stack, startStack } from './testing/stack.ts';
import { addEvent, admin, send, type TestMarket, Trader } from './testing/trader.ts';

const RECORDED_MARKET = new URL('../ops/fixtures/gamma_market.json', import.meta.url);
const HOUR_MS = 3_600_000;

let stack: Stack;
let alice: Trader;
beforeEach(async () => {
  stack = await startStack();
  alice = await Trader.open(stack, '1');
});
afterEach(() => stack.close());

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
  const [market] = (await addEvent(stack, ['Moves?'])) as [TestMarket];
  expect([(await detailOf(market)).close_time, (await listed(market)).closeTime]).toEqual(['', '']);
  await alice.placed(order(market));
  const soon = stack.time.nowMs + HOUR_MS;
  const [created] = (await addEvent(stack, ['Closes?'], { closeTime: iso(soon) })) as [TestMarket];
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
  const detail = async (): Promise<MarketDetail> =>
    (await send(stack, 'GET', `/markets/${recorded.conditionId}`)).body as MarketDetail;
  const own = { ...recorded, closed: false, active: true, acceptingOrders: true, closeTime: '2030-01-02T03:04:05Z' };
  const past = { ...recorded, closed: true, closedTime: '2020-11-02 16:31:01+00' };
  const imported = await admin(stack, 'POST', '/admin/import?file=own.json', own);
  expect(imported.status).toBe(200);
  expect(await detail()).toMatchObject({ close_time: '2030-01-02T03:04:05Z', status: 'open' });
  await stack.close();
  stack = await startStack();
  expect((await admin(stack, 'POST', '/admin/import?file=past.json', past)).status).toBe(200);
  expect(await detail()).toMatchObject({ close_time: '2020-11-02T16:31:01Z', accepting_orders: false });
  // No order can rest in this market, so the timer has nothing to do.
  expect(stack.exchange.entries.map(({ command }) => command.kind)).not.toContain('EndTrading');
});
