/** Files of rows, the tape that is made of them, and what is said of the others. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from '@bellwether/ledger/files/testing/new-folder.ts';
import { expect, test } from 'vitest';
import type { TapeMarket } from '../tape-line.ts';
import { TapeReader } from '../tape-reader.ts';
import { tapeOfHistory } from './history-tape.ts';
import { readPlan } from './plan.ts';
import { type Cells, csvText, linesOf, packed, parquetBytes, planOf, tapeOfFiles } from './testing/history-files.ts';

const T = 1_767_225_600_000;
const TRADES = ['time', 'market', 'side', 'price', 'size'];
const COLUMNS = { time: 'time', market: 'market', side: 'side', price: 'price', size: 'size' };
const ROWS: readonly Cells[] = [
  [T, 'A', 'buy', '0.5', '10'],
  [T + 1_000, 'B', 'sell', '0.25', '5'],
];
const ID = `0x${'ab'.repeat(32)}`;
const DESCRIBED: TapeMarket = {
  condition_id: ID,
  slug: 'rain',
  question: 'Will it rain?',
  outcomes: ['Wet', 'Dry'],
  token_ids: ['11', '22'],
  minimum_tick_size: 0.01,
  minimum_order_size: 5,
  taker_base_fee: 0,
};

/** Messages and gaps of a tape, without ids that are made up, and times from `T`. */
function toldBy(path: string): unknown[] {
  return linesOf(path).map((line) => {
    if (line.kind === 'gap') return [line.why, line.from_ms - T, line.to_ms - T, line.market === null ? 'all' : 'one'];
    if (line.kind === 'end') return ['end', line.time_ms - T];
    const { event_type, market: _market, ...fields } = line.message;
    const { timestamp: _timestamp, asset_id: _asset, ...others } = fields as Record<string, unknown>;
    const changes = (others['price_changes'] ?? []) as readonly Record<string, unknown>[];
    const texts = changes.map(({ side, price, size }) => `${side} ${price} ${size}`);
    return [event_type, line.time_ms - T, texts.length > 0 ? texts.join() : others];
  });
}

const headerOf = (path: string) => {
  const reader = new TapeReader(path);
  reader.close();
  return reader.header;
};

test('history tape: trades become messages of markets whose facts follow from their names', async () => {
  const made = await tapeOfFiles(newFolder(), { 'trades.csv': csvText(TRADES, ROWS) }, COLUMNS);
  expect(toldBy(made.path)).toEqual([
    ['last_trade_price', 0, { price: '0.5', size: '10', side: 'BUY' }],
    ['last_trade_price', 1_000, { price: '0.25', size: '5', side: 'SELL' }],
    ['end', 1_000],
  ]);
  const header = headerOf(made.path);
  expect(header).toMatchObject({ source: 'files: trades', time_ms: T });
  const facts = { outcomes: ['Yes', 'No'], minimum_tick_size: 0.01, minimum_order_size: 1, taker_base_fee: 0 };
  expect(header.markets).toMatchObject([{ slug: 'a', question: 'A', ...facts }, { slug: 'b' }]);
  expect(new Set(header.markets.flatMap(({ token_ids }) => token_ids)).size).toBe(4);
  const again = await tapeOfFiles(newFolder(), { 'trades.csv.gz': packed(csvText(TRADES, ROWS)) }, COLUMNS);
  expect(again.hash).toBe(made.hash);
});

test('history tape: losses are counted by reason with their first rows, and strictness writes nothing', async () => {
  const folder = newFolder();
  const bad: readonly Cells[] = [1, 2, 3, 4].map((second) => [T + second, 'A', 'buy', '1.5', '1']);
  const csv = `${csvText(TRADES, [...ROWS, ...bad])}1,2\n${csvText([], [[T, 'C', 'buy', '0.5', '0']]).trim()}`;
  const strict = await tapeOfFiles(folder, { 'trades.csv': csv }, COLUMNS, { isStrict: true });
  expect([strict.hash, readdirSync(folder)]).toEqual([null, ['trades.csv']]);
  const { read, losses, told } = await tapeOfFiles(folder, { 'trades.csv': csv }, COLUMNS);
  expect([read, told.rows, losses.total]).toEqual([8, 2, 6]);
  expect(losses.lines()).toEqual([
    'price outside 0 to 1: 4 (row 4, row 5, row 6)',
    'other cells than names: 1 (row 8)',
    'size 0: 1 (row 9)',
  ]);
});

