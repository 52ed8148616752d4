import { FAULT_PRESETS } from '@bellwether/contract';
import { ApiError } from '@bellwether/sdk';
import { expect, test } from 'vitest';
import { NEW_RULE, NO_BOUNDS, presetWish, type RuleText, refusedField, ruleWish } from './fault-draft.ts';
import { faultText, matchTexts, PRESET_WORDS } from './fault-words.ts';

const rule = (change: Partial<RuleText>) => ruleWish({ ...NEW_RULE, ...change });

test('faults: a preset is armed as it is, or bounded', () => {
  expect(presetWish('overloaded', NO_BOUNDS).wish).toEqual({ preset: 'overloaded', match: {} });
  expect(presetWish('overloaded', { times: '3', chance: '12.5', market: ' who-wins ' }).wish).toEqual({
    preset: 'overloaded',
    match: { times: 3, probability: 0.125, market: 'who-wins' },
  });
});

test.each([
  ['times', '0'],
  ['times', '1.5'],
  ['chance', '101'],
  ['chance', 'often'],
] as const)('faults: %s %j will not do', (field, text) => {
  const { wish, problems } = presetWish('overloaded', { ...NO_BOUNDS, [field]: text });
  expect(wish).toBeNull();
  expect(Object.keys(problems)).toEqual([field]);
});

test.each([
  ['refuse', {}, { kind: 'refuse', status: 503 }],
  ['drop', { when: 'before' }, { kind: 'drop', when: 'before' }],
  ['delay', { seconds: '1.5' }, { kind: 'delay', ms: 1_500 }],
  ['skew', { seconds: '-120' }, { kind: 'skew', seconds: -120 }],
  ['html', {}, { kind: 'html' }],
] as const)('faults: a rule of requests that has %s', (requestKind, change, fault) => {
  expect(rule({ requestKind, ...change }).wish).toEqual({ match: { route: 'POST /order' }, do: fault });
});

test('faults: a rule of frames names a feed, and nothing that is of requests', () => {
  const account = `0x${'a'.repeat(40)}`;
  expect(rule({ of: 'frames', feed: '*', frameKind: 'double', account, times: '2' }).wish).toEqual({
    match: { feed: '*', times: 2 },
    do: { kind: 'double' },
  });
});

test('faults: a rule of trades says how many fail, one of orders how much later they match', () => {
  const account = `0x${'a'.repeat(40)}`;
  expect(rule({ of: 'trades', failed: '12.5', account }).wish).toEqual({
    match: { account },
    do: { kind: 'settle', failed: 0.125 },
  });
  expect(rule({ of: 'trades', failed: '' }).wish).toEqual({ match: {}, do: { kind: 'settle' } });
  expect(rule({ of: 'trades', failed: '101' }).problems).toHaveProperty('failed');
  expect(rule({ of: 'trades', tradeKind: 'match-later', seconds: '3' }).wish).toEqual({
    match: {},
    do: { kind: 'match-later', ms: 3_000 },
  });
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

test('faults: the venue’s refusal stands at the field that it speaks of', () => {
  const refused = (text: string) => refusedField(new ApiError(400, text));
  expect(refused('match.market names no market: nowhere')).toBe('market');
  expect(refused('there are 256 rules already, of at most 256')).toBeNull();
  expect(refusedField(new Error('match.market'))).toBeNull();
});

test('faults: each preset and each rule is told in words', () => {
  for (const preset of FAULT_PRESETS) expect(PRESET_WORDS[preset]).toMatch(/\.$/);
  expect(faultText({ kind: 'delay', ms: 1_500 })).toBe('Waits 1.5 s before it is begun');
  expect(faultText({ kind: 'skew', seconds: -120 })).toBe('The time is told 120 s behind');
  expect(matchTexts({ route: 'POST /order', probability: 0.1, times: 1 })).toEqual([
    'POST /order',
    'with a chance of 10%',
    'once',
  ]);
  expect(matchTexts({ feed: '*', every: 7, times: 3 })).toEqual(['all feeds', 'one of every 7', 'at most 3 times']);
});
