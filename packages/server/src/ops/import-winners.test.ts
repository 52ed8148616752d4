import { applyEntry, createState, hashState } from '@bellwether/engine';
import { beforeEach, expect, test } from 'vitest';
import { marketDetailBody } from '../read-model/catalog/answer/catalog-output.ts';
import { marketViews } from '../read-model/catalog/query/catalog-market-views.ts';
import { notesOf, type RecordedEvent, type RecordedMarket, recorded, useImporting } from './testing/importing.ts';

const at = useImporting();
const WON = { closed: true, acceptingOrders: false, outcomePrices: '["1", "0"]', resolved: true };
const LOST = { ...WON, outcomePrices: '["0", "1"]' };
const CLOSED = { closed: true, acceptingOrders: false, outcomePrices: '["0.02", "0.98"]' };

let event: RecordedEvent;
let first: RecordedMarket;
let second: RecordedMarket;
/** A further market of the event. */
let third: RecordedMarket;
beforeEach(async () => {
  [event] = await recorded<[RecordedEvent]>('gamma_event');
  [first, second] = event.markets as [RecordedMarket, RecordedMarket];
  third = { ...second, id: '1', conditionId: `0x${'e'.repeat(64)}`, slug: 'third', clobTokenIds: '["1", "2"]' };
});

/** Imports the event with these markets; resolves to the printed notes, without the counts. */
async function notes(...markets: readonly object[]): Promise<readonly string[]> {
  const text = await at.importing([{ ...event, markets }]);
  return text.startsWith('refused') ? [text] : notesOf(text);
}
const payouts = () => at.venue.state.markets.map((market) => market.payouts?.join() ?? null);
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
  expect(await notes({ ...first, ...LOST }, { ...third, ...CLOSED })).toEqual([
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
  const market = at.venue.state.markets[1];
  if (market === undefined) throw new Error('fixture');
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
