/**
 * One-winner events over HTTP: one call names the winner, a dead heat or a void, and every market is resolved at once.
 */
import type { Event, EventResolutionAnswer, ImportAnswer, MarketDetail, ResolutionAnswer } from '@bellwether/contract';
import { totalAdvanced } from '@bellwether/engine';
import { expect, test } from 'vitest';
import type { Stack } from './testing/stack.ts';
import { addEvent, admin, send, type TestMarket, type Trader } from './testing/trader.ts';
import { useTwoTraders } from './testing/two-traders.ts';

let stack: Stack;
let alice: Trader;
let bob: Trader;
useTwoTraders((venue) => {
  ({ stack, alice, bob } = venue);
});

let events = 0;
/** Creates a one-winner event with one market per title. */
async function race(titles: readonly string[]): Promise<TestMarket[]> {
  const number = ++events;
  const markets = titles.map((title) => ({ question: `Will ${title} win race ${number}?`, groupItemTitle: title }));
  const answer = await admin(stack, 'POST', '/admin/events', { title: `Race ${number}`, negRisk: true, markets });
  const { id, markets: added } = answer.body as { id: string; markets: { conditionId: string; tokenIds: string[] }[] };
  return added.map(({ conditionId, tokenIds: [yes = '', no = ''] }) => ({ conditionId, yes, no, eventId: id }));
}

const resolveEvent = (eventId: string, body: object) => admin(stack, 'POST', `/admin/events/${eventId}/resolve`, body);
const detailOf = async ({ conditionId }: TestMarket): Promise<MarketDetail> =>
  (await send(stack, 'GET', `/markets/${conditionId}`)).body as MarketDetail;
const freeOf = async (trader: Trader): Promise<number> => {
  const { wallets } = (await trader.send('GET', '/account')).body as { wallets: { free: string }[] };
  return wallets.reduce((sum, { free }) => sum + Number(free), 0);
};

test('event: its winner is named by title, all markets are resolved in one entry, nothing trades any more [E20]', async () => {
  const markets = await race(['Red', 'Green', 'Blue']);
  const [red, green, blue] = markets as [TestMarket, TestMarket, TestMarket];
  const before = [await freeOf(alice), await freeOf(bob)] as const;
  await alice.placed({ tokenId: green.yes, side: 'BUY', price: '0.4', size: '10' });
  await bob.placed({ tokenId: green.no, side: 'BUY', price: '0.6', size: '10' });
  await alice.placed({ tokenId: blue.yes, side: 'BUY', price: '0.2', size: '10' });
  const { sequence } = stack.exchange.state;
  const answer = await resolveEvent(red.eventId, { winner: 'green' });
  expect(answer.status).toBe(200);
  const body = answer.body as EventResolutionAnswer;
  expect(body).toMatchObject({ event_id: red.eventId, slug: 'race-1' });
  expect(body.markets.map(({ condition_id, payouts }) => [condition_id, payouts])).toEqual([
    [red.conditionId, ['0', '1']],
    [green.conditionId, ['1', '0']],
    [blue.conditionId, ['0', '1']],
  ]);
  const entries = stack.exchange.entries.filter((entry) => entry.sequence > sequence);
  expect(entries.filter((entry) => entry.events.some(({ kind }) => kind === 'MarketResolved'))).toHaveLength(1);
  for (const { yes } of markets) {
    expect(await bob.place({ tokenId: yes, side: 'BUY', price: '0.5', size: '10' })).toMatchObject({
      status: 400,
      body: { code: 'market_closed' },
    });
  }
  expect([await freeOf(alice), await freeOf(bob)]).toEqual([before[0] + 6, before[1] - 6]);
  expect((await Promise.all(markets.map(detailOf))).map(({ status, tokens }) => [status, tokens[0]?.winner])).toEqual([
    ['resolved', false],
    ['resolved', true],
    ['resolved', false],
  ]);
  expect((await send(stack, 'GET', `/events/${red.eventId}`)).body as Event).toMatchObject({ closed: true });
  expect(await resolveEvent(red.eventId, { winner: 'green' })).toMatchObject({ body: { code: 'already_resolved' } });
});

test('market: a first outcome that wins resolves the whole event, and the answer names the others', async () => {
  const [red, green, blue] = (await race(['Red', 'Green', 'Blue'])) as [TestMarket, TestMarket, TestMarket];
  const resolve = (market: TestMarket, winner: string) =>
    admin(stack, 'POST', `/admin/markets/${market.conditionId}/resolve`, { winner });
  const lost = (await resolve(red, 'No')).body as ResolutionAnswer;
  expect(lost).toMatchObject({ payouts: ['0', '1'], also_resolved: [] });
  expect(await detailOf(blue)).toMatchObject({ status: 'open' });
  const won = (await resolve(green, 'Yes')).body as ResolutionAnswer;
  expect(won).toMatchObject({
    condition_id: green.conditionId,
    payouts: ['1', '0'],
    also_resolved: [{ condition_id: blue.conditionId, payouts: ['0', '1'] }],
  });
  expect(await detailOf(blue)).toMatchObject({ status: 'resolved', accepting_orders: false });
});

