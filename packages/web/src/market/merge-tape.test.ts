import { expect, test } from 'vitest';
import { keysOf, mergeTape, rowOfMessage, type TapeRow } from './merge-tape.ts';

const TRADE = { side: 'BUY', outcomeIndex: 0, price: '0.5', size: '1' } as const;
const row = (hash: string, timeMs: number, name: string | null): TapeRow => ({
  ...{ hash, timeMs, ...TRADE, trader: name === null ? null : { address: '0x', name, image: '' } },
});

test('tape: what the ledger has is not told twice, and the newest is first', () => {
  const rows = mergeTape([row('a', 1, 'Ann')], [row('b', 2, null), row('a', 1, null)]);
  expect(rows.map(({ hash, trader }) => `${hash} ${trader?.name}`)).toEqual(['b undefined', 'a Ann']);
});

test('tape: a trade at several prices keeps a row for each until the ledger has it', () =>
  expect(mergeTape([], [row('a', 1, null), row('a', 1, null)])).toHaveLength(2));

test('tape: a row keeps its key while others come above it, and no two share one', () => {
  const rows = [row('b', 2, null), row('b', 2, null), row('a', 1, null)];
  const before = keysOf(rows);
  expect(new Set(before).size).toBe(3);
  expect(keysOf([row('c', 3, null), row('b', 2, null), ...rows]).slice(2)).toEqual(before);
});

test('tape: it does not grow without end', () => {
  const told = Array.from({ length: 100 }, (_, index) => row(String(index), index, null));
  expect(mergeTape([], told)).toHaveLength(40);
});

test('tape: a message is of the outcome whose token it names', () => {
  const place = { market: '0xm', sequence: 2, index: 0, count: 1, timestamp: '1800000000000' };
  const terms = { asset_id: 'no', price: '0.4', size: '3', side: 'SELL', fee_rate_bps: '0' } as const;
  const message = { event_type: 'last_trade_price', ...place, ...terms, transaction_hash: '0xab' } as const;
  const told = { ...row('0xab', 1_800_000_000_000, null), side: 'SELL', outcomeIndex: 1, price: '0.4', size: '3' };
  expect(rowOfMessage(message, ['yes', 'no'])).toEqual(told);
});
