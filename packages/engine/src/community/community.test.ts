import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forAll } from '../testing/runs.ts';
import { accountId, catalogId } from '../units/units.ts';
import { CommentLog } from './comment-log.ts';
import type { CommentId } from './definition.ts';
import { type Mark, MarkSet } from './mark-set.ts';

const author = (id: number) => accountId(id % 7);

function filled(count: number): CommentLog {
  const log = new CommentLog();
  for (let id = 1; id <= count; id++) {
    const entity = { type: id % 2 === 0 ? 'market' : 'Event', id: catalogId(id * 1_000_000_000) } as const;
    log.add({ id: id as CommentId, entity, depth: id % 101, author: author(id), timeMs: 1_000 * id });
  }
  return log;
}

test('comment log: keeps every fact over many blocks, also out of a snapshot', () => {
  const log = filled(20_000);
  log.remove(8_193 as CommentId);
  for (const id of [8_193, 8_194, 8_195] as CommentId[]) log.setReported(id, true);
  log.setReported(8_195 as CommentId, false);
  for (const copy of [log, CommentLog.restore(log.snapshot())]) {
    expect(copy.count).toBe(20_000);
    const facts = { depth: 8_192 % 101, author: author(8_192), timeMs: 8_192_000, removed: false, reported: false };
    const entity = { type: 'market', id: 8_192_000_000_000 };
    expect(copy.get(8_192 as CommentId)).toEqual({ id: 8_192, entity, ...facts });
    const flags = [8_193, 8_194, 8_195].map((id) => copy.get(id as CommentId));
    expect(flags.map((facts) => [facts?.removed, facts?.reported, facts?.entity.type])).toEqual([
      [true, true, 'Event'],
      [false, true, 'market'],
      [false, false, 'Event'],
    ]);
    expect([copy.get(20_001 as CommentId), copy.get(0 as CommentId)]).toEqual([null, null]);
    expect(copy.timeOfRecent(author(20_000), 1)).toBe(20_000_000);
    expect(copy.timeOfRecent(author(20_000), 20)).toBe(1_000 * (20_000 - 19 * 7));
    expect(copy.timeOfRecent(accountId(99), 1)).toBeNull();
  }
});

test('comment log: the comments of an author that are still there, newest first', () => {
  const log = filled(30);
  log.remove(23 as CommentId);
  expect([...log.ofAuthor(author(2))]).toEqual([30, 16, 9, 2]);
  expect([...CommentLog.restore(log.snapshot()).ofAuthor(author(2))]).toEqual([30, 16, 9, 2]);
  expect([...log.ofAuthor(accountId(99))]).toEqual([]);
});

test('comment log: a log that goes on after a snapshot is the one that never stopped', () => {
  const copy = CommentLog.restore(filled(10).snapshot());
  const entity = { type: 'Series', id: catalogId(1) } as const;
  copy.add({ id: 11 as CommentId, entity, depth: 0, author: author(10), timeMs: 20_000 });
  expect(copy.timeOfRecent(author(10), 2)).toBe(10_000);
  expect(() => copy.add({ id: 13 as CommentId, entity, depth: 0, author: author(1), timeMs: 1 })).toThrow(
    'out of turn',
  );
});

test.each([10, 200_000])('comment log: a snapshot of %i comments takes 26 bytes for each and no more', (count) => {
  const { blocks } = filled(count).snapshot();
  expect(blocks.flat().reduce((sum, column) => sum + column.byteLength, 0)).toBe(count * 26);
});

test('comment log: a snapshot whose last block has empty room, as they all had, goes on where it ended', () => {
  const { count, blocks } = filled(8_200).snapshot();
  const widths = [8, 8, 4, 4, 1, 1];
  const roomy = blocks.map((columns) =>
    columns.map((column, index) => {
      const padded = new Uint8Array(8_192 * (widths[index] as number));
      padded.set(column);
      return padded;
    }),
  );
  const copies = [CommentLog.restore({ count, blocks: roomy }), CommentLog.restore({ count, blocks })];
  for (const copy of copies) {
    const entity = { type: 'Series', id: catalogId(1) } as const;
    for (let id = 8_201; id <= 9_000; id++)
      copy.add({ id: id as CommentId, entity, depth: 0, author: author(id), timeMs: 1_000 * id });
    expect(copy.get(8_200 as CommentId)).toMatchObject({ author: author(8_200), timeMs: 8_200_000 });
    expect(copy.timeOfRecent(author(9_000), 200)).toBe(1_000 * (9_000 - 199 * 7));
  }
  expect([...(copies[0] as CommentLog).values()]).toEqual([...(copies[1] as CommentLog).values()]);
});

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
    expect([listed(set), listed(MarkSet.restore(set.snapshot()))]).toEqual([[...plain].sort(), [...plain].sort()]);
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
