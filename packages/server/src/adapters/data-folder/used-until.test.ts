import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openUsedUntil } from './used-until.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bellwether-used-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const unexpected = (error: unknown): void => {
  throw error;
};

test('used until: nothing at first; what was raised is there after the process ended, whatever way', () => {
  const one = openUsedUntil(folder, 50, unexpected);
  expect(one.atStart).toBe(0);
  one.raise(1_800_000_000);
  one.raise(1_800_000_007);
  // Not closed: as after kill -9.
  const two = openUsedUntil(folder, 50, unexpected);
  expect(two.atStart).toBe(1_800_000_007);
  one.close();
  two.close();
});

test('used until: the file is its owner’s alone and never grows', () => {
  const used = openUsedUntil(folder, 50, unexpected);
  const file = join(folder, 'used-until');
  const { size, mode } = statSync(file);
  for (let second = 1_800_000_000; second < 1_800_000_100; second += 1) used.raise(second);
  expect([statSync(file).size, mode & 0o777]).toEqual([size, 0o600]);
  used.close();
});

test('used until: a file that cannot be read counts as used until now, and works from then on', () => {
  const file = join(folder, 'used-until');
  writeFileSync(file, 'no number\n');
  const used = openUsedUntil(folder, 1_800_000_000, unexpected);
  expect(used.atStart).toBe(1_800_000_000);
  expect(readFileSync(file, 'utf8')).toMatch(/^0000000001800000000\n/);
  used.close();
});

test('used until: a write that fails is told once and stops nothing', () => {
  const failures: unknown[] = [];
  const used = openUsedUntil(folder, 50, (error) => failures.push(error));
  used.close();
  used.raise(1);
  used.raise(2);
  expect(failures).toHaveLength(1);
});
