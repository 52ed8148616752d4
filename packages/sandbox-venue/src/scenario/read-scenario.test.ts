import { expect, test } from 'vitest';
import { checkScenario, parseScenario, readyScenario, startedAt } from './read-scenario.ts';

const QUIET = readyScenario('quiet-market');
const NOW_MS = Date.UTC(2031, 4, 3, 2, 1, 0) + 999;

test('scenario: one that starts now starts at the machine’s second, and any other at its own [D83]', () => {
  const now = checkScenario({ ...QUIET, start: 'now' });
  expect(startedAt(now, NOW_MS)).toEqual({ ...QUIET, start: '2031-05-03T02:01:00.000Z' });
  expect(startedAt(QUIET, NOW_MS)).toBe(QUIET);
});

test('scenario: a start that is no moment is refused [D83]', () => {
  for (const start of ['soon', 'NOW', '2026-02-30T00:00:00Z'])
    expect(() => checkScenario({ ...QUIET, start })).toThrow('start ');
});

test.each<[object, string]>([
  [{ name: 'Quiet Market' }, 'name is malformed: expected 1 to 60 small letters, digits and hyphens, no hyphen first'],
  [{ traders: [{ kind: 'maker', every: '2s' }] }, 'traders[0].account, traders[0].market, traders[0].spread'],
  [{ traders: [{ kind: 'market-maker' }] }, 'traders[0].kind must be one of maker, taker'],
  [{ tempo: 'fast' }, 'unknown field "tempo"'],
  [{ seed: -1 }, 'seed must be from 0 to'],
])('scenario: %j is refused by the name of its field and what is allowed [W61]', (change, refusal) =>
  expect(() => checkScenario({ ...QUIET, ...change })).toThrow(`the scenario is not one: ${refusal}`),
);

const [TRADER] = QUIET.traders;
const DESK = { name: 'desk', key: `0x${'b'.repeat(64)}`, balance: 1 };

test.each<[object, string]>([
  [{ start: 'some day...' }, 'start is malformed: expected a moment'],
  [{ accounts: [DESK, DESK] }, 'accounts: two of them have one name'],
  [{ accounts: [DESK, { ...DESK, name: 'b', key: `0x${'B'.repeat(64)}` }] }, 'accounts: two of them have one key'],
  [{ script: [{ at: 'soon', do: { kind: 'disarm' } }] }, 'script[0].at is malformed: expected'],
  [{ script: [{ at: '1m', do: { kind: 'cancel', account: 'x' } }] }, 'script[0].do.account: there is no account x'],
  [{ traders: [{ ...TRADER, every: '5ms' }] }, 'traders[0].every must be 100 ms at least'],
])('scenario: %j is refused with what is wrong and where', (change, refusal) =>
  expect(() => parseScenario(JSON.stringify({ ...QUIET, ...change }))).toThrow(refusal),
);

test('scenario: a file has comments, and is JSON beside them', () => {
  expect(parseScenario(`// mine\n${JSON.stringify(QUIET)} /* end */`)).toEqual(QUIET);
  expect(() => parseScenario('{')).toThrow('the scenario is not JSON');
});
