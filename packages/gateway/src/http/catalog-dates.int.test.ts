/** Start and end dates of events and markets: ISO 8601 in every answer, in whatever form the operator entered them. */
import { NO_END_DATE } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { openVenue } from './testing/open-venue.ts';
import { admin, send } from './testing/trader.ts';

type Json = Record<string, unknown>;
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;

const stack = await openVenue();

async function addEvent(body: object): Promise<Json & { markets: Json[] }> {
  const { status, body: event } = await admin(stack, 'POST', '/admin/events', body);
  expect(status).toBe(201);
  return event as Json & { markets: Json[] };
}

async function get(path: string): Promise<unknown> {
  const { status, body } = await send(stack, 'GET', path);
  expect({ path, status }).toEqual({ path, status: 200 });
  return body;
}

test('dates: without an end, from the first or taken away, there is the date that stands for none, in order as well [K26]', async () => {
  const endless = await addEvent({ title: 'Endless', markets: [{ question: 'Endless?' }] });
  expect(endless).toMatchObject({ startDate: endless['createdAt'], endDate: NO_END_DATE });
  expect(endless.markets[0]).toMatchObject({ startDate: expect.stringMatching(ISO), endDate: NO_END_DATE });
  const soon = await addEvent({ title: 'Soon', endDate: '2026-12-24T18:00:00Z', markets: [{ question: 'Soon?' }] });
  const later = await addEvent({ title: 'Later', endDate: '2027-12-24T18:00:00Z', markets: [{ question: 'Later?' }] });
  const order = async (): Promise<unknown[]> => {
    const events = (await get('/events?order=endDate&ascending=true')) as Json[];
    for (const { startDate, endDate } of events)
      expect([startDate, endDate]).toEqual([expect.stringMatching(ISO), expect.stringMatching(ISO)]);
    return events.map(({ title }) => title);
  };
  expect(await order()).toEqual(['Soon', 'Later', 'Endless']);
  const changed = await admin(stack, 'PATCH', `/admin/events/${soon['id']}`, { endDate: '', startDate: '' });
  expect(changed.body).toMatchObject({ endDate: NO_END_DATE, startDate: expect.stringMatching(ISO) });
  expect((await order())[0]).toBe('Later');
  const condition = later.markets[0]?.['conditionId'];
  const patched = await admin(stack, 'PATCH', `/admin/markets/${condition}`, { end_date_iso: '' });
  expect(patched.body).toMatchObject({ end_date_iso: NO_END_DATE });
  const markets = (await get('/markets?order=endDate&ascending=true')) as Json[];
  for (const { endDate } of markets) expect(endDate).toMatch(ISO);
});

test('dates: a record with fees of the ecosystem is posted at the rate of its schedule, an operator’s own 1000 stays', async () => {
  const { markets } = await addEvent({
    title: 'Fees',
    markets: [
      { question: 'Copied?', takerBaseFee: 1000, makerBaseFee: 1000, feesEnabled: true, feeType: 'sports_fees' },
      { question: 'Own?', takerBaseFee: 1000 },
    ],
  });
  expect(markets.map(({ takerBaseFee, feeSchedule }) => [takerBaseFee, feeSchedule])).toEqual([
    [500, { rate: 0.05, exponent: 1, takerOnly: true, rebateRate: 0 }],
    [1000, { rate: 0.1, exponent: 1, takerOnly: true, rebateRate: 0 }],
  ]);
});

test('dates: a market shows its days, and that and when its result was fixed, in every list [K60]', async () => {
  const { id, slug, markets } = await addEvent({
    title: 'Days',
    startDate: '2026-03-11T23:59:59.5Z',
    endDate: '2026-12-24T18:00:00Z',
    markets: [{ question: 'Days?' }],
  });
  const conditionId = String(markets[0]?.['conditionId']);
  const everywhere = async (): Promise<Json[]> => {
    const answers = [
      await get(`/markets?conditionId=${conditionId}`),
      (await get(`/events/${id}`)) as Json,
      (await get(`/events/slug/${slug}`)) as Json,
      await get(`/events?id=${id}`),
      (await get(`/markets/keyset?condition_ids=${conditionId}`)) as Json,
    ];
    return answers.map((answer) => {
      const [first] = Array.isArray(answer) ? (answer as Json[]) : [answer as Json];
      const [market] = (first?.['markets'] as Json[] | undefined) ?? [first];
      return market ?? {};
    });
  };
  for (const market of await everywhere()) {
    expect(market).toMatchObject({ conditionId, startDateIso: '2026-03-11', endDateIso: '2026-12-24' });
    expect(market).not.toHaveProperty('umaResolutionStatus');
    expect(market).not.toHaveProperty('umaEndDate');
  }
  const fixed = new Date(stack.time.nowMs).toISOString();
  await admin(stack, 'POST', `/admin/markets/${conditionId}/resolve`, { winner: 'Yes' });
  stack.time.nowMs += 60_000;
  await admin(stack, 'PATCH', `/admin/markets/${conditionId}`, { description: 'Over.' });
  for (const market of await everywhere())
    expect(market).toMatchObject({ umaResolutionStatus: 'resolved', umaEndDate: fixed });
});

test('dates: a market that came with its result is resolved, and when is not known here [K60]', async () => {
  const names = { id: '880001', question: 'Long ago?', conditionId: `0x${'5a'.repeat(32)}`, slug: 'long-ago' };
  const outcomes = { outcomes: '["Yes","No"]', outcomePrices: '["1","0"]', clobTokenIds: '["880001","880002"]' };
  const over = { endDate: '2024-01-01T00:00:00Z', closed: true, umaResolutionStatus: 'resolved' };
  const record = { ...names, ...outcomes, ...over };
  expect((await admin(stack, 'POST', '/admin/import?file=old.json', record)).status).toBe(200);
  const [market] = (await get(`/markets?conditionId=${record.conditionId}`)) as Json[];
  expect(market).toMatchObject({ resolved: true, umaResolutionStatus: 'resolved' });
  expect(market).not.toHaveProperty('umaEndDate');
});
