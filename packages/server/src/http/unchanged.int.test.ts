/** No-op requests: no journal entry, no sequence number, and so no message on any feed. */
import type { Comment } from '@bellwether/contract';
import type { CatalogId } from '@bellwether/engine';
import { expect, test } from 'vitest';
import { openVenue } from './testing/open-venue.ts';
import { type Answer, addMarket, admin, Trader } from './testing/trader.ts';

const stack = await openVenue();
const alice = await Trader.open(stack, '1');
const market = await addMarket(stack, 'Will it rain?', { endDate: '2030-01-01T00:00:00Z' });
const entity = { parentEntityType: 'Event', parentEntityID: Number(market.eventId) };
const comment = (await alice.send('POST', '/comments', { body: 'Rain!', ...entity })).body as Comment;

const onMarket = (body: object): Promise<Answer> => admin(stack, 'PATCH', `/admin/markets/${market.conditionId}`, body);
const onEvent = (body: object): Promise<Answer> => admin(stack, 'PATCH', `/admin/events/${market.eventId}`, body);
const onProfile = (body: object): Promise<Answer> => alice.send('PUT', '/profile', body);
const onMode = (mode: string): Promise<Answer> => admin(stack, 'POST', '/admin/mode', { mode });
const moderator = (method: 'PUT' | 'DELETE'): Promise<Answer> =>
  admin(stack, method, `/admin/moderators/${alice.address}`);
const onComment = (method: 'POST' | 'DELETE', what: string): Promise<Answer> =>
  alice.send(method, `/comments/${comment.id}/${what}`, what === 'reactions' ? { reactionType: 'HEART' } : undefined);

const TEXT = { description: 'Rain in the centre.', resolutionSource: 'https://example.org', image: '', icon: '' };
const DATES = { startDate: '2029-01-01T00:00:00Z', endDate: '2030-06-01T00:00:00Z' };
const FLAGS = { active: true, closed: false, archived: false };
const TERMS = { orderPriceMinTickSize: 0.001, orderMinSize: 7, takerBaseFee: 20, makerBaseFee: 10 };

const REQUESTS: readonly [string, () => Promise<Answer>][] = [
  ['terms of a market', () => onMarket(TERMS)],
  ['the same terms under their other names', () => onMarket({ minimum_tick_size: 0.001, minimum_order_size: 7 })],
  ['flags of a market', () => onMarket({ ...FLAGS, acceptingOrders: false })],
  ['texts of a market', () => onMarket({ question: 'Will it rain on Sunday?', groupItemTitle: 'Sunday', ...TEXT })],
  ['dates of a market', () => onMarket({ ...DATES, gameStartTime: '2030-05-01T00:00:00Z' })],
  ['an end that is taken away', () => onMarket({ endDate: '' })],
  ['everything of a market', () => onMarket({ ...TERMS, ...FLAGS, ...TEXT })],
  ['texts of an event', () => onEvent({ title: 'Rain', ticker: 'RAIN', ...TEXT })],
  ['dates and flags of an event', () => onEvent({ ...DATES, ...FLAGS, archived: true })],
  ['a profile', () => onProfile({ name: ' Alice ', bio: 'I like rain. ', displayUsernamePublic: true })],
  ['a profile without its name', () => onProfile({ name: '', displayUsernamePublic: false })],
  ['a mode', () => onMode('post_only')],
  ['the open mode', () => onMode('open')],
  ['a moderator', () => moderator('PUT')],
  ['a moderator who is one no longer', () => moderator('DELETE')],
  ['a reaction', () => onComment('POST', 'reactions')],
  ['a reaction that is taken back', () => onComment('DELETE', 'reactions')],
  ['a report', () => onComment('POST', 'reports')],
];

/** The first answer in the form of a second one, which changes no term. */
const withoutEffects = (text: string): string => text.replace(/"effects":\[[^\]]*\]/, '"effects":[]');

test.each(REQUESTS)('unchanged: %s, asked for again, leaves no trace and is answered alike', async (_what, ask) => {
  const first = await ask();
  expect(first.status, first.text).toBe(200);
  const { sequence } = stack.exchange.state;
  const entries = stack.exchange.entries.length;
  stack.time.nowMs += 5_000;
  const again = await ask();
  expect({ status: again.status, text: again.text }).toEqual({ status: 200, text: withoutEffects(first.text) });
  expect(stack.exchange.state.sequence).toBe(sequence);
  expect(stack.exchange.entries.length).toBe(entries);
});

test('unchanged: of a change the journal holds only what it changes [E22]', async () => {
  await onMarket({ ...TERMS, ...FLAGS, ...TEXT });
  const before = stack.exchange.state.markets[0]?.bookVersion;
  await onMarket({ ...TERMS, ...FLAGS, ...TEXT, icon: 'https://example.org/icon.png' });
  expect(stack.exchange.entries.at(-1)?.events).toEqual([
    { kind: 'MarketUpdated', market: 0, changes: { icon: 'https://example.org/icon.png' } },
  ]);
  expect(stack.exchange.state.markets[0]?.bookVersion).toBe(before);
  await onEvent({ ...TEXT, ...FLAGS });
  await onEvent({ ...TEXT, ...FLAGS, closed: true });
  const catalogEvent = Number(market.eventId) as CatalogId;
  expect(stack.exchange.entries.at(-1)?.events).toEqual([
    { kind: 'CatalogEventUpdated', catalogEvent, changes: { closed: true } },
  ]);
});

test('unchanged: a refusal stays one, though it would change nothing [E22]', async () => {
  await admin(stack, 'POST', `/admin/markets/${market.conditionId}/resolve`, { winner: 'No' });
  expect(await onMarket({ acceptingOrders: true })).toMatchObject({ status: 409 });
  expect(await onMarket({})).toMatchObject({ status: 400 });
});
