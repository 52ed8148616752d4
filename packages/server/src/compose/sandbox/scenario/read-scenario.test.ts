import { expect, test } from 'vitest';
import { checkScenario, readyScenario, startedAt } from './read-scenario.ts';

const NOW_MS = Date.UTC(2031, 4, 3, 2, 1, 0) + 999;

test('scenario: one that starts now starts at the machine’s second, and any other at its own [D83]', () => {
  const quiet = readyScenario('quiet-market');
  const now = checkScenario({ ...quiet, start: 'now' });
  expect(startedAt(now, NOW_MS)).toEqual({ ...quiet, start: '2031-05-03T02:01:00.000Z' });
  expect(startedAt(quiet, NOW_MS)).toBe(quiet);
});

test('scenario: a start that is no moment is refused [D83]', () => {
  for (const start of ['soon', 'NOW', '2026-02-30T00:00:00Z'])
    expect(() => checkScenario({ ...readyScenario('quiet-market'), start })).toThrow('start ');
});
