import { expect, test } from 'vitest';
import { accountId, catalogId } from '../units/ids.ts';
import { CommentLog } from './comment-log.ts';
import type { CommentId } from './definition.ts';

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

test.each([10, 200_000])(
  'comment log: a snapshot of %i comments takes 26 bytes for each and has no room for others',
  (count) => {
    const { blocks } = filled(count).snapshot();
    expect(blocks.flat().reduce((sum, column) => sum + column.byteLength, 0)).toBe(count * 26);
  },
);

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
