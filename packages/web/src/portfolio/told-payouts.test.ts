import { expect, test } from 'vitest';
import { type Payout, readTold, toldOf, untold, writeTold } from './told-payouts.ts';

const payout = (hash: string, timestamp: number, size = '10'): Payout => ({
  ...{ type: 'REDEEM', transactionHash: hash, timestamp, size, usdcSize: size },
  ...{ title: 'Will it?', slug: 'will-it', outcome: 'Yes', asset: `c:${hash}` },
});
const ROWS = [payout('0x4', 40), payout('0x3', 30), payout('0x3', 30, '0.001'), payout('0x2', 20)];
const hashes = (rows: readonly Payout[]) => rows.map(({ transactionHash }) => transactionHash);

test('what came after the last that was told is news, dust is none', () => {
  expect(hashes(untold(ROWS, { hash: '0x2', time: 20 }))).toEqual(['0x4', '0x3']);
  expect(hashes(untold(ROWS, { hash: '0x4', time: 40 }))).toEqual([]);
  expect(hashes(untold(ROWS, { hash: '', time: 25 }))).toEqual(['0x4', '0x3']);
  // The last seen payout is older than the rows read.
  expect(hashes(untold(ROWS, { hash: '0x1', time: 10 }))).toEqual(['0x4', '0x3', '0x2']);
});

test('what was told is kept by wallet', () => {
  const items = new Map<string, string>();
  const storage = {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
  };
  expect(readTold(storage, '0xab')).toBeNull();
  const before = { hash: '', time: 99 };
  writeTold(storage, '0xab', toldOf(ROWS, before));
  expect(readTold(storage, '0xab')).toEqual({ hash: '0x4', time: 40 });
  writeTold(storage, '0xcd', toldOf([], before));
  expect(readTold(storage, '0xcd')).toEqual({ hash: '', time: 99 });
  items.set('bellwether.told-payouts.0xcd', 'broken');
  expect(readTold(storage, '0xcd')).toBeNull();
});