test('history tape: a file with the flag column has books and changes, one without has trades', async () => {
  const levels: readonly Cells[] = [
    [T - 1, 'A', 'bid', '0.30', '1', 'false'],
    [T, 'A', 'bid', '0.40', '100', 'true'],
    [T, 'B', 'bid', '0.10', '7', 'true'],
    [T, 'A', 'ask', '0.45', '80', 'true'],
    [T + 1, 'A', 'bid', '0.41', '12.5', 'false'],
    [T + 1, 'A', 'ask', '0.45', '0', 'false'],
    [T + 60_000, 'A', 'bid', '0.41', '3', 'true'],
  ];
  const trades: readonly Cells[] = [[T + 1, 'A', 'buy', '0.45', '80']];
  const files = { 'book.csv': csvText([...TRADES, 'flag'], levels), 'trades.csv': csvText(TRADES, trades) };
  const { path, losses } = await tapeOfFiles(newFolder(), files, { ...COLUMNS, snapshot: 'flag' });
  expect(toldBy(path)).toEqual([
    ['book', 0, { bids: [{ price: '0.4', size: '100' }], asks: [{ price: '0.45', size: '80' }] }],
    ['book', 0, { bids: [{ price: '0.1', size: '7' }], asks: [] }],
    ['price_change', 1, 'BUY 0.41 12.5,SELL 0.45 0'],
    ['last_trade_price', 1, { price: '0.45', size: '80', side: 'BUY' }],
    ['missing', 1, 60_000, 'one'],
    ['book', 60_000, { bids: [{ price: '0.41', size: '3' }], asks: [] }],
    ['end', 60_000],
  ]);
  expect(losses.lines()).toEqual(['change before the first book: 1 (book.csv row 2)']);
});

test('history tape: rows of books are one book a moment, and rows of changes need no book before', async () => {
  const rows: readonly Cells[] = [
    [T, 'A', 'bid', '0.4', '1'],
    [T, 'A', 'ask', '0.6', '2'],
    [T + 5, 'A', 'bid', '0.3', '3'],
  ];
  const file = { 'rows.csv': csvText(TRADES, rows) };
  const books = await tapeOfFiles(newFolder(), file, { ...COLUMNS, rows: 'books' });
  const [bids, asks] = [[{ price: '0.4', size: '1' }], [{ price: '0.6', size: '2' }]];
  expect(toldBy(books.path)).toEqual([
    ['book', 0, { bids, asks }],
    ['book', 5, { bids: [{ price: '0.3', size: '3' }], asks: [] }],
    ['end', 5],
  ]);
  const changes = await tapeOfFiles(newFolder(), file, { ...COLUMNS, rows: 'changes' });
  expect(toldBy(changes.path).slice(0, 2)).toEqual([
    ['price_change', 0, 'BUY 0.4 1,SELL 0.6 2'],
    ['price_change', 5, 'BUY 0.3 3'],
  ]);
  expect([books.told.gaps, changes.told.gaps]).toEqual([0, 0]);
});

test('history tape: newest-first files are sorted, silence is a gap, an id counts once, and a finer price the tick', async () => {
  const rows: readonly Cells[] = [
    [T + 90_000, 'A', 'buy', '0.505', '1', 'c'],
    [T + 30_000, 'A', 'buy', '0.5', '1', 'b'],
    [T + 30_000, 'A', 'sell', '0.5', '2', 'b'],
    [T, 'A', 'buy', '0.5', '1', 'a'],
  ];
  const plan = { ...COLUMNS, id: 'id', gap: '59' };
  const made = await tapeOfFiles(newFolder(), { 'rows.csv': csvText([...TRADES, 'id'], rows) }, plan);
  expect(toldBy(made.path)).toEqual([
    ['last_trade_price', 0, { price: '0.5', size: '1', side: 'BUY' }],
    ['last_trade_price', 30_000, { price: '0.5', size: '1', side: 'BUY' }],
    ['silent', 30_000, 90_000, 'all'],
    ['last_trade_price', 90_000, { price: '0.505', size: '1', side: 'BUY' }],
    ['end', 90_000],
  ]);
  expect(made.losses.lines()).toEqual(['id there twice: 1 (row 4)']);
  expect(made.markets[0]?.minimum_tick_size).toBe(0.005);
});

