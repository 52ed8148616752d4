/** Tests the soak judge with histories that it must pass and histories that it must reject. */
import { expect, test } from 'vitest';
import { judge } from './judge.ts';
import type { Done, Sample } from './load.ts';

const DURATION = 3_600_000;

interface History {
  /** MiB at a share of the run. */
  readonly memory?: (share: number) => number;
  readonly disk?: (share: number) => number;
  readonly latency?: (share: number) => number;
  readonly failure?: string;
}

function broken({ memory = () => 100, disk = (share) => share * 1e6, latency = () => 10, failure }: History): string[] {
  const shares = Array.from({ length: 101 }, (_, at) => at / 100);
  const samples: Sample[] = shares.map((share) => ({
    atMs: share * DURATION,
    memory: new Map([['exchange', memory(share)]]),
    diskBytes: disk(share),
  }));
  const done = Array.from({ length: 2_000 }, (_, at): Done => {
    const share = at / 2_000;
    return {
      kind: at % 2 === 0 ? 'order' : 'read',
      dueMs: share * DURATION,
      latencyMs: latency(share),
      failure: at === 7 ? (failure ?? null) : null,
    };
  });
  return judge(samples, done, DURATION)
    .filter(({ holds }) => !holds)
    .map(({ text }) => text);
}

test('soak: what stays as it is lasts, whatever the warm-up did', () => {
  expect(broken({})).toEqual([]);
  expect(broken({ memory: (share) => (share < 0.2 ? share * 500 : 100) })).toEqual([]);
});

/** Garbage of a heap between collections: it grows by 40 MiB and drops again, about eleven times in a run. */
const garbage = (share: number): number => 40 * ((share * 11.3) % 1);

test('soak: a heap that goes up and down with its garbage is flat; one whose floor rises is not', () => {
  expect(broken({ memory: (share) => 100 + garbage(share) })).toEqual([]);
  expect(broken({ memory: (share) => 100 + garbage(share) + share * 45 })[0]).toMatch(/^memory of exchange/);
});

test('soak: what was not measured does not pass', () =>
  expect(judge([], [], DURATION).map(({ holds }) => holds)).toEqual([false, false, false, false, false]));

test.each<[string, History, RegExp]>([
  ['memory that grows', { memory: (share) => 100 + share * 60 }, /^memory of exchange.* slope 60\.0 MiB\/h$/],
  ['disk that grows faster', { disk: (share) => share ** 3 * 1e6 }, /^disk for each order/],
  ['answers that get slower', { latency: (share) => 10 + share * 5 }, /^p99 of orders .*last to first 1\.3[89]/],
  ['a request that fails', { failure: '503' }, /^requests 2000, failed 1, first: 503$/],
])('soak: %s does not pass', (_what, history, line) => expect(broken(history)[0]).toMatch(line));
