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

test.each<[object, string]>([
  [{ name: 'Quiet Market' }, 'name is malformed: expected 1 to 60 small letters, digits and hyphens, no hyphen first'],
  [{ traders: [{ kind: 'maker', every: '2s' }] }, 'traders[0].account, traders[0].market, traders[0].spread'],
  [{ traders: [{ kind: 'market-maker' }] }, 'traders[0].kind must be one of maker, taker'],
  [{ tempo: 'fast' }, 'unknown field "tempo"'],
  [{ seed: -1 }, 'seed must be from 0 to'],
])('scenario: %j is refused by the name of its field and what is allowed [W61]', (change, refusal) => {
  expect(() => checkScenario({ ...readyScenario('quiet-market'), ...change })).toThrow(
    `the scenario is not one: ${refusal}`,
  );
});