const PMXT = [
  'timestamp',
  'market',
  'event_type',
  'asset_id',
  'bids',
  'asks',
  'price',
  'size',
  'side',
  'new_tick_size',
];
const PMXT_ROWS: readonly Cells[] = [
  [T, ID, 'price_change', '11', '', '', 0.4, 1, 'BUY', 0],
  [T, ID, 'book', '22', '[["0.5","7"]]', '[["0.7","8"],["0.6","9"]]', 0, 0, '', 0],
  [T + 1, ID, 'book', '11', '[["0.1","8"]]', '[["0.5","7"]]', 0, 0, '', 0],
  [T + 1, ID, 'book', '11', '[["0.3","8"],["0.4","9"]]', '[["0.5","7"]]', 0, 0, '', 0],
  [T + 2, ID, 'last_trade_price', '11', '', '', 0.5, 7, 'BUY', 0],
  [T + 2, ID, 'price_change', '11', '', '', 0.5, 0, 'SELL', 0],
  [T + 3, ID, 'tick_size_change', '11', '', '', 0, 0, '', 0.001],
  [T + 3, `0x${'cd'.repeat(32)}`, 'price_change', '33', '', '', 0.5, 1, 'BUY', 0],
  [T + 3, ID, 'heartbeat', '11', '', '', 0, 0, '', 0],
];

test('history tape: the preset pmxt takes books, changes, trades and ticks of the markets that are described', async () => {
  const bytes = parquetBytes(PMXT, PMXT_ROWS, 3, { timestamp: 'TIMESTAMP' });
  const made = await tapeOfFiles(
    newFolder(),
    { 'hour.parquet': bytes },
    { preset: 'pmxt' },
    { described: [DESCRIBED] },
  );
  expect(toldBy(made.path)).toEqual([
    ['book', 0, expect.objectContaining({ bids: [{ price: '0.5', size: '7' }] })],
    // Each is a whole book, also two of one millisecond.
    ['book', 1, expect.objectContaining({ bids: [{ price: '0.1', size: '8' }] })],
    ['book', 1, expect.objectContaining({ asks: [{ price: '0.5', size: '7' }] })],
    ['last_trade_price', 2, { price: '0.5', size: '7', side: 'BUY' }],
    ['price_change', 2, 'SELL 0.5 0'],
    ['tick_size_change', 3, { new_tick_size: '0.001' }],
    ['end', 3],
  ]);
  expect(made.markets).toEqual([DESCRIBED]);
  expect([made.read, made.leftOut]).toEqual([9, 1]);
  expect(made.losses.lines()).toEqual(['unknown kind: 1 (row 9)', 'change before the first book: 1 (row 1)']);
  const undescribed = await tapeOfFiles(newFolder(), { 'hour.parquet': bytes }, { preset: 'pmxt' }, { only: [ID] });
  // Of tokens without a description, the first in the file is the first outcome.
  expect(undescribed.markets).toMatchObject([{ condition_id: ID, token_ids: ['11', '22'] }]);
});

test('history tape: the preset kalshi takes cents and the taker’s outcome', async () => {
  const names = ['trade_id', 'ticker', 'count', 'yes_price', 'no_price', 'taker_side', 'created_time', '_fetched_at'];
  const rows: readonly Cells[] = [
    ['u-2', 'KXRAIN-26', 3, 65, 35, 'no', '2026-01-01T00:00:01.500000Z', ''],
    ['u-1', 'KXRAIN-26', 10, 64, 36, 'yes', '2026-01-01T00:00:00Z', ''],
  ];
  const types = { count: 'INT64', yes_price: 'INT64', no_price: 'INT64' } as const;
  const files = { 'trades.parquet': parquetBytes(names, rows, 100, types) };
  const { path, markets } = await tapeOfFiles(newFolder(), files, { preset: 'kalshi' });
  expect(toldBy(path)).toEqual([
    ['last_trade_price', 0, { price: '0.64', size: '10', side: 'BUY' }],
    ['last_trade_price', 1_500, { price: '0.65', size: '3', side: 'SELL' }],
    ['end', 1_500],
  ]);
  expect(markets).toMatchObject([{ slug: 'kxrain-26', question: 'KXRAIN-26' }]);
});

