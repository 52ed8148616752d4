import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';

/** `policy` of proc(5): 5 is SCHED_IDLE. */
const POLICY_FIELD = 41;
const NICE_FIELD = 19;
const WITHOUT_CHRT = process.platform !== 'linux' || spawnSync('chrt', ['--version']).status !== 0;

/** The fields of a thread's line in /proc, counted from 1 as the manual does; its name may hold spaces. */
function fieldsOf(stat: string): readonly string[] {
  return ['', '', '', ...stat.slice(stat.lastIndexOf(')') + 2).split(' ')];
}

describe('thread priority', () => {
  test.skipIf(WITHOUT_CHRT && process.env['CI'] !== 'true')(
    'a thread stands back alone, and may leave itself only what no one else wants',
    async () => {
      const worker = new Worker(new URL('testing/low-priority-worker.ts', import.meta.url));
      try {
        const thread = await new Promise<number>((resolve, reject) => {
          worker.once('message', resolve);
          worker.once('error', reject);
        });
        const look = (): readonly string[] => fieldsOf(readFileSync(`/proc/self/task/${thread}/stat`, 'utf8'));
        while (look()[POLICY_FIELD] !== '5') await setTimeout(10);
        expect(look()[NICE_FIELD]).toBe('7');
        expect(fieldsOf(readFileSync(`/proc/self/task/${process.pid}/stat`, 'utf8'))[POLICY_FIELD]).toBe('0');
      } finally {
        await worker.terminate();
      }
    },
    60_000,
  );
});
