import type { Clock } from '@bellwether/ports/runtime.ts';
import { expect, test } from 'vitest';
import { READS_PACE } from '../limits.ts';
import { Traffic } from './traffic.ts';

const DAY_MS = 86_400_000;

test.each([0, 30 * DAY_MS, 2 ** 32 - 50])(
  'traffic: on a machine that has run for %d ms, is quiet again in time',
  (startMs) => {
    const at = { ms: startMs };
    const clock = { monotonicMs: () => at.ms } as Clock;
    const here = new Traffic(clock);
    const there = new Traffic(clock, here.cell);
    at.ms += 2 * READS_PACE.quietMs;
    expect(there.isQuiet()).toBe(true);
    here.came();
    expect(there.isQuiet()).toBe(false);
    at.ms += READS_PACE.quietMs - 1;
    expect(there.isQuiet()).toBe(false);
    at.ms += 1;
    expect(there.isQuiet()).toBe(true);
  },
);