test.each<readonly [string, string, string, readonly string[]]>([
  ['a column of tokens', 'token', '11,22,22,33', ['11', '22', '22']],
  ['a column of outcomes', 'outcome', 'Wet,dry,1,Maybe', ['11', '22', '22']],
])('history tape: %s tells the outcome, and a third one is lost', async (_what, role, cells, tokens) => {
  const rows = cells.split(',').map((cell, at): Cells => [T + at, ID, 'buy', '0.5', '1', cell]);
  const file = { 'rows.csv': csvText([...TRADES, role], rows) };
  const made = await tapeOfFiles(newFolder(), file, { ...COLUMNS, [role]: role }, { described: [DESCRIBED] });
  const named = linesOf(made.path).flatMap((line) =>
    line.kind === 'message' && line.message.event_type === 'last_trade_price' ? [line.message.asset_id] : [],
  );
  expect(named).toEqual(tokens);
  expect(made.losses.lines()).toEqual(['no token or outcome of its market: 1 (row 5)']);
});

test('history tape: rows of the books of both tokens may alternate', async () => {
  const rows: readonly Cells[] = [
    [T, ID, 'bid', '0.4', '1', '11'],
    [T, ID, 'ask', '0.6', '1', '22'],
    [T, ID, 'bid', '0.3', '2', '11'],
    [T, ID, 'ask', '0.7', '2', '22'],
  ];
  const file = { 'rows.csv': csvText([...TRADES, 'token'], rows) };
  const { path } = await tapeOfFiles(newFolder(), file, { ...COLUMNS, token: 'token', rows: 'books' });
  const [one, two] = [
    { price: '0.4', size: '1' },
    { price: '0.3', size: '2' },
  ];
  const [three, four] = [
    { price: '0.6', size: '1' },
    { price: '0.7', size: '2' },
  ];
  expect(toldBy(path)).toEqual([
    ['book', 0, { bids: [one, two], asks: [] }],
    ['book', 0, { bids: [], asks: [three, four] }],
    ['end', 0],
  ]);
});

test('history tape: files that name no market are about the one described, or the one of their name', async () => {
  const names = ['time', 'side', 'price', 'size'];
  const file = { 'rain-2026.csv': csvText(names, [[T, 'buy', '0.5', '1']]) };
  const { market: _market, ...columns } = COLUMNS;
  expect((await tapeOfFiles(newFolder(), file, columns)).markets).toMatchObject([{ slug: 'rain-2026' }]);
  const told = await tapeOfFiles(newFolder(), file, columns, { described: [DESCRIBED] });
  expect(told.markets).toEqual([DESCRIBED]);
});

const GOOD = csvText(TRADES, ROWS);

