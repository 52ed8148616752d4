/**
 * One-winner events over HTTP: one call names the winner, a dead heat or a void, and every market is resolved at once.
 */
import type { Event, EventResolutionAnswer, MarketDetail, ResolutionAnswer } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { openTwoTraders } from './testing/open-venue.ts';
import { addEvent, admin, send, type TestMarket, type Trader } from './testing/trader.ts';

const { stack, alice, bob } = await openTwoTraders();

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
    const late = await bob.place({ tokenId: yes, side: 'BUY', price: '0.5', size: '10' });
    expect(late).toMatchObject({ status: 400, body: { code: 'market_closed' } });
  }
  expect([await freeOf(alice), await freeOf(bob)]).toEqual([before[0] + 6, before[1] - 6]);
  const shown = (await Promise.all(markets.map(detailOf))).map(
    ({ status, tokens }) => `${status} ${tokens[0]?.winner}`,
  );
  expect(shown).toEqual(['resolved false', 'resolved true', 'resolved false']);
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
  expect((await resolve(green, 'Yes')).body as ResolutionAnswer).toMatchObject({
    condition_id: green.conditionId,
    payouts: ['1', '0'],
    also_resolved: [{ condition_id: blue.conditionId, payouts: ['0', '1'] }],
  });
  expect(await detailOf(blue)).toMatchObject({ status: 'resolved', accepting_orders: false });
});

test('void: the markets share one, to the last ten-thousandth', async () => {
  const [red] = (await race(['Red', 'Green', 'Blue'])) as [TestMarket];
  const answer = await resolveEvent(red.eventId, { void: true });
  expect((answer.body as EventResolutionAnswer).markets.map(({ payouts }) => payouts)).toEqual([
    ['0.3334', '0.6666'],
    ['0.3333', '0.6667'],
    ['0.3333', '0.6667'],
  ]);
});

test('dead heat: the winners share one; by slug, question or condition id, each once; a title of two names neither', async () => {
  const [red, green, blue] = (await race(['Red', 'Green', 'Blue'])) as [TestMarket, TestMarket, TestMarket];
  const refused = async (body: object) => (await resolveEvent(red.eventId, body)).text;
  expect(await refused({ winner: 'Pink' })).toContain('no market of the event is called Pink');
  expect(await refused({ winners: ['Red', red.conditionId] })).toContain('is named twice');
  const answer = await resolveEvent(red.eventId, { winners: [blue.conditionId, `Will Red win race ${events}?`] });
  expect((answer.body as EventResolutionAnswer).markets.map(({ payouts }) => payouts)).toEqual([
    ['0.5', '0.5'],
    ['0', '1'],
    ['0.5', '0.5'],
  ]);
  expect(await detailOf(red)).toMatchObject({ is_50_50_outcome: true });
  expect(await detailOf(green)).toMatchObject({ is_50_50_outcome: false });
  const terms = { negRisk: true, groupItemTitle: 'Same' };
  const [left] = await addEvent(stack, ['Left?', 'Right?'], terms, { negRisk: true });
  expect((await resolveEvent(left?.eventId ?? '', { winner: 'Same' })).text).toContain('name one by its condition id');
});
