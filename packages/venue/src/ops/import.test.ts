import { readFile, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { IsoTime } from '@bellwether/contract';
import { address, type Command, micros } from '@bellwether/engine';
import { placeOrder } from '@bellwether/exchange/sequencer/testing/sample-venue.ts';
import { catalogMarketBody, marketDetailBody } from '@bellwether/read-model/catalog/answer/catalog-output.ts';
import { marketViews } from '@bellwether/read-model/catalog/query/catalog-market-views.ts';
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { MACHINE } from '../runtime/machine.ts';
import { describeImport, type FileImport, runImport } from './import.ts';
import {
  FIXTURES,
  fixture,
  type ListedMarket,
  linesOf,
  notesOf,
  type RecordedEvent,
  recorded,
  unkeptOf,
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
  await importing({ ...page.data.find((market) => market['minimum_order_size'] === 14.97), minimum_tick_size: 0.0001 });
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
  const text = await importing([page.data[3], page.data[3]]);
  expect([linesOf(text)[0], notesOf(text)]).toEqual(['records.json: markets: 1 added, 0 unchanged', []]);
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
  ['{', 'records.json: is not valid JSON: Expected property name'],
  ['', 'records.json: is empty'],
  ['{"label":"a","label":"b"}', 'records.json: a key is repeated in one object'],
  [`{"label":${'['.repeat(70)}${']'.repeat(70)}}`, 'records.json: the body is nested more than 64 levels deep'],
  ['{\u001b[31m}', "records.json: is not valid JSON: Expected property name or '}' in JSON at position 1"],
  ['[1]', 'records.json: [0]: must be an object'],
  ['"x"', 'records.json: must be an object'],
  ['[{"x":1}]', 'records.json: [0]: is no event, market, tag or series'],
  ['{"data":[{"condition_id":"0x1"}]}', 'records.json: data[0].condition_id: must be 0x and 64 hex digits'],
])('import: %s is refused', async (content, message) => expect(await importing(content)).toContain(message));

test.each<[string, readonly string[], string]>([
  ['of another encoding', ['{\n"label":', '\xe9', '}'], 'is not UTF-8: line 2'],
  ['of UTF-16', ['\xff\xfe{\x00'], 'is not UTF-8: line 1'],
  ['packed', ['\x1f\x8b\x08\x00'], 'is packed by gzip: unpack it first'],
])('import: a file %s is refused in these words', async (_what, parts, message) => {
  const file = join(at.folder, 'bytes.json');
  await writeFile(file, Buffer.from(parts.join(''), 'latin1'));
  expect((await run(file)).map(describeImport)).toEqual([`refused, nothing imported: bytes.json: ${message}`]);
});

test('import: a byte order mark is left out; a folder, a lost link and a file without an end are refused', async () => {
  const marked = join(at.folder, 'marked.json');
  await writeFile(marked, `\ufeff${await readFile(fixture('gamma_tags'), 'utf8')}`);
  const lost = join(at.folder, 'lost.json');
  await symlink('nowhere', lost);
  const [first = expect.unreachable('no result'), ...others] = await run(marked, at.folder, lost, '/dev/zero');
  expect(describeImport(first)).toContain('tags: 5 added');
  expect(others.map(describeImport)).toEqual([
    expect.stringContaining(`${basename(at.folder)}: cannot be read: EISDIR`),
    expect.stringContaining('lost.json: cannot be read: ENOENT'),
    'refused, nothing imported: zero: is larger than 128 MiB: split the file',
  ]);
});

test('import: a winner beside half each is not taken, and is named', async () => {
  const page = await recorded<{ data: object[] }>('clob_markets_page');
  const text = await importing({ ...page.data[0], is_50_50_outcome: true });
  expect(unkeptOf(text)).toContain('markets.tokens winner 1');
});

test('import: a market tells whether its event has one winner, if the event itself does not', async () => {
  const [event] = await recorded<[RecordedEvent]>('gamma_event');
  const { markets, negRisk: _, tags: _tags, ...summary } = event as RecordedEvent & Record<string, unknown>;
  const listed = markets.map((market) => ({ ...market, negRisk: true, events: [summary] }));
  expect(await importing(listed)).toContain('events: 1 added, 0 unchanged; markets: 2 added');
  expect(at.venue.state.markets.map(({ negRisk }) => negRisk)).toEqual([true, true]);
});

