/** Events that the venue itself makes, and numeric questions, which a value resolves. */
import type { Event, ResultAnswer } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { openVenue } from './testing/open-venue.ts';
import { admin, send, Trader } from './testing/trader.ts';

const stack = await openVenue({ lendsWallets: false });

const add = async (body: object) => {
  const answer = await admin(stack, 'POST', '/admin/events', body);
  expect(answer, answer.text).toMatchObject({ status: 201 });
  return answer.body as Event;
};
const act = (id: string, name: string, body: object) => admin(stack, 'POST', `/admin/events/${id}/${name}`, body);
const priceOf = async (side: 'BUY' | 'SELL', token: string) =>
  Number(((await send(stack, 'GET', `/price?token_id=${token}&side=${side}`)).body as { price: string }).price);
/** Titles of the markets whose first outcome a result pays, in all. */
const winners = ({ markets }: Event, result: unknown): string[] =>
  (result as ResultAnswer).markets
    .filter(({ payouts }) => payouts[0] === '1')
    .map(({ condition_id }) => markets.find(({ conditionId }) => conditionId === condition_id)?.groupItemTitle ?? '');

test('numeric: a value proposes, resolves and reverses by the market whose range contains it', async () => {
  const degrees = { from: 20, to: 30, step: 5, unit: '°C' };
  const event = await add({ title: 'Highest temperature', numeric: degrees });
  expect(event).toMatchObject({
    negRisk: true,
    eventMetadata: { numeric: { kind: 'number', edges: ['20', '25', '30'], unit: '°C' } },
  });
  expect(event.markets.map(({ groupItemTitle }) => groupItemTitle)).toEqual([
    'Below 20 °C',
    '20 to 25 °C',
    '25 to 30 °C',
    '30 °C or more',
  ]);
  const proposed = await act(event.id, 'propose', { value: 25 });
  expect(winners(event, proposed.body)).toEqual(['25 to 30 °C']);
  await act(event.id, 'confirm', {});
  const reversed = await act(event.id, 'reverse', { to: { value: '24.999999' }, note: 'Read again.' });
  expect(winners(event, reversed.body)).toEqual(['20 to 25 °C']);
  const day = await add({ title: 'When?', numeric: { edges: ['2026-03-01', '2026-04-01'] } });
  const resolved = await act(day.id, 'resolve', { value: '2026-03-31T23:59:59Z' });
  expect((resolved.body as { markets: unknown[] }).markets[1]).toMatchObject({ payouts: ['1', '0'] });
});

test('numeric: what is no value of the event is refused, and changes nothing', async () => {
  const numeric = await add({ title: 'Rain', numeric: { edges: [1] } });
  const other = await add({ title: 'Race', negRisk: true, markets: [{ question: 'Red?' }, { question: 'Blue?' }] });
  const refused = async (id: string, body: object) => (await act(id, 'propose', body)).body;
  expect(await refused(numeric.id, { value: 'much' })).toMatchObject({
    error: 'value must be a number of at most 15 digits and 6 decimals',
  });
  expect(await refused(numeric.id, { value: '2026-03-01' })).toMatchObject({ code: 'bad_request' });
  expect(await refused(numeric.id, { value: 1, winner: 'Below 1' })).toMatchObject({
    error: 'send either winner, winners, value or void',
  });
  expect(await refused(other.id, { value: 1 })).toMatchObject({
    error: 'value is for numeric events alone: name the winner',
  });
  for (const { markets } of [numeric, other])
    for (const { slug } of markets)
      expect((await send(stack, 'GET', `/markets/slug/${slug}`)).body).not.toHaveProperty('proposal');
});

test('house: a largest loss too small for one tick is refused by name, and adds nothing', async () => {
  const body = { title: 'Tiny', markets: [{ question: 'Tiny?' }], houseMaker: { subsidy: 0.001 } };
  const refused = await admin(stack, 'POST', '/admin/events', body);
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({ error: expect.stringContaining('houseMaker.subsidy: ') });
  expect((await send(stack, 'GET', '/events/slug/tiny')).status).toBe(404);
});

