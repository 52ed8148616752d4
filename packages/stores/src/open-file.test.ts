/** What was deleted from a store's file leaves its log as well. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { AGAIN_MS, openStoreFile } from './open-file.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('store file: what another program still reads is scrubbed once it has ended', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const path = join(mkdtempSync(join(tmpdir(), 'store-')), 'store.sqlite');
  const store = openStoreFile<object>(path);
  const run = (text: string) => sql.raw(text).execute(store.db);
  const filesWith = (text: string) => ['', '-wal'].filter((suffix) => readFileSync(path + suffix).includes(text));
  await run('CREATE TABLE t (x)');
  await run("INSERT INTO t VALUES ('Grebe')");
  const other = new DatabaseSync(path, { readOnly: true });
  other.exec('BEGIN; SELECT * FROM t');
  await run('DELETE FROM t');
  await store.scrub();
  expect(filesWith('Grebe')).not.toEqual([]);
  await vi.advanceTimersByTimeAsync(AGAIN_MS);
  expect(filesWith('Grebe')).not.toEqual([]);
  other.close();
  await vi.advanceTimersByTimeAsync(AGAIN_MS);
  expect(filesWith('Grebe')).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
  await store.close();
});
