import { describe, expect, test } from 'vitest';
import type { FirstAnswer } from '../ports/stored-answers.ts';
import { ANSWER_BYTES_PER_OWNER_MAX } from './limits.ts';
import { type OpenUse, placeOf, type Use, UsedSignatures, type UsedSignaturesOptions } from './used-signatures.ts';

const NOW = 1_800_000_000;
const ANSWER: FirstAnswer = { status: 200, headers: { 'content-type': 'application/json' }, body: '{"done":1}' };

function table(options: Partial<UsedSignaturesOptions> = {}) {
  const time = { seconds: NOW };
  const raised: number[] = [];
  const used = new UsedSignatures({
    clock: () => time.seconds * 1000,
    pastSeconds: 60,
    usedUntil: { atStart: 0, raise: (seconds) => raised.push(seconds) },
    ...options,
  });
  const use = (id: string, timestamp = time.seconds, owner = 'key'): Use => used.use({ owner, id, timestamp }, true);
  return { used, use, time, raised };
}

function first(use: Use): OpenUse {
  if (use.kind !== 'first') throw new Error(`a first use was ${use.kind}`);
  return use.use;
}

async function answerOf(use: Use): Promise<FirstAnswer | null> {
  if (use.kind !== 'again') throw new Error(`a second use was ${use.kind}`);
  return use.answer;
}

describe('used signatures', () => {
  test('used signatures: the second use gets the first answer, before and after there is one', async () => {
    const { use } = table();
    const open = first(use('a'));
    const early = answerOf(use('a'));
    open.answered(ANSWER);
    expect([await early, await answerOf(use('a'))]).toEqual([ANSWER, ANSWER]);
    expect(use('b').kind).toBe('first');
  });

  test('used signatures: what is forgotten may be used again, and is told to those who ask meanwhile', async () => {
    const { use, used } = table();
    const open = first(use('a'));
    const early = answerOf(use('a'));
    open.forgotten(() => ANSWER);
    expect(await early).toBe(ANSWER);
    expect(used.size).toBe(0);
    expect(use('a').kind).toBe('first');
  });

  test('used signatures: each is remembered for as long as its timestamp is taken, and no longer', () => {
    const { use, used, time } = table();
    first(use('past', NOW - 60)).answered(ANSWER);
    first(use('now', NOW)).answered(ANSWER);
    first(use('ahead', NOW + 5)).answered(ANSWER);
    time.seconds += 60;
    expect([use('now', NOW).kind, use('ahead', NOW + 5).kind, used.size]).toEqual(['again', 'again', 2]);
    time.seconds += 5;
    expect([use('ahead', NOW + 5).kind, used.size]).toEqual(['again', 1]);
    time.seconds += 1;
    first(use('later')).forgotten(() => null);
    expect(used.size).toBe(0);
  });

  test('used signatures: an owner at its bound waits for the minute to pass, another owner does not', () => {
    const { use, time } = table({ perOwnerMax: 3 });
    for (const id of ['a', 'b', 'c']) first(use(id)).answered(ANSWER);
    expect(use('d')).toEqual({ kind: 'too_many', retryAfterSeconds: 60 });
    expect(use('a').kind).toBe('again');
    expect(use('d', NOW, 'other').kind).toBe('first');
    time.seconds += 61;
    expect(use('d').kind).toBe('first');
  });

  test('used signatures: with all places taken, who has few is still let in [A19]', () => {
    const { use, used } = table({ inAllMax: 100 });
    for (let index = 0; index < 100; index += 1) first(use(`crowd ${index}`)).answered(ANSWER);
    expect(use('one more').kind).toBe('too_many');
    expect(use('mine', NOW, 'other').kind).toBe('first');
    expect(used.size).toBe(101);
  });

  test('used signatures: answers over the bound of an owner are not kept; their signatures are', async () => {
    const { use } = table();
    const large = { ...ANSWER, body: 'x'.repeat(ANSWER_BYTES_PER_OWNER_MAX) };
    first(use('large')).answered(large);
    first(use('small')).answered(ANSWER);
    expect([await answerOf(use('large')), await answerOf(use('small'))]).toEqual([large, null]);
  });

  test('used signatures: how far they were used is kept once a second; up to there nothing new is done after a restart', () => {
    const { use, raised } = table();
    for (const [id, second] of [
      ['a', NOW],
      ['b', NOW],
      ['c', NOW - 3],
      ['d', NOW + 2],
    ] as const) {
      first(use(id, second)).answered(ANSWER);
    }
    expect(raised).toEqual([NOW, NOW + 2]);
    const after = table({ usedUntil: { atStart: NOW + 2, raise: () => undefined } });
    expect(after.use('a', NOW)).toEqual({ kind: 'before_start', retryAfterSeconds: 3 });
    expect(after.use('d', NOW + 2)).toEqual({ kind: 'before_start', retryAfterSeconds: 1 });
    expect(after.use('e', NOW + 3).kind).toBe('first');
    // What does nothing new when it is done again goes on.
    expect(after.used.use({ owner: 'key', id: 'cancel', timestamp: NOW }, false).kind).toBe('first');
  });

  test('used signatures: a clock far ahead before the start refuses nothing for longer than a signature lasts [D80]', () => {
    const usedUntil = { atStart: NOW + 86_400, raise: () => undefined };
    const { use, time } = table({ usedUntil });
    expect(use('a')).toEqual({ kind: 'before_start', retryAfterSeconds: 61 });
    time.seconds += 60;
    expect(use('b')).toEqual({ kind: 'before_start', retryAfterSeconds: 1 });
    time.seconds += 1;
    expect(use('c').kind).toBe('first');
  });

  test('used signatures: signatures of a clock that was ahead take no place once it is set right [D80]', () => {
    const { use, used, time } = table({ perOwnerMax: 3 });
    time.seconds += 86_400;
    for (const id of ['a', 'b', 'c']) first(use(id)).answered(ANSWER);
    time.seconds -= 86_399;
    expect([use('d').kind, used.size]).toEqual(['first', 1]);
  });

  test('used signatures: two that have one place are told apart, and each can be forgotten', () => {
    const byPlace = new Map<number, string>();
    let pair: [string, string] | null = null;
    for (let number = 0; pair === null; number++) {
      const id = `signature ${number}`;
      const other = byPlace.get(placeOf(id));
      if (other !== undefined) pair = [other, id];
      byPlace.set(placeOf(id), id);
    }
    const [earlier, later] = pair;
    for (const [forgotten, kept] of [
      [earlier, later],
      [later, earlier],
    ] as const) {
      const { use, used } = table();
      const uses = new Map(pair.map((id) => [id, first(use(id))]));
      uses.get(forgotten)?.forgotten(() => null);
      expect([use(kept).kind, used.size]).toEqual(['again', 1]);
      expect([use(forgotten).kind, used.size]).toEqual(['first', 2]);
    }
  });
});