test('house: quotes from the first minute at the opening probability, traded, resolved by value, paid, on no board', async () => {
  const alice = await Trader.open(stack, '31');
  const event = await add({
    title: 'Inflation',
    numeric: { from: 2, to: 3, step: 0.5, unit: '%', distribution: { kind: 'normal', mean: 2.5, deviation: 0.4 } },
    houseMaker: { subsidy: 50, spread: 0.01 },
  });
  const { houseMaker } = (await send(stack, 'GET', `/events/${event.id}`)).body as Event;
  expect(houseMaker).toEqual({
    ...{ subsidy: 50, spread: 0.01, wallet: expect.stringMatching(/^0x(be11){7}40e5/) },
    probabilities: [0.10565, 0.39435, 0.39435, 0.10565],
  });
  const [listed] = (await send(stack, 'GET', `/events?slug=${event.slug}`)).body as Event[];
  expect(listed).not.toHaveProperty('houseMaker');
  // 2 to 2.5 %, opened at 0.394.
  const [yes = ''] = event.markets[1]?.tokenIds ?? [];
  const [bid, ask] = [await priceOf('BUY', yes), await priceOf('SELL', yes)];
  expect(bid < 0.39435 && 0.39435 < ask && ask - bid <= 0.021).toBe(true);
  const bought = await alice.placed({ tokenId: yes, side: 'BUY', price: '0.45', size: '20' });
  expect(bought.status).toBe('matched');
  expect(await priceOf('SELL', yes)).toBeGreaterThan(ask);
  stack.time.nowMs += 3_600_000;
  await act(event.id, 'propose', { value: '2.2', windowHours: 0 });
  await stack.exchange.runTimers();
  const [wallet] = (await alice.account()).wallets;
  expect(Number(wallet?.free)).toBeCloseTo(1_000 - Number(bought.makingAmount) + Number(bought.takingAmount), 6);
  const boards = [
    '/v1/leaderboard?by=total',
    '/v1/leaderboard?by=realised&timePeriod=ALL',
    '/v2/leaderboard?time_period=all',
  ];
  for (const board of [...boards, '/v2/biggest-winners?time_period=all', `/events/${event.id}/scores`]) {
    const { text } = await send(stack, 'GET', board);
    expect([text.includes(alice.address), text.includes('0xbe11')], text).toEqual([true, false]);
  }
  const gain = Number(bought.takingAmount) - Number(bought.makingAmount);
  const [ofHouse] = (await send(stack, 'GET', `/value?user=${houseMaker?.wallet}`)).body as { netPnl: number }[];
  expect(ofHouse?.netPnl).toBeCloseTo(-gain, 6);
  const { proxyWallet, pseudonym } = (await send(stack, 'GET', `/public-profile?address=${houseMaker?.wallet}`))
    .body as Record<string, string>;
  expect([proxyWallet, pseudonym]).toEqual([houseMaker?.wallet, 'House']);
});

test('house: ten people trade at once with no other maker; no price adds to a gain without risk', async () => {
  const markets = ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => ({
    question: `Will ${name} win?`,
    groupItemTitle: name,
  }));
  const event = await add({ title: 'Six at once', negRisk: true, markets, houseMaker: { subsidy: 100 } });
  const tokens = event.markets.map(({ tokenIds }) => tokenIds);
  const people = await Promise.all(Array.from({ length: 10 }, (_, index) => Trader.open(stack, `${40 + index}`)));
  const buy = async (trader: Trader, round: number, index: number): Promise<string> => {
    const [yes = '', no = ''] = tokens[(index + round) % tokens.length] ?? [];
    const isYes = (index + round) % 3 !== 0;
    const terms = { tokenId: isYes ? yes : no, side: 'BUY', price: isYes ? '0.35' : '0.95', size: '5' } as const;
    return (await trader.placed(terms)).status;
  };
  const answers: string[] = [];
  for (let round = 0; round < 4; round++)
    answers.push(...(await Promise.all(people.map((trader, index) => buy(trader, round, index)))));
  expect([answers.length, answers.filter((status) => status === 'matched').length]).toEqual([40, 40]);
  const sums = [0, 0];
  for (const [yes = ''] of tokens)
    for (const [at, side] of (['BUY', 'SELL'] as const).entries())
      sums[at] = (sums[at] ?? 0) + (await priceOf(side, yes));
  expect(sums[0]).toBeLessThanOrEqual(1);
  expect(sums[1]).toBeGreaterThanOrEqual(1);
});
