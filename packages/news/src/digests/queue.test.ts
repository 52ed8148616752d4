/** Periods, and the queue of digests when nodes take turns, die, and the clock leaps. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type NewsStore, openStore } from '../tables.ts';
import { lastPeriod } from './period.ts';
import { type DigestReaders, queueDigests } from './queue.ts';

const folder = mkdtempSync(join(tmpdir(), 'digests-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (iso: string): number => Date.parse(iso);

test.each([
  ['weekly', '2026-11-30T07:59:59.999Z', '2026-W48', '2026-11-23T08:00:00Z'],
  ['weekly', '2026-11-30T08:00:00Z', '2026-W49', '2026-11-30T08:00:00Z'],
  ['weekly', '2026-12-06T23:00:00Z', '2026-W49', '2026-11-30T08:00:00Z'],
  ['weekly', '2027-01-03T12:00:00Z', '2026-W53', '2026-12-28T08:00:00Z'],
  ['weekly', '2027-01-04T08:00:00Z', '2027-W01', '2027-01-04T08:00:00Z'],
  ['daily', '2026-11-30T07:00:00Z', '2026-11-29', '2026-11-29T08:00:00Z'],
  ['daily', '2026-11-30T09:00:00Z', '2026-11-30', '2026-11-30T08:00:00Z'],
] as const)('periods: the last %s one at %s is %s', (every, now, key, end) => {
  const { endMs, startMs, ...period } = lastPeriod(every, at(now));
  expect([period.key, new Date(endMs).toISOString()]).toEqual([key, end.replace('Z', '.000Z')]);
  expect(endMs - startMs).toBe((every === 'daily' ? 1 : 7) * 86_400_000);
});

const people = Array.from({ length: 450 }, (_, number) => `p${String(number).padStart(4, '0')}`);
const readers: DigestReaders = async (every, after, limit) =>
  every === 'weekly' ? people.filter((id) => id > after).slice(0, limit) : ['d1'].filter((id) => id > after);
const queued = async ({ db }: NewsStore) =>
  (await db.selectFrom('news_delivery').select('id').orderBy('id').execute()).map(({ id }) => id);
const weeklyOf = (key: string) => people.map((id) => `digest-${id}-${key}`);
const isWeekly = (id: string) => id.includes('-W');

test('digests: the first period is that which begins with the venue, and each has one message for a person', async () => {
  const store = await openStore({ file: join(folder, 'one.sqlite') });
  expect(await queueDigests(store, readers, at('2026-11-26T12:00:00Z'))).toBe(false);
  expect(await queueDigests(store, readers, at('2026-11-26T13:00:00Z'))).toBe(false);
  expect(await queued(store)).toEqual([]);
  expect(await queueDigests(store, readers, at('2026-11-30T08:00:00Z'))).toBe(true);
  expect(await queued(store)).toEqual(['digest-d1-2026-11-30', ...weeklyOf('2026-W49')]);
  // The clock goes back and forth; an old node comes late.
  for (const now of ['2026-11-29T08:00:00Z', '2026-11-30T08:00:01Z', '2026-11-20T08:00:00Z', '2026-11-30T08:01:00Z'])
    expect(await queueDigests(store, readers, at(now))).toBe(false);
  const payload = await store.db.selectFrom('news_delivery').select('payload').limit(1).executeTakeFirstOrThrow();
  expect(Object.keys(JSON.parse(payload.payload) as object)).toEqual(['every', 'key', 'startMs', 'endMs']);
  await store.close();
});

test('digests: nodes that die in between and nodes at once leave nobody out and ask nobody twice', async () => {
  const file = join(folder, 'two.sqlite');
  const store = await openStore({ file });
  await queueDigests(store, readers, at('2026-11-26T12:00:00Z'));
  // Dies after its first page.
  let pages = 0;
  const dying: DigestReaders = (...asked) => {
    pages += 1;
    return pages === 2 ? Promise.reject(new Error('killed')) : readers(...asked);
  };
  await expect(queueDigests(store, dying, at('2026-11-30T08:00:00Z'))).rejects.toThrow('killed');
  expect(await queued(store)).toEqual(weeklyOf('2026-W49').slice(0, 200));
  // The next node goes on, and the old one wakes up with a page that it has read before.
  const { promise, resolve } = Promise.withResolvers<void>();
  let isHeld = true;
  const late: DigestReaders = async (...asked) => {
    const page = await readers(...asked);
    if (isHeld) await promise;
    isHeld = false;
    return page;
  };
  const old = queueDigests(store, late, at('2026-11-30T08:01:00Z'));
  await queueDigests(store, readers, at('2026-11-30T08:01:00Z'));
  resolve();
  await old;
  expect((await queued(store)).filter(isWeekly)).toEqual(weeklyOf('2026-W49'));
  // Venues that were down send the last period alone.
  await store.db.deleteFrom('news_delivery').execute();
  await queueDigests(store, readers, at('2026-12-17T08:00:00Z'));
  expect((await queued(store)).filter(isWeekly)).toEqual(weeklyOf('2026-W51'));
  await store.close();
});