test('import: token ids that clients take for positions are noted', async () => {
  const [event] = await recorded<[RecordedEvent]>('gamma_event');
  const [first, ...others] = event.markets;
  const answer = await importing([{ ...event, markets: [{ ...first, clobTokenIds: '["1234", "1235"]' }, ...others] }]);
  expect(notesOf(answer)).toContainEqual(
    expect.stringMatching(/^token ids whose bits 40 to 103 are zero.*markets\[0\]/),
  );
});

test('import: a file that cannot be read is refused and the others go on', async () => {
  const [missing, tags] = await run(join(at.folder, 'missing.json'), fixture('gamma_tags'));
  expect(missing).toHaveProperty('message', expect.stringContaining('missing.json: cannot be read'));
  expect([missing, tags]).toMatchObject([{ kind: 'refused' }, { kind: 'imported' }]);
});

async function shown() {
  const known = at.venue.state.markets.map(({ id }) => id);
  const markets = await marketViews(at.venue.database, { kind: 'keys', markets: known });
  const labels = markets.map((view) => ({ detail: marketDetailBody(view, []), market: catalogMarketBody(view), view }));
  return new Map(labels.map((one) => [one.view.condition_id, one]));
}

const notesOfAll = (results: readonly FileImport[]) => results.flatMap((result) => notesOf(describeImport(result)));

