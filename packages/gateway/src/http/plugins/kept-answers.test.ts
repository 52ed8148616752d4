import { accountId } from '@bellwether/engine';
import type { FirstAnswer } from '@bellwether/ports/stored-answers.ts';
import { expect, test } from 'vitest';
import {
  KEPT_ANSWER_BYTES_MAX,
  KEPT_ANSWER_BYTES_PER_OWNER_MAX,
  KEPT_ANSWERS_PER_OWNER_MAX,
  KeptAnswers,
  type KeyOwner,
} from './kept-answers.ts';

const HASH = 'a'.repeat(32);
const answerOf = (length: number): FirstAnswer => ({ status: 200, headers: {}, body: 'x'.repeat(length) });

const keep = (answers: KeptAnswers, owner: KeyOwner, key: string, length: number): void =>
  answers.open(owner, key, HASH).done(answerOf(length));

test('kept answers: an owner’s earliest make room for its own, by number and by bytes', () => {
  const answers = new KeptAnswers();
  for (let number = 0; number <= KEPT_ANSWERS_PER_OWNER_MAX; number++) keep(answers, null, `key-${number}`, 1);
  expect(answers.find(null, 'key-0', HASH)).toBeNull();
  expect(answers.find(null, 'key-1', HASH)).toEqual(answerOf(1));
  const half = KEPT_ANSWER_BYTES_PER_OWNER_MAX / 2;
  keep(answers, null, 'large', half);
  keep(answers, null, 'larger', half - 1_024);
  expect(answers.find(null, 'key-1', HASH)).toBeNull();
  expect(answers.find(null, 'larger', HASH)).not.toBeNull();
  keep(answers, null, 'too large', KEPT_ANSWER_BYTES_PER_OWNER_MAX);
  expect(answers.find(null, 'too large', HASH)).toBeNull();
});

test('kept answers: when all have too many bytes, those that were kept longest ago make room, and never the latest [A25]', () => {
  const answers = new KeptAnswers();
  const length = KEPT_ANSWER_BYTES_PER_OWNER_MAX - 1_024;
  const owners = Math.floor(KEPT_ANSWER_BYTES_MAX / (length + 512));
  for (let owner = 0; owner < owners; owner++) keep(answers, accountId(owner), 'key', length);
  keep(answers, accountId(0), 'key', length);
  for (let owner = owners; owner < owners + 3; owner++) {
    keep(answers, accountId(owner), 'key', length);
    expect(answers.find(accountId(owner), 'key', HASH)).not.toBeNull();
  }
  const isKept = (owner: number): boolean => answers.find(accountId(owner), 'key', HASH) !== null;
  expect([0, 1, 2, 3, 4].map(isKept)).toEqual([true, false, false, false, true]);
});

test('kept answers: repeats wait for the one under way, and a refusal is told them and no one later', async () => {
  const answers = new KeptAnswers();
  const open = answers.open(null, 'key', HASH);
  const waiting = answers.underWay(null, 'key');
  open.undone(answerOf(3));
  expect(await waiting?.first).toEqual(answerOf(3));
  expect([answers.underWay(null, 'key'), answers.find(null, 'key', HASH)]).toEqual([null, null]);
});
