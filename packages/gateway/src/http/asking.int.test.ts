/** Asking: suggestions and what becomes of them, dated clarifications, and times at which trading opens and closes. */
import type { Event, MarketDetail, Suggestion } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { openTwoTraders } from './testing/open-venue.ts';
import { type Answer, addMarket, admin, send } from './testing/trader.ts';

const { stack, alice, bob } = await openTwoTraders();

const suggestions = async (answer: Promise<Answer>): Promise<readonly Suggestion[]> =>
  (await answer).body as readonly Suggestion[];
const isoIn = (ms: number): string => new Date(stack.time.nowMs + ms).toISOString();
const HOUR_MS = 3_600_000;

test('suggestions: a member sees their own, the operator all, and an approval names the event', async () => {
  const body = { title: ' Who wins? ', description: 'The\tcup.', answers: ['Lisbon', 'Porto'], endDate: '2030-05-01' };
  const written = await alice.send('POST', '/suggestions', body);
  const shown = { title: 'Who wins?', description: 'The cup.', answers: ['Lisbon', 'Porto'], status: 'waiting' };
  const first = { ...shown, endDate: '2030-05-01T00:00:00Z', userAddress: alice.address, eventId: '', decidedAt: '' };
  expect([written.status, written.body]).toMatchObject([201, first]);
  await bob.send('POST', '/suggestions', { title: 'Will it rain?' });
  expect(await suggestions(alice.send('GET', '/suggestions'))).toMatchObject([first]);
  const { eventId } = await addMarket(stack, 'Who wins?');
  const { id } = written.body as Suggestion;
  const approval = { note: 'Thanks.', eventId };
  const approved = await admin(stack, 'POST', `/admin/suggestions/${id}/approve`, approval);
  expect([approved.status, approved.body]).toMatchObject([200, { status: 'approved', ...approval, decidedAt: /./ }]);
  const again = await admin(stack, 'POST', `/admin/suggestions/${id}/approve`, approval);
  expect([again.status, again.text]).toEqual([200, approved.text]);
  const waiting = await suggestions(admin(stack, 'GET', '/admin/suggestions?status=waiting'));
  const all = await suggestions(admin(stack, 'GET', '/admin/suggestions'));
  expect([waiting, all].map((list) => list.map(({ title }) => title))).toEqual([
    ['Will it rain?'],
    ['Will it rain?', 'Who wins?'],
  ]);
});

test.each([
  ['title must not be empty', { title: '\u200b ' }],
  ['title must have at most 200 characters', { title: 'x'.repeat(201) }],
  ['answers must be none, or 2 to 20', { title: 'x', answers: ['one'] }],
  ['answers[1] is there twice', { title: 'x', answers: ['one', ' one'] }],
  ['endDate must be an ISO 8601 date', { title: 'x', endDate: 'soon' }],
])('suggestions: %s', async (error, body) => {
  const answer = await alice.send('POST', '/suggestions', body);
  expect([answer.status, answer.body]).toMatchObject([400, { error }]);
});

test('clarifications: each is dated, shown with the event in every form, and stays', async () => {
  const { eventId } = await addMarket(stack, 'What counts?', {}, { slug: 'what-counts' });
  const path = `/admin/events/${eventId}/clarifications`;
  const key = { 'idempotency-key': 'clarify-1' };
  const answer = await admin(stack, 'POST', path, { text: ' Rain counts.\r\nSnow does not. ' }, key);
  const first = { number: 1, text: 'Rain counts.\nSnow does not.', createdAt: isoIn(0) };
  expect([answer.status, answer.body]).toEqual([201, first]);
  await admin(stack, 'POST', path, { text: ' Rain counts.\r\nSnow does not. ' }, key);
  await admin(stack, 'POST', path, { text: 'Hail does.' });
  const texts = (event: Event) => event.clarifications.map(({ number, text }) => [number, text]);
  const both = [
    [1, first.text],
    [2, 'Hail does.'],
  ];
  expect(texts((await send(stack, 'GET', '/events/slug/what-counts')).body as Event)).toEqual(both);
  const [listed] = (await send(stack, 'GET', '/events?slug=what-counts')).body as readonly Event[];
  expect(listed && texts(listed)).toEqual(both);
  for (let count = 2; count < 50; count++) await admin(stack, 'POST', path, { text: `Note ${count}.` });
  const full = await admin(stack, 'POST', path, { text: 'One more.' });
  expect([full.status, full.body]).toMatchObject([400, { error: 'an event has at most 50 clarifications' }]);
});

test('opening time: listed before it, closed to orders, opened by the timer, and then fixed', async () => {
  const openTime = isoIn(HOUR_MS);
  const market = await addMarket(stack, 'Later?', {}, { openTime, endDate: isoIn(4 * HOUR_MS) });
  const read = async () => (await send(stack, 'GET', `/markets/${market.conditionId}`)).body as MarketDetail;
  const plain = (iso: string) => iso.replace('.000Z', 'Z');
  const close_time = plain(isoIn(4 * HOUR_MS));
  expect(await read()).toMatchObject({
    accepting_orders: false,
    status: 'open',
    open_time: plain(openTime),
    close_time,
  });
  const buy = { tokenId: market.yes, side: 'BUY', price: '0.4', size: '10' } as const;
  const refused = await alice.place(buy);
  expect(refused.body).toMatchObject({ code: 'trading_not_open', error: expect.stringContaining(openTime) });
  const sooner = isoIn(HOUR_MS / 2);
  const moved = await admin(stack, 'PATCH', `/admin/events/${market.eventId}`, { openTime: sooner });
  expect((moved.body as Event).markets[0]).toMatchObject({ openTime: plain(sooner), acceptingOrders: false });
  const late = await admin(stack, 'PATCH', `/admin/markets/${market.conditionId}`, { openTime: isoIn(9 * HOUR_MS) });
  expect([late.status, late.text]).toEqual([400, expect.stringContaining('open time must be before close time')]);
  stack.time.nowMs += HOUR_MS / 2;
  await stack.exchange.runTimers();
  expect(await read()).toMatchObject({ accepting_orders: true, open_time: '' });
  expect((await alice.place(buy)).status).toBe(200);
  for (const path of [`events/${market.eventId}`, `markets/${market.conditionId}`]) {
    const again = await admin(stack, 'PATCH', `/admin/${path}`, { openTime: isoIn(HOUR_MS) });
    expect([again.status, again.text]).toEqual([400, expect.stringContaining('trading has opened')]);
  }
});