test('import: a closed market without a winner keeps its recorded prices and pays nothing [K24]', async () => {
  const lines = notesOfAll(await run(fixture('clob_markets_page')));
  const page = await recorded<{ data: ListedMarket[] }>('clob_markets_page');
  const lost = page.data.filter(({ closed, tokens }) => closed && tokens.every(({ winner }) => !winner));
  const priced = lost.filter(({ tokens }) => tokens.reduce((sum, { price }) => sum + price, 0) === 1);
  expect([lost.length, priced.length]).toEqual([74, 56]);
  const markets = await shown();
  for (const record of page.data) {
    const one = markets.get(record.condition_id);
    const [first, second] = record.tokens.map(({ price }) => price);
    const { payouts } = at.venue.state.markets.find(({ conditionId }) => conditionId === record.condition_id) ?? {};
    expect(payouts === null).toBe(lost.includes(record) || !record.closed);
    if (priced.includes(record)) {
      expect(one?.detail.tokens).toMatchObject([
        { price: first, price_known: true, winner: false },
        { price: second, price_known: true, winner: false },
      ]);
      expect(one?.market).toMatchObject({ priceKnown: true, resolved: false });
    } else if (lost.includes(record))
      expect(one?.detail.tokens).toMatchObject([{ price: 0.5, price_known: false }, { price: 0.5 }]);
    else if (!record.closed) {
      // The price of an open market elsewhere is not a price at this venue.
      expect(one?.market.priceKnown).toBe(false);
    }
  }
  expect(lines).toContainEqual(
    expect.stringMatching(
      /^closed without a result: the recorded price is kept, and nothing is paid until it is resolved here \(56 records: data\[\d+\], data\[\d+\], data\[\d+\] and 53 more\)$/,
    ),
  );
  expect(lines).toContainEqual(expect.stringMatching(/^closed without a result: no price is shown.*\(18 records: /));
});

test('import: recorded prices of any form are kept to a twentieth of a thousandth, and none is made up', async () => {
  const { data } = await recorded<{ data: object[] }>('clob_markets_page');
  const closed = { ...data[0], is_50_50_outcome: false };
  const prices = {
    a: [0.81, 0.19],
    b: ['0.0000004113679809846114013590098187297978', '0.9999995886320190153885986409901812702022'],
    c: [0.50005, 0.49995],
    d: [4e-7, 0.9999996],
    e: [0, 0],
    f: [0.6, 0.6],
  };
  const records = Object.entries(prices).map(([name, pair], index) => {
    const tokens = pair.map((price, at) => ({ token_id: String(100 + 2 * index + at), outcome: `${at}`, price }));
    return { ...closed, condition_id: `0x${name.repeat(64)}`, market_slug: name, tokens };
  });
  await importing(records);
  const kept = at.venue.state.markets.map(({ recordedPriceHalfTicks }) => recordedPriceHalfTicks);
  expect(kept.join()).toBe('16200,0,10001,0,,');
});

test('import: a market that the operator resolves later pays, whatever price was recorded', async () => {
  await run(fixture('clob_markets_page'));
  const market = at.venue.state.markets.find(({ recordedPriceHalfTicks }) => recordedPriceHalfTicks === 16_200);
  const { id, conditionId } = market ?? expect.unreachable('fixture');
  await at.venue.submit({ kind: 'ResolveMarket', market: id, payouts: [0, 10_000] });
  expect((await shown()).get(conditionId)?.detail.tokens).toMatchObject([{ price: 0 }, { price: 1, winner: true }]);
});

test('import: reward rates survive, in either form [K25]', async () => {
  await run(fixture('clob_markets_page'), fixture('gamma_event'));
  const page = await recorded<{ data: { condition_id: string; rewards: { rates: object[] | null } }[] }>(
    'clob_markets_page',
  );
  const markets = await shown();
  expect(page.data.filter(({ rewards }) => rewards.rates !== null)).toHaveLength(1);
  for (const { condition_id, rewards } of page.data)
    expect(markets.get(condition_id)?.detail.rewards.rates).toEqual(rewards.rates ?? []);
  const [event] = await recorded<RecordedEvent[]>('gamma_event');
  expect(markets.get(event?.markets[1]?.conditionId ?? '')?.detail.rewards.rates).toEqual([
    { asset_address: '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174', rewards_daily_rate: 0.001 },
  ]);
});

test('import: a file without a market says so [K24]', async () => {
  const [tags = expect.unreachable('one file')] = await run(fixture('gamma_tags'));
  expect(describeImport(tags)).toBe(
    'gamma_tags.json: tags: 5 added, 0 unchanged\n  the file holds no market\n  not kept of tags: forceShow (1 record)',
  );
  for (const empty of [[], { data: [] }])
    expect(await importing(empty)).toBe('records.json: nothing to import\n  the file holds no market');
  const [event] = await recorded<[RecordedEvent]>('gamma_event');
  expect(notesOf(await importing({ ...event, tags: [], markets: [] }))).toEqual(['the file holds no market']);
});

test('import: dates are always dates, and a missing end is said [K24]', async () => {
  expect(notesOfAll(await run(...FIXTURES))).not.toContainEqual(expect.stringContaining('no end date'));
  const { data } = await recorded<{ data: Record<string, unknown>[] }>('clob_markets_page');
  const endless = { condition_id: `0x${'e'.repeat(64)}`, market_slug: 'endless', end_date_iso: null };
  const tokens = [0, 1].map((at) => ({ token_id: `${at + 1}`, outcome: `${at}`, price: 0.5 }));
  expect(await importing({ ...data.find(({ closed }) => closed === false), ...endless, tokens })).toContain(
    'no end date: shown as 2199-12-31T00:00:00Z (1 record)',
  );
  const markets = await shown();
  for (const { market } of markets.values()) {
    for (const date of [market.startDate, market.endDate, market.createdAt, market.updatedAt])
      expect([Number.isNaN(Date.parse(date)), Value.Check(IsoTime, date)]).toEqual([false, true]);
    expect(Date.parse(market.startDate)).toBeLessThanOrEqual(Date.parse(market.endDate));
  }
  expect(markets.get(`0x${'e'.repeat(64)}`)?.market.endDate).toBe('2199-12-31T00:00:00Z');
});

test('import: a market of an event begins and ends with it where it does not say', async () => {
  const [event] = await recorded<[RecordedEvent]>('gamma_event');
  const markets = event.markets.map((market) => ({ ...market, startDate: null, endDate: '' }));
  await importing({ ...event, markets });
  for (const { market } of (await shown()).values())
    expect(market).toMatchObject({ startDate: '2025-07-11T18:41:17.827458Z', endDate: '2028-11-07T00:00:00Z' });
});

const imported = async (changes: object): Promise<readonly [number | undefined, number | undefined, string[]]> => {
  const market = await recorded<object>('gamma_market');
  const text = await importing({ ...market, ...changes });
  const added = at.venue.state.markets[0];
  return [added?.takerFeeRate, added?.makerFeeRate, notesOf(text)];
};

const published = (category: string): string => `the published rate of ${category} markets`;
const oneLikeThis = { feeSchedule: { rate: 0.1, exponent: 1, takerOnly: true, rebateRate: 0 } };
const noted = { feesEnabled: null, feeType: null };

test.each<[string, object, rate: number, why: string | null]>([
  ['of the recorded crypto market', {}, 700, published('crypto')],
  ['that are off', { feesEnabled: false }, 0, 'its fees are off'],
  ['of a schedule', { feeSchedule: { rate: 0.03, exponent: 1 } }, 300, 'by its fee schedule'],
  ['of a strange curve', { feeSchedule: { rate: 0.25, exponent: 2 } }, 700, published('crypto')],
  ['of a category without any', { feeType: 'geopolitics_fees' }, 0, published('geopolitics')],
  ['of no category', { feeType: null }, 500, published('other')],
  ['of a record that only has the mark', noted, 500, published('other')],
  ['of a venue like this one', { makerBaseFee: 0, feeType: null, ...oneLikeThis }, 1_000, null],
  ['that say their rate', { takerBaseFee: 200, makerBaseFee: 0, ...noted }, 200, null],
  ['of nothing', { takerBaseFee: null, makerBaseFee: null, ...noted }, 0, null],
])('import: fees %s [K24]', async (_name, changes, rate, why) => {
  const notes = [
    `takerBaseFee 1000 taken as ${rate} (${rate / 100} %), ${why} (1 record)`,
    'makerBaseFee 1000 taken as 0 (0 %), makers pay no fees in the ecosystem (1 record)',
  ];
  expect(await imported(changes)).toEqual([rate, 0, why === null ? [] : notes]);
});

test('import: fees of a listing follow its labels', async () => {
  const { data } = await recorded<{ data: Record<string, unknown>[] }>('clob_markets_page');
  const open = data.find(({ closed, archived }) => closed === false && archived === false);
  const text = await importing([
    { ...open, active: false, taker_base_fee: 1_000, maker_base_fee: 1_000, tags: ['All', 'Sports'] },
  ]);
  expect(text).toContain('active false taken as true, for it takes orders (1 record: [0])');
  expect(text).toContain(
    'taker_base_fee 1000 taken as 500 (5 %), the published rate of sports markets (1 record: [0])',
  );
  expect(at.venue.state.markets[0]).toMatchObject({ takerFeeRate: 500, makerFeeRate: 0 });
});

test('import: what the venue shows of a market can be imported again as it is [K25]', async () => {
  await run(...FIXTURES);
  const bodies = [...(await shown()).values()].map(({ market }) => market);
  const before = at.venue.state.markets;
  await at.restart();
  const tags = [{ label: 'All' }];
  expect(await importing(bodies.map((body) => ({ ...body, events: [], tags })))).not.toContain('taken as');
  const facts = before.map(({ takerFeeRate, tick, minimumSize, payouts, closed, recordedPriceHalfTicks }) => {
    return { takerFeeRate, tick, minimumSize, payouts, closed, recordedPriceHalfTicks };
  });
  expect(at.venue.state.markets).toMatchObject(facts);
});

test('import: one that ends midway has said which files were taken, and names the one at which it ended and the others', async () => {
  const printed: string[] = [];
  let left = 1;
  const openFolder = async () => ({
    submit: (command: Command) => {
      if (left-- === 0) throw new Error('the disk is full');
      return at.venue.submit(command);
    },
    stop: async () => undefined,
  });
  const config = readConfig({ BELLWETHER_DATA_DIR: at.folder }, false);
  const print = (line: string): void => void printed.push(line.split('\n')[0] ?? '');
  const running = runImport({ config, files: FIXTURES, print, clock: MACHINE.clock, openFolder });
  await expect(running).rejects.toThrow(
    /^the import ended at gamma_market\.json, which may have been taken: the disk is full\. Not tried: gamma_tags\.json, clob_markets_page\.json\. Run it again/,
  );
  expect(printed).toEqual([expect.stringMatching(/^gamma_event\.json: events: 1 added/)]);
});
