import { applyEntry, createState, hashState } from '@bellwether/engine';
import { marketDetailBody } from '@bellwether/read-model/catalog/answer/catalog-output.ts';
import { marketViews } from '@bellwether/read-model/catalog/query/catalog-market-views.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { describeImport } from './import.ts';
import {
  fixture,
  linesOf,
  notesOf,
  type RecordedEvent,
  type RecordedMarket,
  recorded,
  unkeptOf,
  useImporting,
} from './testing/importing.ts';

const at = useImporting();
const RESOLVED = 'without a result here until now: resolved as recorded (1 market)';
const KNOWN = 'known here already: a result is taken, and text, terms and flags stay as they are';

const run = async (name: string) =>
  (await at.run(fixture(name))).flatMap((result) => {
    const text = describeImport(result);
    return [...linesOf(text).slice(0, 1), ...notesOf(text)];
  });
const payouts = () => at.venue.state.markets.map((market) => market.payouts?.join() ?? null);

describe.each([
  ['of the catalog', 'gamma_market', 'gamma_market_closed'],
  ['of a listing', 'clob_market_open', 'clob_market_closed'],
])('import: a plain market %s, open first, closed with its winner later', (_shape, open, closed) => {
  test('import: the later record resolves it, once, and the rest of it is said not to be taken [K61]', async () => {
    await run(open);
    const [market] = at.venue.state.markets;
    expect([market?.status, market?.closed]).toEqual(['open', false]);
    const { sequence } = at.venue.state;
    expect(await run(closed)).toEqual([
      expect.stringContaining('markets: 0 added, 1 unchanged'),
      expect.stringMatching(new RegExp(`^${KNOWN} \\([12] records?`)),
      RESOLVED,
    ]);
    expect([payouts(), at.venue.state.sequence]).toEqual([['10000,0'], sequence + 1]);
    for (const { closed: isOver } of at.venue.state.catalogEvents.values()) expect(isOver).toBe(true);
    expect(await run(closed)).not.toContain(RESOLVED);
    expect(await run(open)).toContainEqual(expect.stringContaining(KNOWN));
    expect([payouts(), at.venue.state.sequence]).toEqual([['10000,0'], sequence + 1]);
  });

  test('import: one that contradicts the result of the venue is refused by file and position [K61]', async () => {
    await run(open);
    const [market = expect.unreachable('fixture')] = at.venue.state.markets;
    await at.venue.submit({ kind: 'ResolveMarket', market: market.id, payouts: [0, 10_000] });
    const record = await recorded<object>(closed);
    expect(await at.importing([{ label: 'Rain', id: '1', slug: 'rain' }, record])).toBe(
      `refused, nothing imported: records.json: [1]: market ${market.conditionId} is recorded with the result 1 and 0, but it has 0 and 1 here`,
    );
    expect([payouts(), at.venue.state.tagsBySlug.size]).toEqual([['0,10000'], 0]);
  });
});

test('import: a close without a winner, other terms and other texts are noted, and change nothing [K61]', async () => {
  await run('gamma_market');
  const record = await recorded<object>('gamma_market');
  const { sequence } = at.venue.state;
  const closed = { closed: true, acceptingOrders: false };
  for (const change of [closed, { orderPriceMinTickSize: 0.001 }, { question: 'Another one?' }])
    expect(linesOf(await at.importing([{ ...record, ...change }]))).toContainEqual(
      expect.stringMatching(new RegExp(`^${KNOWN} \\(2 records: \\[0\\]\\.events\\[0\\], \\[0\\]\\)$`)),
    );
  expect(at.venue.state.sequence).toBe(sequence);
});

test('import: one market of a one-winner event that has lost is resolved, and its others trade on [K61]', async () => {
  await run('gamma_event');
  const [event] = await recorded<[RecordedEvent]>('gamma_event');
  const lost = { ...event.markets[0], closed: true, outcomePrices: '["0", "1"]', umaResolutionStatus: 'resolved' };
  expect(linesOf(await at.importing([{ ...event, markets: [lost] }]))).toContain(RESOLVED);
  expect(payouts()).toEqual(['0,10000', null]);
});

