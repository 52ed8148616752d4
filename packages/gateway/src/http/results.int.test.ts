/** Results that can be wrong, as clients see them: from a proposal to a reversal, refunds, and what is owed then. */
import type { CatalogMarket, ResultAnswer } from '@bellwether/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { openVenue } from './testing/open-venue.ts';
import { openOtherGateway } from './testing/stack.ts';
import { addEvent, addMarket, admin, send, type TestMarket, Trader } from './testing/trader.ts';

const stack = await openVenue({ lendsWallets: false });
const HOUR_MS = 3_600_000;
let digits = 10;
let [alice, bob] = [] as unknown as [Trader, Trader];
/** Fresh traders, so that each test knows what they have. */
beforeEach(async () => {
  alice = await Trader.open(stack, String(digits++));
  bob = await Trader.open(stack, String(digits++));
});

type Of = 'markets' | 'events';
const ask = async (of: Of, id: string, act: string, body: object = {}) => {
  const answer = await admin(stack, 'POST', `/admin/${of}/${id}/${act}`, body);
  return { ...answer, result: answer.body as ResultAnswer };
};
const act = ({ conditionId }: TestMarket, name: string, body?: object) => ask('markets', conditionId, name, body);
/** Cash of the own wallet, and the debt. */
const funds = async (trader: Trader): Promise<[free: string, debt: string]> => {
  const { wallets, debt } = await trader.account();
  return [wallets[0]?.free ?? '', debt];
};
/** Alice buys ten of the first outcome from Bob, who buys the second. */
async function trade({ yes, no }: TestMarket, price = '0.4', other = '0.6'): Promise<void> {
  await bob.placed({ tokenId: no, side: 'BUY', price: other, size: '10' });
  await alice.placed({ tokenId: yes, side: 'BUY', price, size: '10' });
}
const empty = async (trader: Trader): Promise<void> => {
  for (const { address: wallet, free: amount } of (await trader.account()).wallets)
    if (amount !== '0') await admin(stack, 'POST', '/admin/withdrawals', { wallet, amount });
};
const buy = ({ yes }: TestMarket) => ({ tokenId: yes, side: 'BUY', price: '0.2', size: '10' }) as const;

test('results: a wrong one is proposed, disputed, confirmed all the same, paid, reversed, and paid right', async () => {
  const market = await addMarket(stack, 'Walks?');
  await trade(market);
  const endsMs = stack.time.nowMs + 48 * HOUR_MS;
  const proposed = await act(market, 'propose', { winner: 'Yes', source: 'Gauge', note: 'Wet.', windowHours: 48 });
  expect(proposed.result).toEqual({
    status: 'proposed',
    refund: false,
    ends_at: new Date(endsMs).toISOString(),
    markets: [{ condition_id: market.conditionId, payouts: ['1', '0'] }],
  });
  expect(await alice.place(buy(market))).toMatchObject({
    status: 400,
    body: { code: 'result_proposed', details: { conditionId: market.conditionId, until: endsMs / 1000 } },
  });
  const disputed = await bob.send('POST', `/markets/${market.conditionId}/dispute`, { reason: 'The gauge is broken.' });
  expect(disputed.body).toMatchObject({ status: 'disputed', ends_at: null });
  // A dispute outlives the window.
  stack.time.nowMs = endsMs;
  await stack.exchange.runTimers();
  expect((await act(market, 'confirm', { note: 'It was read twice.' })).result).toMatchObject({ status: 'resolved' });
  expect([await funds(alice), await funds(bob)]).toEqual([
    ['1006', '0'],
    ['994', '0'],
  ]);
  const reversed = await act(market, 'reverse', { to: { winner: 'No' }, note: 'The gauge was broken.' });
  expect(reversed.result).toMatchObject({ status: 'resolved', ends_at: null, markets: [{ payouts: ['0', '1'] }] });
  expect([await funds(alice), await funds(bob)]).toEqual([
    ['996', '0'],
    ['1004', '0'],
  ]);
});

