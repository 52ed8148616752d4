/**
 * Applies batches of journal entries to the read store: all projections and their cursors in one transaction, so that
 * every entry is written exactly once however often the process dies or an entry is offered again. It sits between the
 * projector thread, which delivers entries in order, and the projections. It must never skip an entry.
 */

import type { Event } from '@bellwether/engine';
import { type ChainedEntry, GENESIS_HASH } from '@bellwether/ports/journal.ts';
import type { StoreWriter } from '@bellwether/ports/store.ts';
import { BookReader } from './book-reader.ts';
import type { Projection, ProjectionContext, ProjectionWriter } from './projection.ts';

/** Position of the store: sequence and chain value of the last written entry. */
export type ProjectionCursor = { readonly sequence: number; readonly hash: string };

/** The offered entries do not continue the store: an entry is missing, or the store belongs to another journal. */
export class ProjectionMismatch extends Error {
  override readonly name = 'ProjectionMismatch';
}

export interface ProjectionRunner {
  /** Cursor of the projection that is furthest behind; the next entry to offer follows it. */
  readonly cursor: ProjectionCursor;
  /**
   * Writes consecutive entries in one transaction; each projection skips entries it already has. `previousHash` is the
   * chain value before the first. Throws `ProjectionMismatch` on a gap or a broken chain. After any error nothing of
   * the batch is written, and the runner must be recreated.
   */
  write(entries: readonly ChainedEntry[], previousHash: string, context: ProjectionContext): void;
  /** Lets all projections follow the clock by one step, in one transaction. `more`: there is more to do; `nothing`: none was due. */
  advance(nowMs: number): 'nothing' | 'done' | 'more';
  /** Creates the deferred indexes of one more projection of a store that is being built; true if there are more. */
  createIndexes(): boolean;
  /** Throws `ProjectionMismatch` if a projection has entries that a journal with this end does not have. */
  checkEnd(end: ProjectionCursor): void;
}

interface RunningProjection {
  readonly projection: Projection;
  writer: ProjectionWriter;
  cursor: ProjectionCursor;
  isIndexed: boolean;
}

const CURSOR_TABLE = `
  CREATE TABLE IF NOT EXISTS projection_cursors (
    name TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    hash TEXT NOT NULL
  ) WITHOUT ROWID
`;
const TRADING: ReadonlySet<Event['kind']> = new Set([
  'OrderAccepted',
  'TradeExecuted',
  'OrderRested',
  'OrderCompleted',
  'OrderCanceled',
  'HouseQuoted',
]);
const START: ProjectionCursor = { sequence: 0, hash: GENESIS_HASH };

/** Prepares the store for `projections`: creates missing tables and empties those whose version changed. */
export function createProjectionRunner(store: StoreWriter, projections: readonly Projection[]): ProjectionRunner {
  store.exec(CURSOR_TABLE);
  const running = store.transaction(() => projections.map((projection) => openProjection(store, projection)));
  const saveCursor = store.prepare('UPDATE projection_cursors SET sequence = ?, hash = ? WHERE name = ?');
  const names = running.map(({ projection }) => projection.name);
  // Nearly always all cursors are at one entry. One statement for all of them takes half the time of one statement
  // each, and a fifth if it need not filter by name, because no removed projection has left its cursor.
  const hasOthers =
    Number(store.prepare('SELECT count(*) AS count FROM projection_cursors').get()?.['count']) > names.length;
  const named = hasOthers ? names : [];
  const saveCursors = store.prepare(
    `UPDATE projection_cursors SET sequence = ?, hash = ?${hasOthers ? ` WHERE name IN (${names.map(() => '?').join(', ')})` : ''}`,
  );

  return {
    get cursor() {
      return running
        .map((one) => one.cursor)
        .reduce((lowest, cursor) => (cursor.sequence < lowest.sequence ? cursor : lowest));
    },

    write(entries, previousHash, context) {
      const last = entries.at(-1);
      if (last === undefined) return;
      assertConsecutive(entries);
      const cursor: ProjectionCursor = { sequence: last.sequence, hash: last.hash };
      const behind = running.filter((one) => one.cursor.sequence < last.sequence);
      const withBooks = { ...context, books: new BookReader() };
      const isOther = new Set(entries.filter(hasMoreThanTrading));
      store.transaction(() => {
        for (const one of behind) {
          const missing = entriesAfter(one, entries, previousHash);
          const shown = one.projection.ignoresTrading ? missing.filter((entry) => isOther.has(entry)) : missing;
          if (shown.length > 0) overwriting(store, one.projection, () => one.writer.write(shown, withBooks));
          if (behind.length < running.length) saveCursor.run(cursor.sequence, cursor.hash, one.projection.name);
        }
        if (behind.length === running.length) saveCursors.run(cursor.sequence, cursor.hash, ...named);
      });
      for (const one of behind) one.cursor = cursor;
    },

    advance(nowMs) {
      const following = running.filter(
        ({ writer }) => writer.advance !== undefined && writer.isUpToDate?.(nowMs) !== true,
      );
      if (following.length === 0) return 'nothing';
      return store.transaction(() =>
        following.map(({ writer }) => writer.advance?.(nowMs)).some((more) => more) ? 'more' : 'done',
      );
    },

    createIndexes() {
      const next = running.find(({ isIndexed }) => !isIndexed);
      if (next !== undefined) store.transaction(() => createIndexes(store, next));
      return running.some(({ isIndexed }) => !isIndexed);
    },

    checkEnd(end) {
      for (const { projection, cursor } of running) {
        if (cursor.sequence > end.sequence) {
          throw new ProjectionMismatch(
            `${projection.name} holds entry ${cursor.sequence}, the journal ends at entry ${end.sequence}: acknowledged ` +
              'entries are missing, or the read store is of another journal',
          );
        }
        if (cursor.sequence === end.sequence && cursor.hash !== end.hash) throw otherJournal(projection, cursor);
      }
    },
  };
}

