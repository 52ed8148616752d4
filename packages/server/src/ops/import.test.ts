import { join } from 'node:path';
import { address, micros } from '@bellwether/engine';
import { expect, test } from 'vitest';
import { placeOrder } from '../sequencer/testing/sample-venue.ts';
import { describeImport } from './import.ts';
import {
  FIXTURES,
  fixture,
  type ListedMarket,
  type RecordedEvent,
  recorded,
  useImporting,
} from './testing/importing.ts';

const at = useImporting();
const { run, importing } = at;

test('import: every fixture is taken unchanged and counted [K18]', async () =>
  expect((await run(...FIXTURES)).map((result) => describeImport(result).split('\n')[0])).toEqual([
    'gamma_event.json: events: 1 added, 0 unchanged; markets: 2 added, 0 unchanged; tags: 7 added, 0 unchanged',
    'gamma_market.json: events: 1 added, 0 unchanged; markets: 1 added, 0 unchanged; series: 1 added, 0 unchanged',
    'gamma_tags.json: tags: 5 added, 0 unchanged',
    'clob_markets_page.json: markets: 100 added, 0 unchanged',
  ]));

test('import: a second run changes nothing [K18]', async () => {
  await run(...FIXTURES);
  const { sequence } = at.venue.state;
  at.venue.nowMs += 60_000;
  const again = await run(...FIXTURES);
  expect(at.venue.state.sequence).toBe(sequence);
  for (const result of again) expect(describeImport(result)).not.toMatch(/[1-9][0-9]* added/);
});

test('import: files are taken in any order', async () => {
  expect((await run(...FIXTURES.toReversed())).every(({ kind }) => kind === 'imported')).toBe(true);
  expect(at.venue.state.markets).toHaveLength(103);
});

test('import: ids, slugs and tokens of an event and its markets are kept', async () => {
  await run(fixture('gamma_event'));
  const [event] = await recorded<RecordedEvent[]>('gamma_event');
  expect(at.venue.state.catalogEventsBySlug.get(event?.slug ?? '')).toBe(Number(event?.id));
  for (const market of event?.markets ?? []) {
    const known = at.venue.state.markets.find(({ slug }) => slug === market.slug);
    const { conditionId, id, clobTokenIds } = market;
    const terms = { tick: 10, minimumSize: 5_000_000 };
    expect(known).toMatchObject({ conditionId, catalogId: Number(id), tokenIds: JSON.parse(clobTokenIds), ...terms });
  }
  for (const tag of event?.tags ?? []) expect(at.venue.state.tagsBySlug.get(tag.slug as never)).toBe(Number(tag.id));
});

test('import: a market brings its event and series', async () => {
  await run(fixture('gamma_market'));
  const market = at.venue.state.markets[0];
  expect(market).toMatchObject({ catalogId: 1557558, catalogEvent: 260654, tick: 100, takerFeeRate: 700 });
  expect(at.venue.state.seriesBySlug.get('btc-up-or-down-5m')).toBe(10684);
});

test('import: listed markets keep condition and token ids, closed ones with a winner are paid out', async () => {
  await run(fixture('clob_markets_page'));
  const page = await recorded<{ data: ListedMarket[] }>('clob_markets_page');
  for (const listed of page.data) {
    const market = at.venue.state.markets.find(({ conditionId }) => conditionId === listed.condition_id);
    expect(market?.slug).toBe(listed.market_slug);
    expect(market?.closed).toBe(listed.closed);
    const ids = listed.tokens.map((token) => token.token_id);
    if (ids[0] !== '') expect(market?.tokenIds).toEqual(ids);
    const winner = listed.tokens.findIndex((token) => token.winner);
    const payouts = winner < 0 || !listed.closed ? null : winner === 0 ? [10_000, 0] : [0, 10_000];
    expect(market?.payouts).toEqual(payouts);
  }
});

test('import: the open markets of all files can be traded, the closed ones cannot', async () => {
  await run(...FIXTURES);
  const opened = await at.venue.submit({
    kind: 'OpenAccount',
    address: address(`0x${'a'.repeat(40)}`),
    depositWallet: address(`0x${'b'.repeat(40)}`),
    startingBalance: micros(1_000_000_000),
  });
  expect(opened.kind).toBe('accepted');
  const traded: string[] = [];
  for (const market of at.venue.state.markets) {
    const order = placeOrder({ salt: market.id, account: 0, market: market.id, price: 1_000, shares: 100 });
    const outcome = await at.venue.submit(order);
    if (outcome.kind === 'accepted') traded.push(market.slug);
  }
  const events = await recorded<RecordedEvent[]>('gamma_event');
  expect(traded.toSorted()).toEqual(
    [
      ...events.flatMap(({ markets }) => markets.map(({ slug }) => slug)),
      'btc-updown-5m-1773307200',
      'which-party-will-win-the-2024-united-states-presidential-election',
    ].toSorted(),
  );
});

