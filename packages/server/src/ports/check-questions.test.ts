/** What another node has sent is taken whole or not at all. */
import { expect, test } from 'vitest';
import { areAsked, areReplied, areUses, isKeptAnswer } from './check-questions.ts';
import type { Asked, Replied, ToldUse } from './leader-questions.ts';

const CLIENT = { kind: 'account', name: '0xabc', crowd: null, kin: '0xabc' } as const;
const ANSWER = { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' };

const ASKED: Readonly<Record<string, Asked>> = {
  caps: {
    id: 1,
    what: {
      kind: 'caps',
      clients: [CLIENT, { kind: 'address', name: '2001:db8::/64', crowd: '2001:db8::/48', kin: '2001:db8::/32' }],
      rows: ['trading', 'order'],
      isUrgent: false,
      weight: 15,
      isBudgeted: true,
      mayWait: true,
    },
  },
  newcomer: { id: 2, what: { kind: 'newcomer', clients: [CLIENT] } },
  use: {
    id: 3,
    what: {
      kind: 'use',
      of: 'requests',
      owner: 'a-key',
      id: '\0\xff a signature',
      timestamp: 1_800_000_000,
      isNewEachTime: true,
      isKnownByItself: false,
    },
  },
  answered: { id: 3, what: { kind: 'answered', answer: ANSWER } },
  'answered, not kept': { id: 3, what: { kind: 'answered', answer: null } },
  forgotten: { id: 3, what: { kind: 'forgotten' } },
  left: { id: 1, what: { kind: 'left' } },
};

const REPLIED: Readonly<Record<string, Replied>> = {
  passed: { id: 1, reply: { kind: 'passed', remaining: '"order";r=3;t=1' } },
  over: { id: 1, reply: { kind: 'over', retryAfterSeconds: 2, remaining: null } },
  'over for ever': { id: 1, reply: { kind: 'over', retryAfterSeconds: null, remaining: '' } },
  first: { id: 1, reply: { kind: 'first' } },
  again: { id: 1, reply: { kind: 'again', answer: { ...ANSWER, body: new Uint8Array(3) } } },
  'again, not kept': { id: 1, reply: { kind: 'again', answer: null } },
  before_start: { id: 1, reply: { kind: 'before_start', retryAfterSeconds: 1 } },
  too_many: { id: 1, reply: { kind: 'too_many', retryAfterSeconds: 1 } },
  untimely: { id: 1, reply: { kind: 'untimely' } },
  busy: { id: 1, reply: { kind: 'busy' } },
  no_leader: { id: 1, reply: { kind: 'no_leader' } },
};

/** None of these is anything that is sent. */
const WRONG: readonly unknown[] = [
  undefined,
  Number.NaN,
  -1,
  1.5,
  2 ** 60,
  {},
  [],
  'ä€',
  'x'.repeat(300_000),
  [{}],
  true,
];
/** Of those, what some field takes. */
const TAKEN: Readonly<Record<string, readonly unknown[]>> = {
  rows: [[]],
  headers: [{}, []],
  body: ['ä€'],
  isUrgent: [true],
  isBudgeted: [true],
  mayWait: [true],
  isNewEachTime: [true],
  isKnownByItself: [true],
  isForgotten: [true],
};

/** The value with one field, at any depth, in each wrong way. */
function* broken(value: unknown, path = ''): Generator<{ readonly path: string; readonly value: unknown }> {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return;
  for (const [name, field] of Object.entries(value)) {
    for (const wrong of WRONG) {
      if (TAKEN[name]?.some((taken) => JSON.stringify(taken) === JSON.stringify(wrong)) === true) continue;
      const copy = Array.isArray(value) ? value.with(Number(name), wrong) : { ...value, [name]: wrong };
      yield { path: `${path}.${name} = ${String(JSON.stringify(wrong)).slice(0, 20)}`, value: copy };
    }
    for (const inner of broken(field, `${path}.${name}`)) {
      const copy = Array.isArray(value) ? value.with(Number(name), inner.value) : { ...value, [name]: inner.value };
      yield { path: inner.path, value: copy };
    }
  }
}

test.each(Object.entries(ASKED))('asked: %s is taken as it is, and with no field that is wrong', (_name, asked) => {
  expect(areAsked([asked])).toBe(true);
  for (const { path, value } of broken(asked)) expect([path, areAsked([asked, value])]).toEqual([path, false]);
});

test.each(Object.entries(REPLIED))(
  'replied: %s is taken as it is, and with no field that is wrong',
  (_name, replied) => {
    expect(areReplied([replied])).toBe(true);
    for (const { path, value } of broken(replied)) expect([path, areReplied([value])]).toEqual([path, false]);
  },
);

test('used: a signature is taken as it is, and with no field that is wrong', () => {
  const use: ToldUse = { of: 'signIns', owner: '0xabc', id: '0xabc 7', timestamp: 1_800_000_000, isForgotten: true };
  expect(areUses([use])).toBe(true);
  expect(areUses(Array(20_001).fill(use))).toBe(false);
  for (const { path, value } of broken(use)) expect([path, areUses([use, value])]).toEqual([path, false]);
});

test('asked: no message has more than a bounded number of questions, clients, rows or bytes', () => {
  const { caps, newcomer, answered } = ASKED as Record<'caps' | 'newcomer' | 'answered', Asked>;
  expect(areAsked(Array(20_000).fill(newcomer))).toBe(true);
  expect(areAsked(Array(20_001).fill(newcomer))).toBe(false);
  expect(areReplied(Array(20_001).fill(REPLIED['busy']))).toBe(false);
  const four = { id: 1, what: { ...caps.what, clients: Array(4).fill(CLIENT) } };
  const many = { id: 1, what: { ...caps.what, rows: Array(17).fill('order') } };
  const none = { id: 1, what: { ...caps.what, clients: [] } };
  expect([four, many, none].map((each) => areAsked([each]))).toEqual([false, false, false]);
  const long = (bytes: number) => ({
    ...answered,
    what: { kind: 'answered', answer: { ...ANSWER, body: 'x'.repeat(bytes) } },
  });
  expect([long(262_144), long(262_145)].map((each) => areAsked([each]))).toEqual([true, false]);
  for (const value of [null, {}, 'asked', { length: 1, 0: newcomer }]) expect(areAsked(value)).toBe(false);
});

test('an answer that another node would not take is not one that is kept there', () => {
  expect(isKeptAnswer(ANSWER)).toBe(true);
  expect(isKeptAnswer({ ...ANSWER, headers: { 'idempotency-key': 'schlüssel' } })).toBe(false);
  expect(isKeptAnswer({ ...ANSWER, headers: { split: 'a\r\nb: c' } })).toBe(false);
});
