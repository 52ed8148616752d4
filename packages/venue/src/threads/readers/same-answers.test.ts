import { forAll } from '@bellwether/engine/testing';
import type { ReadAnswer } from '@bellwether/ports/reader.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SameAnswers } from './same-answers.ts';

const ASKER = { client: 'a', units: 1 };
const answerOf = (sequence: number, text: string): ReadAnswer => ({
  body: new TextEncoder().encode(text),
  encoding: null,
  headers: { 'x-read-sequence': String(sequence) },
  cpuMs: 3,
});
const textOf = (answer: ReadAnswer | null): string | null => answer && new TextDecoder().decode(answer.body);

test('same answers: each is of the newest rows that were written or seen [L14]', () => {
  const steps = fc.tuple(
    fc.constantFrom('changed', 'begin', 'add', 'add', 'get'),
    fc.nat(4),
    fc.constantFrom('k', 'l'),
  );
  forAll(500, [fc.array(steps, { maxLength: 40 })], (all) => {
    const same = new SameAnswers();
    let [newest, writes, begun] = [0, 0, 0];
    const kept: { key: string; sequence: number; writes: number; text: string }[] = [];
    for (const [index, [step, sequence, key]] of all.entries()) {
      if (step === 'get') {
        const isNew = (one: (typeof kept)[0]): boolean => one.writes === writes && one.sequence === newest;
        const last = kept.findLast((one) => one.key === key && isNew(one));
        expect(textOf(same.get(key))).toBe(last?.text ?? null);
      } else if (step === 'begin') begun = same.changes;
      else if (step === 'changed') {
        same.changed();
        writes++;
      } else {
        const text = `${key} ${index}`;
        same.add(key, answerOf(sequence, text), begun);
        kept.push({ key, sequence, writes: begun, text });
        newest = Math.max(newest, sequence);
      }
    }
  });
});

test('same answers: an answer costs nothing again, and each copy is its owner’s to free', () => {
  const same = new SameAnswers();
  const first = answerOf(1, 'page');
  same.add('k', first, 0);
  (first.body.buffer as ArrayBuffer).transfer(0);
  const second = same.get('k');
  expect(second).toMatchObject({ headers: first.headers, encoding: null, cpuMs: 0 });
  same.changed();
  expect(textOf(second)).toBe('page');
});

test('same answers: large ones are not kept, and the oldest go first, also empty ones under long keys', () => {
  const same = new SameAnswers();
  const kept = (keys: readonly string[]) => keys.map((key) => same.get(key) !== null);
  same.add('huge', answerOf(1, 'x'.repeat(1024 * 1024)), 0);
  for (let key = 0; key < 9; key++) same.add(`${key}`, answerOf(1, `${key}`.repeat(1000 * 1024)), 0);
  expect(kept(['huge', '0', '1', '8'])).toEqual([false, false, true, true]);
  const long = Array.from({ length: 20 }, (_, key) => `${key}`.padEnd(400_000));
  for (const key of long) same.add(key, answerOf(1, '[]'), 0);
  expect(kept(long).filter(Boolean)).toHaveLength(10);
});

test('same answers: the read, its parameters and the form of its body make the difference', () => {
  const keys = [
    SameAnswers.keyOf('trades', { limit: 1 }, ASKER),
    SameAnswers.keyOf('trades', { limit: 2 }, ASKER),
    SameAnswers.keyOf('events', { limit: 1 }, ASKER),
    SameAnswers.keyOf('trades', { limit: 1 }, { ...ASKER, encoding: 'br' }),
    SameAnswers.keyOf('trades', { limit: 1 }, { ...ASKER, publicWords: true }),
  ];
  expect(new Set(keys).size).toBe(keys.length);
  expect(SameAnswers.keyOf('trades', { limit: 1 }, { ...ASKER, client: 'b' })).toBe(keys[0]);
});
