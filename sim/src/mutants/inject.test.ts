/** A seeded bug is in the process that asked for it, before types are stripped, and nowhere else. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const PROGRAM = fileURLToPath(new URL('./inject.testing.ts', import.meta.url));

function said(...args: readonly string[]): unknown {
  const { stdout, stderr, status } = spawnSync(process.execPath, [PROGRAM, ...args], { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout);
}

test('inject: the changed source is the one that runs', () => {
  expect(said()).toEqual({ isLoaded: null, kind: 'accepted' });
  expect(said('highest-price-refused')).toEqual({ isLoaded: true, kind: 'reject' });
});

test('inject: a file that no one imports is told as not loaded', () => {
  expect(said('frame-skipped-for-slow-readers')).toEqual({ isLoaded: false, kind: 'accepted' });
});