test('import: sizes and ticks are exact', async () => {
  const page = await recorded<{ data: Record<string, unknown>[] }>('clob_markets_page');
  await importing({
    ...page.data.find((market) => market['minimum_order_size'] === 14.97),
    minimum_tick_size: 0.0001,
  });
  expect(at.venue.state.markets[0]).toMatchObject({ minimumSize: 14_970_000, tick: 1 });
});

test('import: half each is paid where the outcome was fifty-fifty', async () => {
  const page = await recorded<{ data: object[] }>('clob_markets_page');
  await importing({ ...page.data[0], is_50_50_outcome: true });
  expect(at.venue.state.markets[0]).toMatchObject({ payouts: [5_000, 5_000], status: 'resolved' });
});

test('import: a bad record is named by file and position and nothing of the file is kept [K19]', async () => {
  const [event] = await recorded<[RecordedEvent]>('gamma_event');
  const cases: [place: 0 | 1, change: object, message: string][] = [
    [1, { conditionId: '0x12' }, 'markets[1].conditionId: must be 0x and 64 hex digits'],
    [1, { orderPriceMinTickSize: 0.02 }, 'markets[1].orderPriceMinTickSize: must be one of'],
    [1, { outcomes: '["Yes"]' }, 'markets[1].outcomes: must name exactly two outcomes'],
    [0, { endDate: '2026-02-30T00:00:00Z' }, 'markets[0].endDate: must be an ISO 8601 date'],
    [1, { slug: event.markets[0]?.slug }, 'markets[1]: repeats market slug'],
    [0, { negRisk: false }, "markets[0].negRisk: must equal its event's (true)"],
  ];
  for (const [place, change, message] of cases) {
    const markets = event.markets.map((market, at) => (at === place ? { ...market, ...change } : market));
    expect(await importing([{ ...event, markets }])).toContain(
      `refused, nothing imported: records.json: [0].${message}`,
    );
  }
  expect(at.venue.state.markets).toHaveLength(0);
  expect(at.venue.state.catalogEvents.size).toBe(0);
});

test('import: an id that returns with other content names both positions', async () => {
  const page = await recorded<{ data: object[] }>('clob_markets_page');
  page.data[7] = { ...page.data[3], question: 'Something else?' };
  expect(await importing(page)).toMatch(
    /records\.json: data\[7\]: repeats condition id 0x[0-9a-f]{64} of data\[3\] with other content/,
  );
});

test('import: an identical repetition is one record', async () => {
  const page = await recorded<{ data: object[] }>('clob_markets_page');
  expect(await importing([page.data[3], page.data[3]])).toBe('records.json: markets: 1 added, 0 unchanged');
});

test('import: a contradiction to what the venue has is named by position', async () => {
  await run(fixture('gamma_event'));
  const [event] = await recorded<[RecordedEvent]>('gamma_event');
  const [first, second] = event.markets;
  if (first === undefined || second === undefined) throw new Error('fixture');
  const tokens = { ...second, clobTokenIds: first.clobTokenIds };
  expect(await importing([{ ...event, markets: [tokens] }])).toMatch(
    /records\.json: \[0\]\.markets\[0\]: market 0x[0-9a-f]{64} is known with other token ids/,
  );
});

test.each([
  ['{', 'records.json: is not valid JSON'],
  ['[1]', 'records.json: [0]: must be an object'],
  ['"x"', 'records.json: must be an object'],
  ['[{"x":1}]', 'records.json: [0]: is no event, market, tag or series'],
  ['{"data":[{"condition_id":"0x1"}]}', 'records.json: data[0].condition_id: must be 0x and 64 hex digits'],
])('import: %s is refused', async (content, message) => expect(await importing(content)).toContain(message));

test('import: a file that cannot be read is refused and the others go on', async () => {
  const [missing, tags] = await run(join(at.folder, 'missing.json'), fixture('gamma_tags'));
  expect(missing).toHaveProperty('message', expect.stringContaining('missing.json: cannot be read'));
  expect([missing, tags]).toMatchObject([{ kind: 'refused' }, { kind: 'imported' }]);
});
