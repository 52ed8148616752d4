/** Signatures that were used at one of two gateways, as the other one has them. */
import { expect, test } from 'vitest';
import type { FirstAnswer } from '../ports/leader-questions.ts';
import { createSharedLog, SharedLog } from '../runtime/shared-log.ts';
import { type OpenUse, type Use, UsedSignatures } from './used-signatures.ts';

const NOW = 1_800_000_000;
const REFUSAL: FirstAnswer = { status: 400, headers: {}, body: '{"error":"no"}' };
const ANSWER: FirstAnswer = { status: 200, headers: {}, body: '{}' };

/** Two gateways and the one file that keeps how far signatures have been used. */
function gateways() {
  const memory = createSharedLog(2);
  const file: number[] = [];
  const all: UsedSignatures[] = [];
  for (const gateway of [0, 1]) {
    all.push(
      new UsedSignatures({
        clock: () => NOW * 1000,
        pastSeconds: 60,
        usedUntil: { atStart: 0, raise: (seconds) => file.push(seconds) },
        replicas: {
          among: new SharedLog(memory, gateway),
          topic: 'requests',
          gateway,
          ask: async (asked, timestamp, id) => (await all[asked]?.firstAnswer(timestamp, id)) ?? null,
        },
      }),
    );
  }
  const [one, other] = all as [UsedSignatures, UsedSignatures];
  const order = (at: UsedSignatures, id: string, timestamp = NOW): Use =>
    at.use({ owner: 'key', id, timestamp }, true, true);
  return { one, other, order, file };
}

function first(use: Use): OpenUse {
  if (use.kind !== 'first') throw new Error(`a first use was ${use.kind}`);
  return use.use;
}

const again = (use: Use): Promise<unknown> => {
  if (use.kind !== 'again') throw new Error(`a second use was ${use.kind}`);
  return use.answer;
};

test('used elsewhere: any other signature is known at once, and answered where it was used', async () => {
  const { one, other } = gateways();
  const open = first(one.use({ owner: 'key', id: 'a', timestamp: NOW }, true));
  const early = again(other.use({ owner: 'key', id: 'a', timestamp: NOW }, true));
  open.answered(ANSWER);
  expect(await early).toEqual(ANSWER);
  expect(await again(other.use({ owner: 'key', id: 'a', timestamp: NOW }, true))).toEqual(ANSWER);
});

test('used elsewhere: an order that was refused is answered with its refusal at either gateway', async () => {
  const { one, other, order } = gateways();
  first(order(one, 'a')).answered(REFUSAL);
  expect(await again(order(one, 'a'))).toEqual(REFUSAL);
  expect(await again(order(other, 'a'))).toEqual(REFUSAL);
  expect([one.size, other.size]).toEqual([1, 1]);
});

test('used elsewhere: an order that was accepted leaves nothing, and goes to the exchange again wherever it comes', () => {
  const { one, other, order } = gateways();
  first(order(one, 'a')).forgotten(() => ANSWER);
  expect(order(other, 'a').kind).toBe('first');
  expect(order(one, 'a').kind).toBe('first');
});

test('used elsewhere: refused at both at the same moment, each answers as it did, and it counts once', async () => {
  const { one, other, order } = gateways();
  const [here, there] = [first(order(one, 'a')), first(order(other, 'a'))];
  here.answered(REFUSAL);
  there.answered({ ...REFUSAL, body: '{"error":"not now"}' });
  expect(await again(order(one, 'a'))).toEqual(REFUSAL);
  expect(await again(order(other, 'a'))).toMatchObject({ body: '{"error":"not now"}' });
  expect([one.size, other.size]).toEqual([1, 1]);
});

test('used elsewhere: the time up to which signatures were used never goes back, whichever gateway takes an order', () => {
  const { one, other, order, file } = gateways();
  for (const [at, id, timestamp] of [
    [one, 'a', NOW + 5],
    [other, 'b', NOW + 3],
    [other, 'c', NOW + 6],
    [one, 'd', NOW + 4],
  ] as const)
    first(order(at, id, timestamp));
  expect(file).toEqual([NOW + 5, NOW + 6]);
});

test('used elsewhere: what was used at another node is used here, without an answer, until it is forgotten', async () => {
  const { one, order } = gateways();
  const signature = { owner: 'key', id: 'a', timestamp: NOW };
  expect([one.note(signature), one.note(signature), one.size]).toEqual([true, true, 1]);
  expect(await again(order(one, 'a'))).toBeNull();
  one.unnote(signature);
  expect([one.size, order(one, 'a').kind]).toEqual([0, 'first']);
});

test('used elsewhere: what was used here before another node tells of it keeps its answer', async () => {
  const { one, order } = gateways();
  first(order(one, 'a')).answered(REFUSAL);
  expect(one.note({ owner: 'key', id: 'a', timestamp: NOW })).toBe(true);
  expect(await again(order(one, 'a'))).toEqual(REFUSAL);
});

test('used elsewhere: of other nodes no more is remembered than of the own clients, and nothing whose time is over', () => {
  let now = NOW;
  const used = new UsedSignatures({
    clock: () => now * 1000,
    pastSeconds: 60,
    usedUntil: { atStart: 0, raise: () => undefined },
    perOwnerMax: 2,
  });
  const note = (id: string, timestamp = NOW): boolean => used.note({ owner: 'key', id, timestamp });
  expect([note('a'), note('b'), note('c'), note('old', NOW - 61)]).toEqual([true, true, false, true]);
  expect(used.size).toBe(2);
  now += 61;
  expect([note('d', now), used.size]).toEqual([true, 1]);
});

test('used elsewhere: other nodes are told of what they could not know, when gateways are', () => {
  const told: [string, boolean][] = [];
  const used = new UsedSignatures({
    clock: () => NOW * 1000,
    pastSeconds: 60,
    usedUntil: { atStart: 0, raise: () => undefined },
    tellNodes: ({ id }, isForgotten) => told.push([id, isForgotten]),
  });
  const use = (id: string, isKnownByItself: boolean): OpenUse =>
    first(used.use({ owner: 'key', id, timestamp: NOW }, true, isKnownByItself));
  // Before it does anything; a sign-in that is refused is free again.
  const signIn = use('sign-in', false);
  expect(told).toEqual([['sign-in', false]]);
  signIn.forgotten(() => null);
  const [placed, refused] = [use('placed', true), use('refused', true)];
  placed.forgotten(() => ANSWER);
  refused.answered(REFUSAL);
  expect(told.slice(1)).toEqual([
    ['sign-in', true],
    ['refused', false],
  ]);
});
