import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StorageError } from '../../files/storage-error.ts';
import { openUsedUntil, type UsedUntilTimes } from './used-until.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bellwether-used-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const times = (nowSeconds: number): UsedUntilTimes => ({ nowSeconds, mostSeconds: 2_000_000_000 });
const unexpected = (error: unknown): void => {
  throw error;
};

test('used until: nothing at first; what was raised is there after the process ended, whatever way [A19]', () => {
  const one = openUsedUntil(folder, times(50), unexpected);
  expect(one.atStart).toBe(0);
  one.raise(1_800_000_000);
  one.raise(1_800_000_007);
  // Not closed: as after kill -9.
  const two = openUsedUntil(folder, times(50), unexpected);
  expect(two.atStart).toBe(1_800_000_007);
  one.close();
  two.close();
});

test('used until: a clock that was a day ahead is believed no further than a signature lasts, in the file as well [D80]', () => {
  const ahead = openUsedUntil(folder, times(0), unexpected);
  ahead.raise(1_800_086_400);
  ahead.close();
  const right = { nowSeconds: 1_800_000_000, mostSeconds: 1_800_000_060 };
  const used = openUsedUntil(folder, right, unexpected);
  used.raise(1_800_000_002);
  used.close();
  const again = openUsedUntil(folder, { nowSeconds: 1_800_000_061, mostSeconds: 1_800_000_121 }, unexpected);
  expect([used.atStart, again.atStart]).toEqual([1_800_000_060, 1_800_000_060]);
  again.close();
});

test('used until: what was raised is not taken back by an earlier time', () => {
  const used = openUsedUntil(folder, times(50), unexpected);
  used.raise(1_800_000_007);
  used.raise(1_800_000_001);
  used.close();
  const again = openUsedUntil(folder, times(50), unexpected);
  expect(again.atStart).toBe(1_800_000_007);
  again.close();
});

test('used until: the file is its owner’s alone and never grows', () => {
  const used = openUsedUntil(folder, times(50), unexpected);
  const file = join(folder, 'used-until');
  const { size, mode } = statSync(file);
  for (let second = 1_800_000_000; second < 1_800_000_100; second += 1) used.raise(second);
  expect([statSync(file).size, mode & 0o777]).toEqual([size, 0o600]);
  used.close();
});

test('used until: a file that cannot be read counts as used until now, and works from then on', () => {
  const file = join(folder, 'used-until');
  writeFileSync(file, 'no number\n');
  const used = openUsedUntil(folder, times(1_800_000_000), unexpected);
  expect(used.atStart).toBe(1_800_000_000);
  expect(readFileSync(file, 'utf8')).toMatch(/^1800000000 [0-9a-f]{8}\n$/);
  used.close();
});

test.each([
  ['before the first byte', '', 1_800_000_000],
  ['in the middle of the bytes', '00000000018', 1_800_000_000],
  ['with bytes of something else behind', `${'0'.repeat(19)}\nmore`, 0],
])('used until: a file that a crash or a hand left %s is made whole [D22]', (_where, text, atStart) => {
  const file = join(folder, 'used-until');
  writeFileSync(file, text, { mode: 0o644 });
  writeFileSync(`${file}.new`, 'half');
  const used = openUsedUntil(folder, times(1_800_000_000), unexpected);
  expect(used.atStart).toBe(atStart);
  expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`^${String(atStart).padStart(10, '0')} [0-9a-f]{8}\n$`));
  expect([readdirSync(folder), statSync(file).mode & 0o777]).toEqual([['used-until'], 0o600]);
  used.close();
});

test('used until: what older versions wrote is read', () => {
  writeFileSync(join(folder, 'used-until'), '0000000001700000000\n');
  const used = openUsedUntil(folder, times(1_800_000_000), unexpected);
  expect(used.atStart).toBe(1_700_000_000);
  used.close();
});

test('used until: altered at any byte, it counts as used until now [D22]', () => {
  const file = join(folder, 'used-until');
  const used = openUsedUntil(folder, times(50), unexpected);
  used.raise(1_800_000_007);
  used.close();
  const whole = readFileSync(file);
  for (let at = 0; at < whole.length; at++) {
    for (const mask of [1, 2, 4, 8, 16, 32, 64, 128, 0xff]) {
      const bytes = Buffer.from(whole);
      bytes.writeUInt8(bytes.readUInt8(at) ^ mask, at);
      writeFileSync(file, bytes);
      const again = openUsedUntil(folder, times(1_900_000_000), unexpected);
      expect(again.atStart, `byte ${at}`).toBe(1_900_000_000);
      again.close();
    }
  }
});

test('used until: what cannot be made is named, and what to do', () => {
  mkdirSync(join(folder, 'used-until'));
  expect(() => openUsedUntil(folder, times(50), unexpected)).toThrow(StorageError);
  expect(() => openUsedUntil(join(folder, 'gone'), times(50), unexpected)).toThrow(
    /cannot write .*used-until: it is not there/,
  );
});

test('used until: closed while the disk is being asked, it closes once and tells of nothing', async () => {
  const used = openUsedUntil(folder, times(50), unexpected);
  for (let second = 1; second <= 50; second += 1) used.raise(second);
  used.close();
  used.close();
  const again = openUsedUntil(folder, times(50), unexpected);
  expect(again.atStart).toBe(50);
  again.raise(51);
  // What is under way ends by itself.
  await expect.poll(() => readFileSync(join(folder, 'used-until'), 'utf8')).toMatch(/^0000000051 /);
  again.close();
});

test('used until: a write that fails is told once and stops nothing', () => {
  const failures: unknown[] = [];
  const used = openUsedUntil(folder, times(50), (error) => failures.push(error));
  used.close();
  used.raise(1);
  used.raise(2);
  expect(failures).toHaveLength(1);
});
