import type { Account, OwnOrder } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { untold } from './answered.ts';
import { LedgerCopy, type LedgerMessage } from './ledger-copy.ts';

const own = (id: string, matched: string) =>
  ({ id, asset_id: '7', side: 'BUY', price: '0.5', original_size: '10', size_matched: matched }) as OwnOrder;
// Only the fields that are read.
const told = (sequence: number, id: string, matched: string, status = 'LIVE') =>
  ({ event_type: 'order', ...own(id, matched), status, sequence }) as unknown as LedgerMessage;
const cash = (sequence: number, free: string) =>
  ({ event_type: 'balance', wallet: '0xa', asset_type: 'COLLATERAL', free, held: '0', sequence }) as LedgerMessage;
const account = (sequence: number, free: string): Account => ({
  ...{ address: '0xa', depositWallet: '0xb', openOrders: 1, sequence, debt: '0' },
  wallets: [{ address: '0xa', free, held: '0', positions: [] }],
});
const shown = (copy: LedgerCopy): string =>
  [...[...copy.openOrders.values()].map(({ id, remaining }) => `${id} ${remaining}`), copy.cash.free].join(', ');

/** Read at entry 10, and one open order at entry 12. */
function copied(): LedgerCopy {
  const copy = new LedgerCopy();
  copy.beginRead();
  copy.endRead({ account: account(10, '100'), pages: [{ sequence: 12, orders: [own('0x1', '4')] }] });
  return copy;
}

test.each<readonly [what: string, message: LedgerMessage, then: string]>([
  ['an order that is not listed, told late', told(10, '0x2', '0'), '0x1 6, 100'],
  ['an order after the account', told(11, '0x2', '0'), '0x1 6, 0x2 10, 100'],
  ['a listed order, told late', told(12, '0x1', '1'), '0x1 6, 100'],
  ['its end before it was listed', told(11, '0x1', '4', 'CANCELED'), '0x1 6, 100'],
  ['a fill after it was listed', told(13, '0x1', '7'), '0x1 3, 100'],
  ['its end', told(13, '0x1', '10', 'MATCHED'), '100'],
  ['cash, told late', cash(10, '90'), '0x1 6, 100'],
  ['cash after the account', cash(11, '90'), '0x1 6, 90'],
])('ledger copy: %s', (_, message, then) => {
  const copy = copied();
  copy.fold(message);
  expect(shown(copy)).toBe(then);
});

const NEW = { id: '0x2', tokenId: '7', side: 'BUY', price: '0.5', size: '10', remaining: '10' } as const;
const placed = (id: string, rests = true) => ({
  ...untold(false),
  placed: new Map([[id, rests ? { ...NEW, id } : null]]),
});

test('ledger copy: an answer counts at once, unless the feed has told of its order, until that or a later read does', () => {
  const copy = copied();
  const [late, cancel] = [copy.awaitAnswer(), copy.awaitAnswer()];
  copy.fold(told(13, '0x2', '10', 'MATCHED'));
  expect(late(placed('0x2'))).toEqual([]);
  expect(copy.awaitAnswer()(placed('0x3'))).toEqual([{ id: '0x3', order: { ...NEW, id: '0x3' } }]);
  expect(cancel({ ...untold(false), canceled: ['0x1'] })).toEqual([{ id: '0x1', order: null }]);
  expect(shown(copy)).toBe('0x3 10, 100');
  copy.beginRead();
  copy.awaitAnswer()(placed('0x4'));
  copy.fold(cash(15, '80'));
  copy.endRead({ account: account(14, '70'), pages: [{ sequence: 14, orders: [own('0x1', '5')] }] });
  expect([shown(copy), copy.sequence]).toEqual(['0x1 5, 0x4 10, 80', 15]);
});

test('ledger copy: an answer is doubted until the feed or a read that began later tells what it did', () => {
  const copy = copied();
  const [cancel, missed] = [copy.awaitAnswer(), copy.awaitAnswer()];
  // Filled in part before the cancel, and again: the feed has not told of its end.
  copy.fold(told(13, '0x1', '4.5'));
  const answers = [...copy.awaitAnswer()(placed('0x2', false)), ...cancel({ ...untold(false), canceled: ['0x1'] })];
  copy.fold(told(13, '0x1', '5'));
  copy.fold(told(14, '0x2', '10', 'MATCHED'));
  expect([copy.doubts(answers), copy.isConfirmed, shown(copy)]).toEqual([true, false, '100']);
  expect(missed({ ...untold(false), gone: ['0x9'] })).toEqual([]);
  copy.beginRead();
  const during = copy.awaitAnswer()(placed('0x3'));
  expect([copy.doubts(answers), copy.doubts(during)]).toEqual([false, true]);
  copy.endRead({ account: account(15, '70'), pages: [{ sequence: 15, orders: [] }] });
  expect([copy.doubts(during), shown(copy)]).toEqual([true, '0x3 10, 70']);
  copy.fold(told(16, '0x3', '0'));
  expect([copy.isConfirmed, shown(copy)]).toEqual([true, '0x3 10, 70']);
});

test('ledger copy: an order that cannot be cancelled is doubted if it was open when that was asked, or nothing was known', () => {
  const gone = { ...untold(false), gone: ['0x1'] };
  expect(new LedgerCopy().awaitAnswer()(gone)).toHaveLength(1);
  const copy = copied();
  const cancel = copy.awaitAnswer();
  copy.beginRead();
  copy.endRead({ account: account(13, '100'), pages: [] });
  expect([cancel(gone), copy.awaitAnswer()(gone)]).toEqual([[{ id: '0x1', order: null }], []]);
});
