import { createState } from '@bellwether/engine';
import { type ChainedEntry, GENESIS_HASH } from '@bellwether/ports/journal.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore, type Store } from './adapters/store-sqlite/open-store.ts';
import type { Projection } from './projection.ts';
import { createProjectionRunner, ProjectionMismatch } from './runner.ts';

const STATE = { state: createState(), prices: new Map() };

/** A projection that records the sequence of each entry; throws at `failAt`. */
const notesProjection = (name: string, version = 1, failAt = -1): Projection => ({
  name,
  version,
  tables: [name],
  schema: `CREATE TABLE ${name} (sequence INTEGER NOT NULL, version INTEGER NOT NULL)`,
  open(store) {
    const insert = store.prepare(`INSERT INTO ${name} (sequence, version) VALUES (?, ?)`);
    return {
      write(entries) {
        for (const { sequence } of entries) {
          if (sequence === failAt) throw new Error('it breaks here');
          insert.run(sequence, version);
        }
      },
    };
  },
});

const hashOf = (sequence: number): string => (sequence === 0 ? GENESIS_HASH : sequence.toString(16).padStart(64, '0'));

const entries = (from: number, to: number): ChainedEntry[] =>
  Array.from({ length: to - from + 1 }, (_, index) => {
    const sequence = from + index;
    return { sequence, timeMs: 0, command: { kind: 'ExpireOrders' }, events: [], hash: hashOf(sequence) };
  });

let store: Store;
beforeEach(() => {
  store = openStore(':memory:');
});
afterEach(() => store.close());

const noted = (name: string) =>
  Array.from(store.prepare(`SELECT sequence FROM ${name} ORDER BY rowid`).all(), (row) => row['sequence']);

test('runner: each projection gets each entry once, whatever is offered again', () => {
  const runner = createProjectionRunner(store, [notesProjection('a'), notesProjection('b')]);
  runner.write(entries(1, 3), hashOf(0), STATE);
  runner.write(entries(2, 4), hashOf(1), STATE);
  runner.write(entries(1, 4), hashOf(0), STATE);
  for (const name of ['a', 'b']) expect(noted(name)).toEqual([1, 2, 3, 4]);
  expect(runner.cursor).toEqual({ sequence: 4, hash: hashOf(4) });
});

test('runner: a missing entry is refused and nothing is written', () => {
  const runner = createProjectionRunner(store, [notesProjection('a')]);
  runner.write(entries(1, 2), hashOf(0), STATE);
  expect(() => runner.write(entries(4, 5), hashOf(3), STATE)).toThrow(ProjectionMismatch);
  expect(() => runner.write([...entries(3, 3), ...entries(5, 5)], hashOf(2), STATE)).toThrow(ProjectionMismatch);
  expect(noted('a')).toEqual([1, 2]);
});

test('runner: entries of another journal are refused', () => {
  const runner = createProjectionRunner(store, [notesProjection('a')]);
  runner.write(entries(1, 2), hashOf(0), STATE);
  expect(() => runner.write(entries(3, 3), hashOf(7), STATE)).toThrow(ProjectionMismatch);
  const other = entries(2, 3).map((entry) => ({ ...entry, hash: hashOf(90 + entry.sequence) }));
  expect(() => runner.write(other, hashOf(1), STATE)).toThrow(ProjectionMismatch);
  expect(noted('a')).toEqual([1, 2]);
});

test('runner: a projection that fails takes the whole batch back, rows and cursors of the others included', () => {
  const runner = createProjectionRunner(store, [notesProjection('a'), notesProjection('b', 1, 4)]);
  runner.write(entries(1, 2), hashOf(0), STATE);
  expect(() => runner.write(entries(3, 4), hashOf(2), STATE)).toThrow('it breaks here');
  const again = createProjectionRunner(store, [notesProjection('a'), notesProjection('b')]);
  expect([noted('a'), again.cursor.sequence]).toEqual([[1, 2], 2]);
  again.write(entries(3, 4), hashOf(2), STATE);
  expect(noted('b')).toEqual([1, 2, 3, 4]);
});

test('runner: a new version is built again from the first entry while the others keep what they have [D12]', () => {
  createProjectionRunner(store, [notesProjection('a'), notesProjection('b')]).write(entries(1, 3), hashOf(0), STATE);
  const runner = createProjectionRunner(store, [notesProjection('a'), notesProjection('b', 2)]);
  expect(runner.cursor.sequence).toBe(0);
  runner.write(entries(1, 5), hashOf(0), STATE);
  for (const name of ['a', 'b']) expect(noted(name)).toEqual([1, 2, 3, 4, 5]);
  expect(store.prepare('SELECT DISTINCT version FROM b').all()).toEqual([{ version: 2 }]);
});

test('runner: the cursor of a projection that is not there now stays where it is', () => {
  createProjectionRunner(store, [notesProjection('a'), notesProjection('b')]).write(entries(1, 3), hashOf(0), STATE);
  createProjectionRunner(store, [notesProjection('a')]).write(entries(4, 5), hashOf(3), STATE);
  const cursors = store.prepare('SELECT name, sequence FROM projection_cursors ORDER BY name').all();
  expect(cursors.map(({ name, sequence }) => `${name} ${sequence}`)).toEqual(['a 5', 'b 3']);
});

test('runner: a store that holds more than the journal, or something else, is refused', () => {
  const runner = createProjectionRunner(store, [notesProjection('a')]);
  runner.write(entries(1, 3), hashOf(0), STATE);
  const check = (sequence: number, hash: string) => () => runner.checkEnd({ sequence, hash });
  expect(check(3, hashOf(3))).not.toThrow();
  expect(check(4, hashOf(4))).not.toThrow();
  expect(check(3, hashOf(7))).toThrow('a holds entry 3 of another journal');
  expect(check(2, hashOf(2))).toThrow(
    /^a holds entry 3, the journal ends at entry 2: acknowledged entries are missing/,
  );
});