function openProjection(store: StoreWriter, projection: Projection): RunningProjection {
  const row = store
    .prepare('SELECT version, sequence, hash FROM projection_cursors WHERE name = ?')
    .get(projection.name);
  const isKept = row !== undefined && row['version'] === projection.version;
  if (!isKept) overwriting(store, projection, () => emptyProjection(store, projection));
  const one = { projection, isIndexed: isKept };
  if (!isKept && !store.isBuilding) createIndexes(store, one);
  const writer = projection.open(store, () => createIndexes(store, one));
  const cursor = isKept ? { sequence: Number(row['sequence']), hash: String(row['hash']) } : START;
  return Object.assign(one, { writer, cursor });
}

function overwriting(store: StoreWriter, { erases }: Projection, work: () => void): void {
  if (erases === true && store.overwriting !== undefined) store.overwriting(work);
  else work();
}

function emptyProjection(store: StoreWriter, { name, version, tables, schema }: Projection): void {
  for (const table of tables) store.exec(`DROP TABLE IF EXISTS ${table}`);
  store.exec(schema);
  store
    .prepare('INSERT OR REPLACE INTO projection_cursors (name, version, sequence, hash) VALUES (?, ?, ?, ?)')
    .run(name, version, START.sequence, START.hash);
}

function createIndexes(store: StoreWriter, one: Pick<RunningProjection, 'projection' | 'isIndexed'>): void {
  if (one.isIndexed) return;
  one.isIndexed = true;
  if (one.projection.indexes !== undefined) store.exec(one.projection.indexes);
}

function hasMoreThanTrading({ events }: ChainedEntry): boolean {
  return events.some(({ kind }) => !TRADING.has(kind));
}

function assertConsecutive(entries: readonly ChainedEntry[]): void {
  let expected = entries[0]?.sequence ?? 0;
  for (const entry of entries) {
    if (entry.sequence !== expected) {
      throw new ProjectionMismatch(`entry ${expected} is missing: the next one is ${entry.sequence}`);
    }
    expected += 1;
  }
}

function otherJournal({ name }: Projection, { sequence }: ProjectionCursor): ProjectionMismatch {
  return new ProjectionMismatch(`${name} holds entry ${sequence} of another journal`);
}

/** Entries that this projection has not written; checks that they continue its cursor. */
function entriesAfter(one: RunningProjection, entries: readonly ChainedEntry[], previousHash: string) {
  const { name } = one.projection;
  const { sequence, hash } = one.cursor;
  const first = entries[0]?.sequence ?? 0;
  const known = sequence - first + 1;
  if (known < 0) {
    throw new ProjectionMismatch(`${name} is at entry ${sequence} and cannot continue with entry ${first}`);
  }
  const before = known === 0 ? previousHash : entries[known - 1]?.hash;
  if (before !== hash) throw otherJournal(one.projection, one.cursor);
  return known === 0 ? entries : entries.slice(known);
}