test.each<readonly [string, string | Buffer, object, string]>([
  [
    'a column that is not there',
    GOOD,
    { price: 'cost' },
    'rows.csv cannot be read: it has no column cost (--price), but time, market, side',
  ],
  ['a flag column that no file has', GOOD, { snapshot: 'flag' }, 'no file has a column flag (--snapshot)'],
  ['nothing', '', {}, 'no column time (--time), but none'],
  ['a column twice', csvText([...TRADES, 'price'], []), {}, 'it has the column price (--price) twice'],
  ['no rows', csvText(TRADES, []), {}, 'no row can be on a tape'],
  ['only losses', csvText(TRADES, [[T, 'A', 'buy', '2', '1']]), {}, 'price outside 0 to 1: 1 (row 2)'],
  ['bytes', Buffer.from([1, 2, 3, 0, 10]), {}, 'it is neither CSV nor Parquet'],
  ['a quote that is not closed', `${GOOD}"1,2\n3`, {}, 'Quote Not Closed'],
  ['a quote that is never closed', `${GOOD}"${'x,'.repeat(600_000)}`, {}, 'Max Record Size'],
  ['text behind a quote', `${GOOD}"1"2,A,buy,0.5,1\n`, {}, 'Invalid Closing Quote'],
  ['half a gzip', packed(GOOD).subarray(0, 40), {}, 'cannot be read: unexpected end of file'],
  ['half a Parquet', parquetBytes(TRADES, ROWS, 1).subarray(0, -9), {}, 'cannot be read'],
  ['a broken Parquet', broken(parquetBytes(TRADES, ROWS, 1)), {}, 'cannot be read'],
  [
    '51 markets',
    csvText(TRADES, many(51)),
    {},
    'there are more than 50 markets, the most of a replay: choose with --only, as M0',
  ],
  [
    'more rows of one time than a message holds',
    csvText(TRADES, crowd(100_001)),
    {},
    'row 100002: more than 100000 rows',
  ],
  [
    'two markets of one slug',
    csvText(TRADES, [
      [T, 'A.', 'buy', '.5', '1'],
      [T, 'A', 'buy', '.5', '1'],
    ]),
    {},
    'the same slug',
  ],
])('history tape: a file with %s is refused by name, and nothing is left', async (_what, content, change, problem) => {
  const folder = newFolder();
  await expect(tapeOfFiles(folder, { 'rows.csv': content }, { ...COLUMNS, ...change })).rejects.toThrow(problem);
  expect(readdirSync(folder)).toEqual(['rows.csv']);
});

function broken(bytes: Buffer): Buffer {
  bytes.fill(0xee, 4, 60);
  return bytes;
}

function many(count: number): Cells[] {
  return Array.from({ length: count }, (_, at): Cells => [T, `M${at}`, 'buy', '0.5', '1']);
}

function crowd(count: number): Cells[] {
  return Array.from({ length: count }, (): Cells => [T, 'A', 'buy', '0.5', '1']);
}

test('history tape: 50 markets are enough for a tape', async () => {
  const made = await tapeOfFiles(newFolder(), { 'rows.csv': csvText(TRADES, many(50)) }, COLUMNS);
  expect(made.markets.length).toBe(50);
});

test('history tape: a path that is taken, a missing file and a place that cannot be written are named', async () => {
  const folder = newFolder();
  const file = join(folder, 'rows.csv');
  writeFileSync(file, GOOD);
  const make = (path: string, files = [file]) =>
    tapeOfHistory({ files, path, plan: planOf(COLUMNS), described: [], only: [], isStrict: false });
  await expect(make(file)).rejects.toThrow(`${file} is there already: name another --out`);
  await expect(make(join(folder, 'a.tape'), [join(folder, 'none.csv')])).rejects.toThrow('there is no file');
  await expect(make(join(folder, 'a.tape'), [folder])).rejects.toThrow(`there is no file ${folder}`);
  await expect(make(join(folder, 'none', 'a.tape'))).rejects.toThrow('cannot write');
  mkdirSync(join(folder, 'b.tape.new'));
  await expect(make(join(folder, 'b.tape'))).rejects.toThrow();
  expect(readdirSync(folder).sort()).toEqual(['b.tape.new', 'rows.csv']);
});

test.each<readonly [object, string]>([
  [{ preset: 'other' }, '--preset must be one of kalshi, pmxt'],
  [{ time: 't', price: 'p', size: 's' }, '--side must name a column, unless a --preset does'],
  [{}, '--time must name a column'],
  [{ ...COLUMNS, scale: '0' }, '--scale must be a number above 0, not 0'],
  [{ ...COLUMNS, gap: 'long' }, '--gap must be a number above 0, not long'],
  [{ ...COLUMNS, rows: 'orders' }, '--rows must be one of trades, changes, books'],
  [{ ...COLUMNS, bids: 'b' }, '--bids and --asks go together'],
])('history tape: options %j are refused by name', (values, problem) => expect(readPlan(values)).toContain(problem));

test('history tape: an option stands in place of its preset’s', () =>
  expect(readPlan({ preset: 'kalshi', price: 'yes_price_dollars', scale: '1' })).toMatchObject({
    columns: { price: 'yes_price_dollars', size: 'count' },
    scale: 1,
  }));