test('results: the end of an undisputed window confirms, at once with a window of 0; a withdrawal lets trading go on', async () => {
  const market = await addMarket(stack, 'Waits?');
  await act(market, 'propose', { payouts: ['0.25', '0.75'] });
  expect((await act(market, 'withdraw-proposal', { reason: 'Early.' })).result).toMatchObject({
    status: 'open',
    markets: [{ payouts: [] }],
  });
  await alice.placed(buy(market));
  await act(market, 'propose', { payouts: ['0.25', '0.75'] });
  stack.time.nowMs += 24 * HOUR_MS;
  await stack.exchange.runTimers();
  expect(await act(market, 'confirm')).toMatchObject({ status: 409, body: { code: 'result_not_proposed' } });
  expect((await act(market, 'propose', { winner: 'No' })).body).toMatchObject({
    code: 'already_resolved',
    error: expect.stringMatching(/Yes pays 0\.25, No pays 0\.75$/),
  });
  const atOnce = await addMarket(stack, 'At once?');
  await act(atOnce, 'propose', { winner: 'Yes', windowHours: 0 });
  await stack.exchange.runTimers();
  expect((await act(atOnce, 'reverse', { to: 'open', note: 'Early.' })).result).toMatchObject({
    status: 'open',
    markets: [{ payouts: [] }],
  });
  await alice.placed(buy(atOnce));
});

const listed = async ({ conditionId }: TestMarket): Promise<CatalogMarket> =>
  ((await send(stack, 'GET', `/markets?conditionId=${conditionId}`)).body as CatalogMarket[])[0]!;
const PHASES = [
  ['paused', { acceptingOrders: false }, 'market_not_ready', 0],
  ['closed', { closed: true }, 'market_closed', 1],
  ['before its opening', { openTime: 2 }, 'trading_not_open', 0],
  ['after its closing', { closeTime: 1 }, 'trading_ended', 1],
] as const;

test.each(PHASES)('results: a market that reopens is as it was, in lists too: %s', async (name, terms, code, waits) => {
  const times = Object.entries(terms).map(([field, value]) => [
    field,
    typeof value === 'number' ? new Date(stack.time.nowMs + value * HOUR_MS).toISOString() : value,
  ]);
  const { openTime, ...rest } = Object.fromEntries(times) as Record<string, unknown>;
  const market = await addMarket(stack, `Reopens ${name}?`, openTime === undefined ? {} : { openTime });
  if (openTime === undefined) await admin(stack, 'PATCH', `/admin/markets/${market.conditionId}`, rest);
  const before = await listed(market);
  await act(market, 'propose', { winner: 'Yes', windowHours: 0 });
  await stack.exchange.runTimers();
  stack.time.nowMs += HOUR_MS;
  expect((await act(market, 'reverse', { to: 'open', note: 'Early.' })).result).toMatchObject({ status: 'open' });
  await stack.exchange.runTimers();
  const { closed, openTime: opens } = before;
  expect(await listed(market)).toMatchObject({ closed, acceptingOrders: false, openTime: opens });
  expect(await alice.place(buy(market))).toMatchObject({ body: { code } });
  const { body } = await admin(stack, 'GET', `/admin/events?status=unresolved&q=${name}`);
  expect(body).toMatchObject({ events: Array(waits).fill({}) });
});

