import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { accountId } from '@bellwether/engine';
import { editDatabase } from '@bellwether/ledger/files/testing/edit-database.ts';
import { newFolder } from '@bellwether/ledger/files/testing/new-folder.ts';
import { ANSWERS_FILE } from '@bellwether/ports/data-folder.ts';
import type { DoneRequest, FirstAnswer } from '@bellwether/ports/stored-answers.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AnswersFile, STORED_ANSWER_BYTES_MAX, STORED_ANSWER_LENGTH_MAX } from './answers-file.ts';

let folder: string;
let opened: AnswersFile[];
let warnings: string[];

beforeEach(() => {
  folder = newFolder();
  opened = [];
  warnings = [];
});
afterEach(() => {
  for (const file of opened) file.close();
});

function open(): AnswersFile {
  const file = new AnswersFile(folder, (problem) => warnings.push(problem));
  opened.push(file);
  return file;
}

const REQUEST: DoneRequest = { by: null, key: 'a', hash: '0'.repeat(32), timeMs: 1_000, sequences: [7, 8] };
const ANSWER: FirstAnswer = { status: 201, headers: { 'content-type': 'application/json' }, body: '{"a":"é"}' };

const told = (answer: FirstAnswer | null): unknown =>
  answer === null ? null : { ...answer, body: Buffer.from(answer.body as Uint8Array).toString() };

test('stored answers: one is found by another who opens the file, also while the first has it open, and by no one else', () => {
  const file = open();
  const before = [file.find(REQUEST), file.has(null, 'a'), existsSync(join(folder, ANSWERS_FILE))];
  expect(before).toEqual([null, false, false]);
  file.keep(REQUEST, ANSWER);
  for (const one of [file, open()]) expect(told(one.find(REQUEST))).toEqual(ANSWER);
  file.close();
  const later = open();
  expect(told(later.find({ ...REQUEST, sequences: [7] }))).toEqual(ANSWER);
  const [by, hash] = [accountId(0), '1'.repeat(32)];
  for (const other of [{ by }, { key: 'b' }, { hash }, { timeMs: 1_001 }, { sequences: [8] }])
    expect([other, later.find({ ...REQUEST, ...other })]).toEqual([other, null]);
  expect([later.has(null, 'a'), later.has(null, 'b'), later.has(accountId(0), 'a')]).toEqual([true, false, false]);
  expect([statSync(join(folder, ANSWERS_FILE)).mode & 0o777, warnings]).toEqual([0o600, []]);
});

test('stored answers: the same key for another request takes its place', () => {
  const file = open();
  file.keep(REQUEST, ANSWER);
  const next = { ...REQUEST, sequences: [9] };
  file.keep(next, { ...ANSWER, body: Buffer.from('next') });
  expect([file.find(REQUEST), told(file.find(next))]).toEqual([null, { ...ANSWER, body: 'next' }]);
});

test('stored answers: the earliest make room, and one that is too long is not kept', () => {
  const file = open();
  const body = 'x'.repeat(STORED_ANSWER_LENGTH_MAX);
  const count = Math.ceil(STORED_ANSWER_BYTES_MAX / body.length) + 3;
  const of = (place: number): DoneRequest => ({ ...REQUEST, key: `k${place}` });
  for (let place = 0; place < count; place++) file.keep(of(place), { ...ANSWER, body });
  const found = Array.from({ length: count }, (_, place) => file.find(of(place)) !== null);
  expect(found.indexOf(true)).toBeGreaterThanOrEqual(3);
  expect(found.lastIndexOf(false)).toBe(found.indexOf(true) - 1);
  expect(found.filter(Boolean).length * body.length).toBeLessThanOrEqual(STORED_ANSWER_BYTES_MAX);
  file.keep(REQUEST, { ...ANSWER, body: `${body}x` });
  expect(file.find(REQUEST)).toBeNull();
});

test('stored answers: what is not as it was written is not told, and the file is begun anew [D55]', () => {
  const path = join(folder, ANSWERS_FILE);
  const edit = (sql: string): void => editDatabase(path, sql);
  const damages: (() => void)[] = [
    () => writeFileSync(path, 'no database'),
    () => writeFileSync(path, readFileSync(path).subarray(0, 4_096)),
    () => edit("UPDATE answers SET body = x'00'"),
    () => edit('DROP TABLE answers; CREATE TABLE answers (x)'),
    () => edit('CREATE TRIGGER lost AFTER INSERT ON answers BEGIN DELETE FROM answers; END'),
    () => edit('CREATE VIEW seen AS SELECT * FROM answers'),
    () => edit('ALTER TABLE answers ADD note TEXT'),
    () => edit('CREATE UNIQUE INDEX other ON answers (status)'),
  ];
  for (const damage of damages) {
    const before = open();
    before.keep(REQUEST, ANSWER);
    before.close();
    warnings = [];
    damage();
    const file = open();
    expect(file.find(REQUEST)).toBeNull();
    expect(warnings).toEqual([expect.stringContaining('is begun anew')]);
    file.keep(REQUEST, ANSWER);
    expect(told(file.find(REQUEST))).toEqual(ANSWER);
    file.close();
  }
});

test('stored answers: where nothing can be written nothing is kept, and no one is refused for it', () => {
  const file = new AnswersFile(join(folder, 'nowhere'), (problem) => warnings.push(problem));
  file.keep(REQUEST, ANSWER);
  expect([file.find(REQUEST), warnings.length]).toEqual([null, 1]);
});

test('stored answers: one that cannot be written for now costs none of those that are there', () => {
  const file = open();
  file.keep(REQUEST, ANSWER);
  const other = new DatabaseSync(join(folder, ANSWERS_FILE));
  other.exec('BEGIN IMMEDIATE');
  const next = { ...REQUEST, key: 'b' };
  file.keep(next, ANSWER);
  expect([told(file.find(REQUEST)), file.find(next), warnings.length]).toEqual([ANSWER, null, 1]);
  other.close();
  file.keep(next, ANSWER);
  expect([told(file.find(REQUEST)), told(file.find(next)), warnings.length]).toEqual([ANSWER, ANSWER, 1]);
});
