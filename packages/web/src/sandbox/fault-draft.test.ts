import { FAULT_PRESETS, type FaultRule } from '@bellwether/contract';
import { expect, test } from 'vitest';
import { AS_IT_IS, NEW_RULE, presetWish, type RuleText, ruleWish } from './fault-draft.ts';
import { anyText, faultText, matchTexts, PRESET_WORDS } from './fault-words.ts';

const rule = (change: Partial<RuleText>) => ruleWish({ ...NEW_RULE, ...change });

test('faults: a preset is armed as it is, or bounded', () => {
  expect(presetWish('overloaded', AS_IT_IS).wish).toEqual({ preset: 'overloaded', match: {} });
  const { wish } = presetWish('overloaded', { ...AS_IT_IS, times: '3', chance: '12.5', market: ' who-wins ' });
  expect(wish).toEqual({ preset: 'overloaded', match: { times: 3, probability: 0.125, market: 'who-wins' } });
});

test.each([
  ['times', '0'],
  ['times', '1.5'],
  ['chance', '101'],
  ['chance', 'often'],
  ['nth', '0'],
  ['every', 'second'],
  ['seed', '-1'],
  ['route', 'order'],
  ['account', '0x12'],
] as const)('faults: %s %j will not do', (field, text) => {
  const { wish, problems } = presetWish('overloaded', { ...AS_IT_IS, [field]: text });
  expect([wish, Object.keys(problems)]).toEqual([null, [field]]);
});

test.each([
  ['refuse', {}, { kind: 'refuse', status: 503 }],
  ['drop', { when: 'before' }, { kind: 'drop', when: 'before' }],
  ['delay', { seconds: '1.5' }, { kind: 'delay', ms: 1_500 }],
  ['skew', { seconds: '-120' }, { kind: 'skew', seconds: -120 }],
  ['html', {}, { kind: 'html' }],
] as const)('faults: a rule of requests that has %s', (requestKind, change, fault) =>
  expect(rule({ requestKind, ...change }).wish).toEqual({ match: { route: 'POST /order' }, do: fault }),
);

test('faults: a rule of frames names a feed, and nothing that is of requests', () => {
  const account = `0x${'a'.repeat(40)}`;
  const { wish } = rule({ of: 'frames', feed: '*', frameKind: 'double', account, times: '2' });
  expect(wish).toEqual({ match: { feed: '*', times: 2 }, do: { kind: 'double' } });
});

test('faults: a rule of trades says how many fail, one of orders how much later they match', () => {
  const account = `0x${'a'.repeat(40)}`;
  const failing = { match: { account }, do: { kind: 'settle', failed: 0.125 } };
  expect(rule({ of: 'trades', failed: '12.5', account }).wish).toEqual(failing);
  expect(rule({ of: 'trades', failed: '' }).wish).toEqual({ match: {}, do: { kind: 'settle' } });
  expect(rule({ of: 'trades', failed: '101' }).problems).toHaveProperty('failed');
  const later = { match: {}, do: { kind: 'match-later', ms: 3_000 } };
  expect(rule({ of: 'trades', tradeKind: 'match-later', seconds: '3' }).wish).toEqual(later);
  expect(rule({ of: 'trades', tradeKind: 'match-later', seconds: '0' }).problems).toHaveProperty('seconds');
  expect(faultText({ kind: 'settle', failed: 0.1 })).toMatch(/, 10% not at all; the ledger has settled it at once$/);
  expect(faultText({ kind: 'match-later' })).toBe('Answered as delayed, and matched 3 s later');
});

test('faults: what will not do is told at its field', () => {
  expect(rule({ route: 'order' }).problems).toHaveProperty('route');
  expect(rule({ route: '' }).problems).toEqual({});
  expect(rule({ account: '0x12' }).problems).toHaveProperty('account');
  expect(rule({ requestKind: 'delay', seconds: '601' }).problems).toHaveProperty('seconds');
  expect(rule({ requestKind: 'skew', seconds: '86401' }).problems).toHaveProperty('seconds');
});

test('faults: how long a trade is shown in each status is typed in seconds, and one that is tried again is told', () => {
  const settles = { of: 'trades', failed: '', retried: '50', mined: '0', confirmed: '1.5', retrying: '86400' } as const;
  const fault = { kind: 'settle', retried: 0.5, mined_ms: 0, confirmed_ms: 1_500, retrying_ms: 86_400_000 } as const;
  expect(rule(settles).wish).toEqual({ match: {}, do: fault });
  expect(Object.keys(rule({ ...settles, mined: '86401', confirmed: 'soon' }).problems)).toEqual(['mined', 'confirmed']);
  expect(faultText(fault)).toBe(
    'Shown as settled later (mined after 0 s, confirmed 1.5 s later, tried again for 86,400 s), 50% at the second try; the ledger has settled it at once',
  );
});

test('faults: a rule holds from one moment to a later one, and for one or some of those that match', () => {
  const moment = (local: string): string => new Date(local).toISOString();
  const [from, until] = ['2026-01-01T12:00', '2026-01-01T13:00:05'];
  const { wish, problems } = rule({ from, until, nth: '2', every: '3', seed: '0' });
  expect(problems).toEqual({});
  const match = { from: moment(from), until: moment(until), nth: 2, every: 3 };
  expect(wish).toMatchObject({ match, seed: 0 });
  expect(rule({ from: '2026-01-01T12:00', until: '2026-01-01T12:00' }).problems).toHaveProperty('until');
});

test('faults: each preset and each rule is told in words', () => {
  for (const preset of FAULT_PRESETS) expect(PRESET_WORDS[preset]).toMatch(/\.$/);
  expect(faultText({ kind: 'delay', ms: 1_500 })).toBe('Waits 1.5 s before it is begun');
  expect(faultText({ kind: 'skew', seconds: -120 })).toBe('The time is told 120 s behind');
  const rare = ['POST /order', 'with a chance of 10%', 'once'];
  expect(matchTexts({ route: 'POST /order', probability: 0.1, times: 1 })).toEqual(rare);
  const words = (['html', 'settle', 'match-later'] as const).map((kind) => anyText({ kind } as FaultRule['do']));
  expect(words).toEqual(['every request', 'every trade', 'every order']);
  expect(matchTexts({ feed: '*', every: 7, times: 3 })).toEqual(['all feeds', 'one of every 7', 'at most 3 times']);
});
