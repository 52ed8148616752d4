import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forAll } from '../testing/runs.ts';
import { accountId } from '../units/ids.ts';
import type { CommentId } from './definition.ts';
import { type Mark, MarkSet } from './mark-set.ts';

const marks: readonly Mark[] = ['report', 'HEART'];
/** A step adds or deletes one of a few hundred marks: tables grow, and deletions leave no holes in chains. */
const step = fc.record({
  adds: fc.boolean(),
  comment: fc.integer({ min: 1, max: 60 }),
  account: fc.integer({ min: 0, max: 60 }),
  mark: fc.constantFrom(...marks),
});

const listed = (set: MarkSet): string[] => [...set.values()].map((value) => value.join(' ')).sort();

test('marks: hold what a plain set holds, also out of a snapshot', () =>
  forAll(30, [fc.array(step, { maxLength: 3_000, size: 'max' })], (steps) => {
    const set = new MarkSet();
    const plain = new Set<string>();
    for (const { adds, comment, account, mark } of steps) {
      const [id, owner] = [comment as CommentId, accountId(account)];
      const key = `${comment} ${account} ${mark}`;
      expect(set.has(id, owner, mark)).toBe(plain.has(key));
      if (adds) {
        set.add(id, owner, mark);
        plain.add(key);
      } else {
        set.delete(id, owner, mark);
        plain.delete(key);
      }
    }
    expect(set.size).toBe(plain.size);
    for (let account = 0; account <= 60; account++)
      expect(set.countOf(accountId(account))).toBe(
        [...plain].filter((key) => key.split(' ')[1] === `${account}`).length,
      );
    expect(listed(set)).toEqual([...plain].sort());
    expect(listed(MarkSet.restore(set.snapshot()))).toEqual([...plain].sort());
  }));

test('marks: equal sets have equal snapshots, however they came about', () => {
  const [one, other] = [new MarkSet(), new MarkSet()];
  for (let index = 0; index < 5_000; index++) one.add(((index % 90) + 1) as CommentId, accountId(index), 'HEART');
  for (let index = 4_999; index >= 0; index--) {
    other.add(((index % 90) + 1) as CommentId, accountId(index), 'HEART');
    other.add(1 as CommentId, accountId(index), 'report');
    other.delete(1 as CommentId, accountId(index), 'report');
  }
  expect([other.snapshot(), one.size]).toEqual([one.snapshot(), 5_000]);
});
