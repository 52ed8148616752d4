/** Signatures that were used at one of two gateways, as the other one has them. */
import { expect, test } from 'vitest';
import type { FirstAnswer } from '../ports/stored-answers.ts';
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
