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

test('same answers: each is of the newest rows that were seen, and only while they are the newest [L14]', () => {
  const steps = fc.tuple(fc.constantFrom('reached', 'add', 'get'), fc.nat(6), fc.constantFrom('k', 'l'));
  forAll(300, [fc.array(steps, { maxLength: 40 })], (all) => {
    const same = new SameAnswers();
    let newest = 0;
    const kept = new Map<string, { sequence: number; text: string }>();
    for (const [index, [step, sequence, key]] of all.entries()) {
      if (step === 'get') {
        const of = kept.get(key);
        expect(textOf(same.get(key))).toBe(of !== undefined && of.sequence === newest ? of.text : null);
        continue;
      }
      if (step === 'reached') same.reached(sequence);
      else same.add(key, answerOf(sequence, `${key} ${index}`));
      if (step === 'add' && sequence >= newest) kept.set(key, { sequence, text: `${key} ${index}` });
      newest = Math.max(newest, sequence);
    }
  });
});

test('same answers: an answer costs nothing again, and each copy is its owner’s to free', () => {
  const same = new SameAnswers();
  const first = answerOf(1, 'page');
  same.add('k', first);
  (first.body.buffer as ArrayBuffer).transfer(0);
  const second = same.get('k');
  expect(second).toMatchObject({ headers: first.headers, encoding: null, cpuMs: 0 });
  same.reached(2);
  expect(textOf(second)).toBe('page');
});

test('same answers: large ones are not kept, and the oldest go first', () => {
  const same = new SameAnswers();
  same.add('huge', answerOf(1, 'x'.repeat(1024 * 1024 + 1)));
  for (let key = 0; key < 9; key++) same.add(`${key}`, answerOf(1, `${key}`.repeat(1024 * 1024)));
  expect(['huge', '0', '1', '8'].map((key) => same.get(key) !== null)).toEqual([false, false, true, true]);
});

test('same answers: the read, its parameters and the form of its body make the difference', () => {
  const keys = [
    SameAnswers.keyOf('trades', { limit: 1 }, ASKER),
    SameAnswers.keyOf('trades', { limit: 2 }, ASKER),
    SameAnswers.keyOf('events', { limit: 1 }, ASKER),
    SameAnswers.keyOf('trades', { limit: 1 }, { ...ASKER, encoding: 'br' }),
    SameAnswers.keyOf('trades', { limit: 1 }, { ...ASKER, nullDates: true }),
  ];
  expect(new Set(keys).size).toBe(keys.length);
  expect(SameAnswers.keyOf('trades', { limit: 1 }, { ...ASKER, client: 'b' })).toBe(keys[0]);
});