test('import: a listing that says half each of one market of a one-winner event is noted, and not taken [K61]', async () => {
  await run('gamma_event');
  const [event] = await recorded<[RecordedEvent]>('gamma_event');
  const [first] = event.markets;
  const [yes, no] = JSON.parse(first?.clobTokenIds ?? '') as [string, string];
  const listing = await recorded<{ tokens: object[] }>('clob_market_closed');
  const shared = { price: 0.5, winner: false };
  const tokens = [
    { token_id: yes, outcome: 'Yes', ...shared },
    { token_id: no, outcome: 'No', ...shared },
  ];
  const terms = { condition_id: first?.conditionId, neg_risk: true, is_50_50_outcome: true };
  expect(linesOf(await at.importing([{ ...listing, ...terms, tokens }]))).toContain(
    'a shared result of a one-winner event is not taken of one market: resolve the event (1 record: [0])',
  );
  expect(payouts()).toEqual([null, null]);
});

test.each([
  ['missing', undefined],
  ['null', null],
  ['empty', ''],
  ['an empty list', '[]'],
  ['two empty ones', '["", ""]'],
])(
  'import: a placeholder of a one-winner event whose ids are %s is noted and left out, until a record has them [K61]',
  async (_how, clobTokenIds) => {
    const [event] = await recorded<[RecordedEvent]>('gamma_event');
    const [first, second] = event.markets as [RecordedMarket, RecordedMarket];
    const placeholder = { ...second, clobTokenIds };
    const text = await at.importing([{ ...event, markets: [first, placeholder] }]);
    expect(linesOf(text)[0]).toBe(
      'records.json: events: 1 added, 0 unchanged; markets: 1 added, 0 unchanged; tags: 7 added, 0 unchanged',
    );
    expect(unkeptOf(text)).not.toContain('events.markets liquidity 2');
    expect(notesOf(text)).toEqual([
      'a placeholder without token ids: left out until a record has them (1 record: [0].markets[1])',
    ]);
    expect(await at.importing([{ ...event, markets: [first, second] }])).toContain('markets: 1 added, 1 unchanged');
  },
);

test('import: in a listing likewise; a plain market that takes orders without them is refused [K61]', async () => {
  const open = await recorded<{ tokens: { token_id: string }[] }>('clob_market_open');
  const nameless = { ...open, tokens: open.tokens.map((token) => ({ ...token, token_id: '' })) };
  expect(linesOf(await at.importing([{ ...nameless, neg_risk: true }]))).toContain(
    'a placeholder without token ids: left out until a record has them (1 record: [0])',
  );
  expect(await at.importing([nameless])).toBe(
    'refused, nothing imported: records.json: [0].tokens: token ids are required while orders are accepted',
  );
  expect(linesOf(await at.importing([{ ...nameless, accepting_orders: false }]))).toContain(
    'without token ids: shown with ids made of its condition id (1 record: [0])',
  );
});

const WON = { closed: true, acceptingOrders: false, outcomePrices: '["1", "0"]', resolved: true };
const CLOSED = { closed: true, acceptingOrders: false, outcomePrices: '["0.02", "0.98"]' };

let event: RecordedEvent;
let first: RecordedMarket;
let second: RecordedMarket;
/** A further market of the event. */
let third: RecordedMarket;
beforeEach(async () => {
  [event] = await recorded<[RecordedEvent]>('gamma_event');
  [first, second] = event.markets as [RecordedMarket, RecordedMarket];
  third = {
    ...second,
    id: '1',
    conditionId: `0x${'e'.repeat(64)}`,
    slug: 'third',
    clobTokenIds: `["${1n << 60n}", "${1n << 61n}"]`,
  };
});

/** Imports the event with these markets; resolves to the printed notes, without the counts. */
async function notes(...markets: readonly object[]): Promise<readonly string[]> {
  const text = await at.importing([{ ...event, markets }]);
  return text.startsWith('refused') ? [text] : notesOf(text);
}

const isClosed = () => [...at.venue.state.catalogEvents.values()].map(({ closed }) => closed);

