/** One row of a file: which cells it takes, and which it refuses by which name. */
import { expect, test } from 'vitest';
import type { Role, RowsMeaning } from './plan.ts';
import { type Row, readRow } from './read-row.ts';
import { planOf } from './testing/history-files.ts';

const COLUMNS = { time: 't', price: 'p', size: 's', side: 'x' };
const GOOD = { time: '1767225600', price: '0.4', size: '12.5', side: 'buy' };

function read(cells: Readonly<Partial<Record<Role, unknown>>>, rows: RowsMeaning = 'trades', more = {}): Row | string {
  const all: Readonly<Partial<Record<Role, unknown>>> = { ...GOOD, ...cells };
  const named = Object.fromEntries(Object.keys(cells).map((role) => [role, role]));
  const plan = planOf({ ...COLUMNS, ...named, ...more });
  return readRow((role) => all[role], { file: 0, number: 2, market: 'm' }, plan, rows);
}

test.each<readonly [unknown, string | null]>([
  ['1767225600', '2026-01-01T00:00:00.000Z'],
  ['1767225600.25', '2026-01-01T00:00:00.250Z'],
  [1_767_225_600_001, '2026-01-01T00:00:00.001Z'],
  [1_767_225_600_001_999n, '2026-01-01T00:00:00.001Z'],
  ['1767225600001999999', '2026-01-01T00:00:00.001Z'],
  [new Date(1_767_225_600_001), '2026-01-01T00:00:00.001Z'],
  [new Date(0), '1970-01-01T00:00:00.000Z'],
  ['2026-01-01', '2026-01-01T00:00:00.000Z'],
  ['2026-01-01 12:30', '2026-01-01T12:30:00.000Z'],
  ['2026-01-01T12:30:05.123456Z', '2026-01-01T12:30:05.123Z'],
  ['2026-01-01 12:30:05.5+02:00', '2026-01-01T10:30:05.500Z'],
  ['2026-01-01 12:30:05 UTC', '2026-01-01T12:30:05.000Z'],
  ['2026-13-01', null],
  ['noon', null],
  ['-5', null],
  ['', null],
  [null, null],
  [new Date(Number.NaN), null],
])('history row: the time %s is %s', (time, expected) => {
  const row = read({ time });
  expect(typeof row === 'string' ? row : new Date(row.timeMs).toISOString()).toBe(expected ?? 'no time');
});

test.each<readonly [string, Readonly<Partial<Record<Role, unknown>>>, string]>([
  ['no price', { price: '' }, 'no price'],
  ['a price in words', { price: 'high' }, 'no price'],
  ['a price of 0', { price: 0 }, 'price outside 0 to 1'],
  ['a price of 1', { price: '1.00' }, 'price outside 0 to 1'],
  ['a price below 0', { price: '-0.1' }, 'price outside 0 to 1'],
  ['a price between', { price: '0.12345' }, 'price off 0.0001'],
  ['no size', { size: null }, 'no size'],
  ['an infinite size', { size: Number.POSITIVE_INFINITY }, 'size of a billion or more'],
  ['a size below 0', { size: '-1' }, 'size below 0'],
  ['a size of 0', { size: '0' }, 'size 0'],
  ['a size below a micro-share', { size: '0.0000001' }, 'size 0'],
  ['a huge size', { size: '1000000000' }, 'size of a billion or more'],
  ['no side', { side: '' }, 'no side'],
  ['another side', { side: 'unknown' }, 'no side'],
  ['another kind', { kind: 'heartbeat' }, 'unknown kind'],
  ['a book of no levels', { kind: 'book', bids: '{}', asks: '[]' }, 'bids or asks that are no levels'],
  ['a book with a bad level', { kind: 'book', bids: '[["2","1"]]', asks: '[]' }, 'bids or asks that are no levels'],
  ['a tick of nothing', { kind: 'tick_size_change', 'new-tick': '' }, 'no price'],
])('history row: %s is a loss by name', (_what, cells, reason) => expect(read(cells)).toBe(reason));

test('history row: a row without a market is a loss', () =>
  expect(readRow(() => '1', { file: 0, number: 2, market: '' }, planOf(COLUMNS), 'trades')).toBe('no market'));

test.each<readonly [string, Readonly<Partial<Record<Role, unknown>>>, RowsMeaning, object, object]>([
  ['a trade', {}, 'trades', {}, { kind: 'trade', bids: [[4_000, 12_500_000]], asks: [] }],
  [
    'a trade in cents',
    { price: 40n, side: 'no' },
    'trades',
    { scale: '100' },
    { kind: 'trade', asks: [[4_000, 12_500_000]] },
  ],
  ['a float that is nearly on 0.0001', { price: 0.1 + 0.2 }, 'trades', {}, { bids: [[3_000, 12_500_000]] }],
  ['a level', { side: 'Ask' }, 'changes', {}, { kind: 'change', bids: [], asks: [[4_000, 12_500_000]] }],
  ['a level that goes', { size: '0' }, 'changes', {}, { kind: 'change', bids: [[4_000, 0]] }],
  ['a level of a book', {}, 'books', {}, { kind: 'book', isWhole: false }],
  ['a flagged level', { snapshot: true }, 'changes', {}, { kind: 'book', isWhole: false }],
  ['a level that is not flagged', { snapshot: 'False' }, 'changes', {}, { kind: 'change' }],
  ['a named kind', { kind: 'last_trade_price' }, 'trades', {}, { kind: 'trade' }],
  ['pairs', { kind: 'book', bids: '[["0.4","1"]]', asks: '[]' }, 'trades', {}, { isWhole: true, bids: [[4_000, 1e6]] }],
  ['records', { kind: 'book', bids: '[]', asks: '[{"price":0.4,"size":1}]' }, 'trades', {}, { asks: [[4_000, 1e6]] }],
  ['a tick', { kind: 'tick_size_change', 'new-tick': 0.001 }, 'trades', {}, { kind: 'tick', bids: [[10, 0]] }],
  ['bytes', { side: new Uint8Array([0x42, 0x55, 0x59]) }, 'trades', {}, { kind: 'trade' }],
])('history row: %s is read', (_what, cells, rows, more, expected) =>
  expect(read(cells, rows, more)).toMatchObject(expected),
);
