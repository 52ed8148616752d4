/**
 * Changes by the operator and by accounts: no-op changes leave no trace, changes of terms while orders rest report
 * their effects, and flags that contradict a result are refused. One-winner events: one call names the winner, a dead heat or
 * a void, and every market is resolved at once.
 */
import type {
  Comment,
  Event,
  EventResolutionAnswer,
  MarketDetail,
  PatchedMarket,
  ResolutionAnswer,
} from '@bellwether/contract';
import type { CatalogId } from '@bellwether/engine';
import { expect, test } from 'vitest';
import { openTwoTraders } from './testing/open-venue.ts';
import { type Answer, addEvent, addMarket, admin, send, type TestMarket } from './testing/trader.ts';

const { stack, alice, bob } = await openTwoTraders();
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
  const ofMarket = stack.exchange.entries.at(-1)?.events;
  expect(ofMarket).toEqual([{ kind: 'MarketUpdated', market: 0, changes: { icon: 'https://example.org/icon.png' } }]);
  expect(stack.exchange.state.markets[0]?.bookVersion).toBe(before);
  await onEvent({ ...TEXT, ...FLAGS });
  await onEvent({ ...TEXT, ...FLAGS, closed: true });
  const catalogEvent = Number(market.eventId) as CatalogId;
  const ofEvent = stack.exchange.entries.at(-1)?.events;
  expect(ofEvent).toEqual([{ kind: 'CatalogEventUpdated', catalogEvent, changes: { closed: true } }]);
});

test('unchanged: a refusal stays one, though it would change nothing [E22]', async () => {
  await admin(stack, 'POST', `/admin/markets/${market.conditionId}/resolve`, { winner: 'No' });
  expect(await onMarket({ acceptingOrders: true })).toMatchObject({ status: 409 });
  expect(await onMarket({})).toMatchObject({ status: 400 });
});

const fine = (question: string): Promise<TestMarket> =>
  addMarket(stack, question, { orderPriceMinTickSize: 0.001, orderMinSize: 5 });
const patch = async ({ conditionId }: TestMarket, body: object): Promise<PatchedMarket> => {
  const answer = await admin(stack, 'PATCH', `/admin/markets/${conditionId}`, body);
  expect(answer.status).toBe(200);
  return answer.body as PatchedMarket;
};

test('terms: a coarser tick and a larger minimum keep what rests, say how much, and hold for new orders [O21]', async () => {
  const of = await fine('Coarser?');
  await alice.placed({ tokenId: of.yes, side: 'BUY', price: '0.4', size: '10' });
  const odd = { tokenId: of.no, side: 'BUY', price: '0.433', size: '6' } as const;
  const { orderID } = await alice.placed(odd);
  const changed = await patch(of, { orderPriceMinTickSize: 0.01, orderMinSize: 8, takerBaseFee: 20, description: 'x' });
  const { sequence } = stack.exchange.state;
  expect(changed.effects).toEqual([
    { term: 'minimum_tick_size', from: 0.001, to: 0.01, sequence, resting_orders: 2, outside: 1 },
    { term: 'minimum_order_size', from: 5, to: 8, sequence, resting_orders: 2, outside: 1 },
    { term: 'taker_base_fee', from: 0, to: 20, sequence, resting_orders: 2, outside: 0 },
  ]);
  expect((await send(stack, 'GET', `/data/order/${orderID}`)).body).toMatchObject({ status: 'LIVE' });
  expect(await alice.place(odd)).toMatchObject({ status: 400, body: { code: 'price_off_grid' } });
  // A resting order outside the new terms still trades, at its own price: 6 of the 10 for 0.567 each.
  const taken = await bob.placed({ tokenId: of.yes, side: 'BUY', price: '0.57', size: '10' });
  expect(taken).toMatchObject({ status: 'matched', takingAmount: '6', makingAmount: '3.402' });
});

/** Two plain resolved markets; a one-winner event with a named winner; one with a market that is still open. */

const plain = await addEvent(stack, ['Rain?', 'Snow?']);
const oneWinner = await addEvent(stack, ['Red?', 'Blue?'], { negRisk: true }, { negRisk: true });
const halfDone = await addEvent(stack, ['Wind?', 'Hail?']);
for (const { conditionId } of [...plain, oneWinner[0] as TestMarket, halfDone[0] as TestMarket])
  await admin(stack, 'POST', `/admin/markets/${conditionId}/resolve`, { winner: 'Yes' });

type Flags = Readonly<Record<string, boolean>>;

/** Every way to set at least one of the flags. */
function settings(names: readonly string[]): Flags[] {
  const all = names.reduce<Flags[]>(
    (some, name) => some.flatMap((flags) => [flags, { ...flags, [name]: true }, { ...flags, [name]: false }]),
    [{}],
  );
  return all.filter((flags) => Object.keys(flags).length > 0);
}

/** Sends each setting; `contradicts` says which ones must be refused without a trace. */
async function patchAll(url: string, names: readonly string[], code: string, contradicts: (flags: Flags) => boolean) {
  const refused: Flags[] = [];
  for (const flags of settings(names)) {
    const { sequence } = stack.exchange.state;
    const answer = await admin(stack, 'PATCH', url, flags);
    expect([answer.status, flags]).toEqual([contradicts(flags) ? 409 : 200, flags]);
    if (answer.status === 200) continue;
    expect(answer.body).toMatchObject({ code });
    expect(stack.exchange.state.sequence).toBe(sequence);
    refused.push(flags);
  }
  return refused;
}

test('flags: an event whose markets all have a result stays closed, whatever else is set [K62]', async () => {
  for (const [{ eventId } = { eventId: '' }] of [plain, oneWinner]) {
    const url = `/admin/events/${eventId}`;
    const refused = await patchAll(
      url,
      ['active', 'closed', 'archived'],
      'catalog_conflict',
      (flags) => flags['closed'] === false,
    );
    expect(refused).toHaveLength(9);
    await admin(stack, 'PATCH', url, { active: true, archived: false });
    for (const list of ['/events?closed=false', '/events/keyset?closed=false'])
      expect((await send(stack, 'GET', list)).text).not.toContain(`"id":"${eventId}"`);
    expect((await send(stack, 'GET', `/events/${eventId}`)).body).toMatchObject({ closed: true });
  }
});

test('flags: a market with a result stays closed and takes no orders, whatever else is set [K62]', async () => {
  for (const { conditionId } of [plain[0] as TestMarket, oneWinner[1] as TestMarket]) {
    const refused = await patchAll(
      `/admin/markets/${conditionId}`,
      ['active', 'closed', 'archived', 'acceptingOrders'],
      'already_resolved',
      (flags) => flags['closed'] === false || flags['acceptingOrders'] === true,
    );
    expect(refused).toHaveLength(45);
    const shown = (await send(stack, 'GET', `/markets/${conditionId}`)).body;
    expect(shown).toMatchObject({ closed: true, accepting_orders: false });
  }
});

test('flags: an event with a market that has no result may be closed and opened again', async () => {
  const url = `/admin/events/${halfDone[0]?.eventId}`;
  expect((await admin(stack, 'PATCH', url, { closed: true })).body).toMatchObject({ closed: true });
  expect((await admin(stack, 'PATCH', url, { closed: false })).body).toMatchObject({ closed: false });
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

test('event: its winner is named by title, all markets are resolved in one entry [E20]', async () => {
  const markets = await race(['Red', 'Green', 'Blue']);
  const [red, green, blue] = markets as [TestMarket, TestMarket, TestMarket];
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
