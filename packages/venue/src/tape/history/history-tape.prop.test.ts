/** Random rows, written as CSV and as Parquet: one tape to the byte, with the books of a naive fold of the rows. */
import { readFileSync } from 'node:fs';
import { forAllAsync } from '@bellwether/engine/testing';
import { newFolder } from '@bellwether/ledger/files/testing/new-folder.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Cells, csvText, linesOf, packed, parquetBytes, tapeOfFiles } from './testing/history-files.ts';

const T = 1_767_225_600_000;
const NAMES = ['time', 'market', 'kind', 'side', 'price', 'size'];
const COLUMNS = { time: 'time', market: 'market', kind: 'kind', side: 'side', price: 'price', size: 'size' };

const row = fc.record({
  after: fc.integer({ min: 0, max: 3 }),
  market: fc.constantFrom('A', 'B, "the other"', 'C\nc'),
  kind: fc.constantFrom('book', 'change', 'change', 'trade'),
  side: fc.constantFrom('buy', 'sell'),
  price: fc.integer({ min: 1, max: 99 }).map((cents) => cents / 100),
  size: fc.integer({ min: 0, max: 2_000 }).map((size) => size / 4),
});
type Made = typeof row extends fc.Arbitrary<infer T> ? T : never;

/** Size by market, side and price at the end, and trades: every row once more, one at a time. */
function naive(rows: readonly (Made & { readonly timeMs: number })[]) {
  const levels = new Map<string, number>();
  const trades: string[] = [];
  const bookAt = new Map<string, number>();
  for (const { timeMs, market, kind, side, price, size } of rows) {
    const level = `${market} ${side} ${price}`;
    if (kind === 'trade') {
      if (size > 0) trades.push(`${timeMs} ${level} ${size}`);
      continue;
    }
    if (kind === 'change' && !bookAt.has(market)) continue;
    if (kind === 'book' && bookAt.get(market) !== timeMs)
      for (const key of levels.keys()) if (key.startsWith(`${market} `)) levels.delete(key);
    bookAt.set(market, kind === 'book' ? timeMs : -1);
    if (size === 0) levels.delete(level);
    else levels.set(level, size);
  }
  return { levels: [...levels].sort(), trades: trades.sort() };
}

/** The same by the messages of a tape. */
function toldBy(path: string, names: ReadonlyMap<string, string>) {
  const levels = new Map<string, number>();
  const trades: string[] = [];
  const set = (market: string, side: string, { price, size }: { price: string; size: string }): void => {
    const level = `${market} ${side === 'BUY' ? 'buy' : 'sell'} ${Number(price)}`;
    if (size === '0') levels.delete(level);
    else levels.set(level, Number(size));
  };
  for (const line of linesOf(path)) {
    if (line.kind !== 'message') continue;
    const { message } = line;
    const market = names.get(message.market) ?? '';
    if (message.event_type === 'last_trade_price') {
      const side = message.side === 'BUY' ? 'buy' : 'sell';
      trades.push(`${line.time_ms} ${market} ${side} ${Number(message.price)} ${Number(message.size)}`);
    } else if (message.event_type === 'price_change')
      for (const change of message.price_changes) set(market, change.side, change);
    else if (message.event_type === 'book') {
      for (const key of levels.keys()) if (key.startsWith(`${market} `)) levels.delete(key);
      for (const level of message.bids) set(market, 'BUY', level);
      for (const level of message.asks) set(market, 'SELL', level);
    }
  }
  return { levels: [...levels].sort(), trades: trades.sort() };
}

test('history tape: CSV in any form and Parquet give one tape, with the books of the rows', () =>
  forAllAsync(
    60,
    [
      fc.array(row, { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 9 }),
      fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 5 }),
    ],
    async (made, groupSize, swaps) => {
      let timeMs = T;
      const timed = made.map((one) => {
        timeMs += one.after;
        return { ...one, timeMs };
      });
      if (!timed.some(({ kind, size }) => kind === 'book' || (kind === 'trade' && size > 0))) return true;
      const cells = timed.map((one): Cells => [one.timeMs, one.market, one.kind, one.side, one.price, one.size]);
      // Neighbours of different times change places: the order of the file hardly matters.
      for (const swap of swaps) {
        const [one, other] = [cells[swap], cells[swap + 1]];
        if (one !== undefined && other !== undefined && one[0] !== other[0])
          [cells[swap], cells[swap + 1]] = [other, one];
      }
      const forms = {
        'a.csv': csvText(NAMES, cells, true),
        'a.crlf.csv': `\ufeff${csvText(NAMES, cells, true, '\r\n')}`,
        'a.csv.gz': packed(csvText(NAMES, cells, true)),
        'a.parquet': parquetBytes(NAMES, cells, groupSize),
      };
      const tapes = [];
      for (const [name, content] of Object.entries(forms))
        tapes.push(await tapeOfFiles(newFolder(), { [name]: content }, COLUMNS));
      const [first] = tapes;
      if (first === undefined) return false;
      const bytes = readFileSync(first.path);
      for (const { path, losses } of tapes) {
        expect(readFileSync(path).equals(bytes)).toBe(true);
        expect(losses.total).toBe(first.losses.total);
      }
      const names = new Map(first.markets.map(({ condition_id, question }) => [condition_id, question]));
      expect(toldBy(first.path, names)).toEqual(naive(timed));
      return true;
    },
  ));