test('results: a refund gives everyone back what the question cost, and takes back what it gave', async () => {
  const terms = { negRisk: true, takerBaseFee: 200 };
  const [first, second] = await addEvent(stack, ['Fir?', 'Ash?'], terms, { negRisk: true });
  await trade(first!);
  await alice.send('POST', '/positions/split', { conditionId: second!.conditionId, amount: '5' });
  await bob.placed({ tokenId: first!.yes, side: 'BUY', price: '0.7', size: '10' });
  await alice.placed({ tokenId: first!.yes, side: 'SELL', price: '0.7', size: '10' });
  const proposed = await ask('events', first!.eventId, 'propose', { void: 'refund', note: 'It was called off.' });
  expect(proposed.result).toMatchObject({ status: 'proposed', refund: true });
  expect(proposed.result.markets.map(({ condition_id, payouts }) => [condition_id, payouts])).toEqual([
    [first!.conditionId, []],
    [second!.conditionId, []],
  ]);
  const confirmed = await ask('events', first!.eventId, 'confirm');
  expect(confirmed.result).toMatchObject({ status: 'resolved', refund: true });
  const again = await ask('events', first!.eventId, 'propose', { void: 'split' });
  expect(again.body).toMatchObject({ error: expect.stringMatching(/is resolved already: its cost was refunded$/) });
  expect([await funds(alice), await funds(bob)]).toEqual([
    ['1000', '0'],
    ['1000', '0'],
  ]);
});

test('results: the record of a refunded event changes nothing where it came from, and pays nothing elsewhere', async () => {
  const market = await addMarket(stack, 'Recorded?');
  await act(market, 'propose', { void: 'refund', windowHours: 0 });
  await stack.exchange.runTimers();
  const record = (await send(stack, 'GET', `/events/${market.eventId}`)).body;
  const before = stack.exchange.state.sequence;
  const again = await admin(stack, 'POST', '/admin/import?file=f.json', record);
  expect([again.status, stack.exchange.state.sequence]).toEqual([200, before]);
  const fresh = await openVenue();
  const taken = await admin(fresh, 'POST', '/admin/import?file=f.json', record);
  expect(taken).toMatchObject({
    status: 200,
    body: {
      notes: expect.arrayContaining([expect.stringMatching(/^refunded where it was recorded: .*markets\[0\]\)$/)]),
    },
  });
  expect(fresh.exchange.state.markets[0]).toMatchObject({ payouts: null, closed: true, status: 'open' });
});

describe('results: what an account no longer has', () => {
  test('is its debt, which credits pay before they can be spent', async () => {
    const market = await addMarket(stack, 'Owes?');
    const other = await addMarket(stack, 'Else?');
    await trade(market);
    await act(market, 'resolve', { winner: 'Yes' });
    await alice.send('POST', '/positions/split', { conditionId: other.conditionId, amount: '3' });
    await empty(alice);
    await act(market, 'reverse', { to: { winner: 'No' }, note: 'Read again.' });
    expect([await funds(alice), await funds(bob)]).toEqual([
      ['0', '10'],
      ['1004', '0'],
    ]);
    // The operator sees it, or the venue's sums would not add up.
    expect((await admin(stack, 'GET', '/admin/health')).body).toMatchObject({ totals: { debts: '10' } });
    expect((await send(stack, 'GET', '/metrics')).text).toMatch(/^bellwether_debts 10$/m);
    const refused = [
      await alice.place(buy(other)),
      await alice.send('POST', '/positions/split', { conditionId: other.conditionId, amount: '1' }),
      await admin(stack, 'POST', '/admin/withdrawals', { wallet: alice.address, amount: '1' }),
    ];
    for (const { status, body } of refused)
      expect([status, (body as { code: string }).code]).toEqual([400, 'account_in_debt']);
    await alice.send('POST', '/positions/merge', { conditionId: other.conditionId, amount: '3' });
    expect(await funds(alice)).toEqual(['0', '7']);
    await admin(stack, 'POST', '/admin/deposits', { wallet: alice.address, amount: '8' });
    expect(await funds(alice)).toEqual(['1', '0']);
  });

  test('is settled to and fro: a second reversal restores each account', async () => {
    const market = await addMarket(stack, 'To and fro?');
    await trade(market);
    await act(market, 'resolve', { winner: 'Yes' });
    await empty(alice);
    const before = [await funds(alice), await funds(bob)];
    await act(market, 'reverse', { to: { void: 'refund' }, note: 'Called off.' });
    expect(await funds(alice)).toEqual(['0', '6']);
    await act(market, 'reverse', { to: { winner: 'Yes' }, note: 'On after all.' });
    expect([await funds(alice), await funds(bob)]).toEqual(before);
  });
});