test('import: in a one-winner event with a winner nothing is left to trade [K24]', async () => {
  expect(await notes({ ...first, ...WON }, second, { ...third, ...CLOSED })).toEqual([
    'open beside the recorded winner of its event: taken as closed, its second outcome has won (1 record: [0].markets[1])',
    'closed without a result beside the recorded winner of its event: its second outcome has won (1 record: [0].markets[2])',
  ]);
  const { markets } = at.venue.state;
  expect(markets.map(({ status, acceptingOrders }) => ({ status, acceptingOrders }))).toEqual(
    Array.from({ length: 3 }, () => ({ status: 'resolved', acceptingOrders: false })),
  );
  expect([payouts(), isClosed()]).toEqual([['10000,0', '0,10000', '0,10000'], [true]]);
  const views = await marketViews(at.venue.database, { kind: 'keys', markets: markets.map(({ id }) => id) });
  expect(views.map((view) => marketDetailBody(view, []))).toMatchObject([
    { status: 'resolved', tokens: [{ winner: true, price: 1 }, { winner: false }] },
    { status: 'resolved', tokens: [{ winner: false }, { winner: true }] },
    { status: 'resolved', tokens: [{ winner: false, price: 0 }, { winner: true }] },
  ]);
});

test('import: without a winner, what is closed without a result keeps its recorded price', async () => {
  expect(await notes({ ...first, ...{ ...WON, outcomePrices: '["0", "1"]' } }, { ...third, ...CLOSED })).toEqual([
    'closed without a result: the recorded price is kept, and nothing is paid until it is resolved here (1 record: [0].markets[1])',
  ]);
  expect(payouts()).toEqual(['0,10000', null]);
});

test('import: two winners of one event are refused by file and position', async () => {
  expect(await notes({ ...first, ...WON }, second, { ...third, ...WON })).toEqual([
    `refused, nothing imported: records.json: [0].markets[2]: market ${third.conditionId} is recorded as the winner of its event, but so is market ${first.conditionId}`,
  ]);
  expect(at.venue.state.markets).toEqual([]);
});

test.each<[string, () => readonly object[], readonly string[]]>([
  ['of a market that the venue has', () => [{ ...first, ...WON }], ['10000,0', '0,10000']],
  ['of a market that joins the event', () => [{ ...third, ...WON }], ['0,10000', '0,10000', '10000,0']],
  ['of one that it has, beside one that joins', () => [third, { ...first, ...WON }], ['10000,0', '0,10000', '0,10000']],
])('import: %s ends the whole event in one entry [E27]', async (_name, records, expected) => {
  await notes(first, second);
  const state = createState();
  const before = at.venue.state.sequence;
  expect(await notes(...records())).toContain('without a result here until now: resolved as recorded (2 markets)');
  expect([payouts(), isClosed(), at.venue.state.sequence]).toEqual([expected, [true], before + 1]);
  for (const entry of at.venue.entries) applyEntry(state, entry);
  expect(hashState(state)).toBe(hashState(at.venue.state));
  // Importing the same file again changes nothing.
  expect(await notes(...records())).toEqual([expect.stringMatching(/^known here already: /)]);
  expect(at.venue.state.sequence).toBe(before + 1);
});

test('import: one that contradicts a result of the venue is refused by file and position', async () => {
  await notes(first, second);
  const market = at.venue.state.markets[1] ?? expect.unreachable('fixture');
  await at.venue.submit({ kind: 'ResolveMarket', market: market.id, payouts: [0, 10_000] });
  expect(await notes(first, { ...second, ...WON })).toEqual([
    `refused, nothing imported: records.json: [0].markets[1]: market ${second.conditionId} is recorded as the winner of its event, but it has lost here`,
  ]);
  expect(await notes({ ...third, ...WON })).toEqual([
    expect.stringMatching(/^refused, nothing imported: records.json: \[0\]: event .* have fixed its markets$/),
  ]);
  expect(payouts()).toEqual([null, '0,10000']);
});

test('import: a listing of the market’s trading terms names the winner as well', async () => {
  await notes(first, second);
  const [yes, no] = JSON.parse(first.clobTokenIds) as [string, string];
  const page = await recorded<{ data: object[] }>('clob_markets_page');
  const tokens = [
    { token_id: yes, outcome: 'Yes', price: 1, winner: true },
    { token_id: no, outcome: 'No', price: 0, winner: false },
  ];
  const listing = { ...page.data[0], condition_id: first.conditionId, closed: true, is_50_50_outcome: false, tokens };
  expect(await at.importing([listing])).toContain('resolved as recorded (2 markets)');
  expect([payouts(), isClosed()]).toEqual([['10000,0', '0,10000'], [true]]);
});
