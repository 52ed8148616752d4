import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { niceOf } from './testing/thread-stat.ts';

const LOW_HELPERS = fileURLToPath(new URL('testing/low-helpers.ts', import.meta.url));

describe.skipIf(process.platform !== 'linux')('thread priority', () => {
  test('a thread stands back alone', async () => {
    const before = niceOf(process.pid);
    const worker = new Worker(new URL('testing/low-priority-worker.ts', import.meta.url));
    try {
      const thread = await new Promise<number>((resolve, reject) => {
        worker.once('message', resolve);
        worker.once('error', reject);
      });
      expect(niceOf(thread)).toBe(Math.min(before + 7, 19));
      expect(niceOf(process.pid)).toBe(before);
    } finally {
      await worker.terminate();
    }
  });

  test('V8’s helpers stand back, and no other thread', async () => {
    const before = niceOf(process.pid);
    const { stdout } = await promisify(execFile)(process.execPath, [LOW_HELPERS]);
    const threads = JSON.parse(stdout) as { name: string; nice: number }[];
    const helpers = threads.filter(({ name }) => name.includes('V8Worker'));
    expect(helpers.length).toBeGreaterThan(0);
    for (const thread of threads)
      expect(thread.nice).toBe(helpers.includes(thread) ? Math.min(before + 9, 19) : before);
  });
});