const BAD: readonly (readonly [what: string, act: string, body: object, says: string])[] = [
  ['an unknown outcome', 'propose', { winner: 'Maybe' }, 'winner must be one of Yes, No'],
  [
    'payouts that do not add to 1',
    'propose',
    { payouts: ['0.5', '0.4'] },
    'payouts must be given for each outcome and sum to 1',
  ],
  ['two results', 'propose', { winner: 'Yes', void: 'refund' }, 'send either winner, payouts or void'],
  ['no result', 'propose', { note: 'Wet.' }, 'send either winner, payouts or void'],
  ['another void', 'propose', { void: 'all' }, 'Invalid payload: void must be one of refund, split'],
  [
    'a longer window',
    'propose',
    { winner: 'Yes', windowHours: 721 },
    'Invalid payload: windowHours must be from 0 to 720',
  ],
  [
    'a negative window',
    'propose',
    { winner: 'Yes', windowHours: -1 },
    'Invalid payload: windowHours must be from 0 to 720',
  ],
  [
    'a source with credentials',
    'propose',
    { winner: 'Yes', source: 'https://me:word@weather.example/8mm' },
    'source must have no user name or password',
  ],
  ['a reversal without a note', 'reverse', { to: 'open' }, 'Invalid payload: note is required'],
  [
    'a reversal to an unknown outcome',
    'reverse',
    { to: { winner: 7 }, note: 'Wrong.' },
    'Invalid payload: to.winner must be string',
  ],
  ['a reversal to nothing', 'reverse', { note: 'Wrong.' }, 'Invalid payload: to is required'],
  ['a dispute without a reason', 'dispute', {}, 'Invalid payload: reason is required'],
];
test.each(BAD)('results: %s is refused by field and rule', async (_what, name, body, error) => {
  const market = await addMarket(stack, `Bad ${digits}?`);
  const before = stack.exchange.state.sequence;
  expect(await act(market, name, body)).toMatchObject({ status: 400, body: { error } });
  expect(stack.exchange.state.sequence).toBe(before);
});

test('results: winners that are wrong are refused alike in a proposal and in a reversal', async () => {
  const [first] = await addEvent(stack, ['Elm?', 'Oak?'], { negRisk: true }, { negRisk: true });
  const rule = 'winners must not have fewer than 1 items';
  const proposed = await ask('events', first!.eventId, 'propose', { winners: [] });
  expect(proposed.body).toMatchObject({ error: `Invalid payload: ${rule}` });
  const reversed = await ask('events', first!.eventId, 'reverse', { to: { winners: [] }, note: 'Wrong.' });
  expect(reversed.body).toMatchObject({ error: `Invalid payload: to.${rule}` });
});

test('results: a repeat whose stored answer is lost is told what its entry did, not what came later', async () => {
  const market = await addMarket(stack, 'Repeated?');
  const calls = [
    ['propose', { winner: 'Yes' }],
    ['withdraw-proposal', { reason: 'Early.' }],
    ['propose', { payouts: ['0.25', '0.75'], note: 'Read.' }],
    ['confirm', {}],
    ['reverse', { to: { void: 'refund' }, note: 'Wrong.' }],
    ['reverse', { to: 'open', note: 'Early.' }],
    ['propose', { winner: 'No' }],
  ] as const;
  const call = (app: typeof stack.app, index: number) => {
    const [name, body] = calls[index]!;
    const path = `/admin/markets/${market.conditionId}/${name}`;
    return admin({ ...stack, app }, 'POST', path, body, { 'idempotency-key': `${market.eventId}-${index}` });
  };
  const first = [];
  for (const [index] of calls.entries()) first.push((await call(stack.app, index)).body);
  expect(first.map((body) => (body as ResultAnswer).status)).toEqual(
    'proposed open proposed resolved resolved open proposed'.split(' '),
  );
  const forgetful = await openOtherGateway(stack);
  for (const [index] of calls.entries()) expect((await call(forgetful, index)).body).toEqual(first[index]);
});