test('void: the markets share one, holders are paid their parts and conversions are repaid exactly', async () => {
  const markets = await race(['Red', 'Green', 'Blue']);
  const conditionIds = markets.slice(0, 2).map(({ conditionId }) => conditionId);
  const before = await freeOf(alice);
  for (const conditionId of conditionIds) await alice.send('POST', '/positions/split', { conditionId, amount: '30' });
  await alice.send('POST', '/positions/convert', { conditionIds, amount: '30' });
  const answer = await resolveEvent(markets[0]?.eventId ?? '', { void: true });
  expect((answer.body as EventResolutionAnswer).markets.map(({ payouts }) => payouts)).toEqual([
    ['0.3334', '0.6666'],
    ['0.3333', '0.6667'],
    ['0.3333', '0.6667'],
  ]);
  // 60 in, 30 back from the conversion, 30 YES of each market: together they pay out in full.
  expect(await freeOf(alice)).toBeCloseTo(before, 6);
  const { catalogEvents, totals } = stack.exchange.state;
  expect([totalAdvanced(catalogEvents.values()), totals.backing]).toEqual([0n, 0]);
});

test('dead heat: the winners share one; by slug, question or condition id, each once', async () => {
  const [red, green, blue] = (await race(['Red', 'Green', 'Blue'])) as [TestMarket, TestMarket, TestMarket];
  const refused = async (body: object) => (await resolveEvent(red.eventId, body)).text;
  expect(await refused({ winner: 'Pink' })).toContain('no market of the event is called Pink');
  expect(await refused({ winners: ['Red', red.conditionId] })).toContain('is named twice');
  expect(await refused({})).toContain('send either winner, winners or void');
  const answer = await resolveEvent(red.eventId, { winners: [blue.conditionId, `Will Red win race ${events}?`] });
  expect((answer.body as EventResolutionAnswer).markets.map(({ payouts }) => payouts)).toEqual([
    ['0.5', '0.5'],
    ['0', '1'],
    ['0.5', '0.5'],
  ]);
  expect(await detailOf(red)).toMatchObject({ is_50_50_outcome: true });
  expect(await detailOf(green)).toMatchObject({ is_50_50_outcome: false });
});

test('event: titles that two markets share name neither', async () => {
  const [first] = await addEvent(
    stack,
    ['Left?', 'Right?'],
    { negRisk: true, groupItemTitle: 'Same' },
    { negRisk: true },
  );
  expect((await resolveEvent(first?.eventId ?? '', { winner: 'Same' })).text).toContain('name one by its condition id');
});

test('event: a recorded winner that is imported later ends trading in all its markets, in one entry [E27]', async () => {
  const markets = await race(['Lark', 'Wren', 'Dove']);
  const [lark, wren] = markets as [TestMarket, TestMarket, TestMarket];
  const before = [await freeOf(alice), await freeOf(bob)] as const;
  await alice.placed({ tokenId: wren.yes, side: 'BUY', price: '0.4', size: '10' });
  await bob.placed({ tokenId: wren.no, side: 'BUY', price: '0.6', size: '10' });
  await alice.placed({ tokenId: lark.yes, side: 'BUY', price: '0.2', size: '10' });
  const event = (await send(stack, 'GET', `/events/${wren.eventId}`)).body as Event;
  const record = {
    ...event,
    markets: event.markets.map((market) =>
      market.conditionId === wren.conditionId
        ? { ...market, closed: true, acceptingOrders: false, resolved: true, outcomePrices: '["1", "0"]' }
        : market,
    ),
  };
  const { sequence } = stack.exchange.state;
  const answer = await admin(stack, 'POST', '/admin/import?file=later.json', record);
  expect([answer.status, (answer.body as ImportAnswer).notes]).toEqual([
    200,
    [
      'known here already: a result is taken, and text, terms and flags stay as they are (4 records: markets[0], markets[1] and 2 more)',
      'without a result here until now: resolved as recorded (3 markets)',
    ],
  ]);
  const entries = stack.exchange.entries.filter((entry) => entry.sequence > sequence);
  expect(entries[0]?.events.map(({ kind }) => kind)).toEqual([
    'MarketResolved',
    'MarketResolved',
    'MarketResolved',
    'CatalogEventUpdated',
  ]);
  expect((await bob.place({ tokenId: lark.yes, side: 'BUY', price: '0.5', size: '10' })).body).toMatchObject({
    code: 'market_closed',
  });
  await expect.poll(() => freeOf(alice)).toBeCloseTo(before[0] + 6, 6);
  await expect.poll(() => freeOf(bob)).toBeCloseTo(before[1] - 6, 6);
});
