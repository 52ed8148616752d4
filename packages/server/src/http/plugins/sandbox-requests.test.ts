import { expect, test } from 'vitest';
import type { BegunRequest, StoredSandboxRequests } from '../../ports/sandbox-requests.ts';
import { SANDBOX_REQUEST_BYTES_MAX, SANDBOX_REQUESTS_HERE_MAX, SandboxRequests } from './sandbox-requests.ts';

/** A file of a disk that may be full. */
class Stored implements StoredSandboxRequests {
  readonly kept = new Map<string, BegunRequest>();
  isFull = false;
  find(key: string): BegunRequest | null {
    return this.kept.get(key) ?? null;
  }
  keep(key: string, request: BegunRequest): void {
    if (this.isFull) throw new Error('the disk is full');
    this.kept.set(key, request);
  }
  forget(key: string): void {
    if (this.isFull) throw new Error('the disk is full');
    this.kept.delete(key);
  }
  close(): void {
    this.kept.clear();
  }
}

const answered = (length: number) => ({
  hash: 'a',
  branch: 'main',
  untilMs: null,
  answer: { status: 200, headers: {}, body: 'x'.repeat(length) },
});

function opened(): { readonly stored: Stored; readonly requests: SandboxRequests; readonly warnings: string[] } {
  const [stored, warnings] = [new Stored(), [] as string[]];
  return { stored, warnings, requests: new SandboxRequests(stored, (problem) => warnings.push(problem)) };
}

test('sandbox requests: what ends with the process is kept in memory, by number and by bytes, and the last one always', () => {
  const { stored, requests } = opened();
  for (let number = 0; number <= SANDBOX_REQUESTS_HERE_MAX; number++)
    requests.done(`key-${number}`, answered(1), false);
  expect([requests.find('key-0'), requests.find('key-1')]).toEqual([null, answered(1)]);
  const half = SANDBOX_REQUEST_BYTES_MAX / 2;
  requests.done('half', answered(half), false);
  requests.done('other-half', answered(half), false);
  expect([requests.find('key-1'), requests.find('half')]).toEqual([null, answered(half)]);
  requests.done('all', answered(2 * SANDBOX_REQUEST_BYTES_MAX), false);
  expect([requests.find('half'), requests.find('other-half')]).toEqual([null, null]);
  expect(requests.find('all')?.answer?.body).toHaveLength(2 * SANDBOX_REQUEST_BYTES_MAX);
  expect(stored.kept.size).toBe(0);
});

test('sandbox requests: what was done while the disk was full is known until the next restart, and nothing is begun', () => {
  const { stored, requests, warnings } = opened();
  const { answer: _answer, ...begun } = answered(1);
  requests.begin('move', begun);
  stored.isFull = true;
  requests.done('move', answered(1), true);
  expect([requests.find('move'), warnings.length]).toEqual([answered(1), 1]);
  expect(() => requests.begin('other', begun)).toThrow('the disk is full');
  requests.undone('refused');
  expect(warnings).toHaveLength(2);
  stored.isFull = false;
  requests.begin('other', begun);
  requests.undone('other');
  expect(requests.find('other')).toBeNull();
});
