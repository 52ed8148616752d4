/** A store built in one go equals one grown entry by entry; an incomplete build does not count as a store. */
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { newFolder } from '@bellwether/ledger/files/testing/new-folder.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore, type Store } from './adapters/store-sqlite/open-store.ts';
import { CHECKSUMS_SUFFIX, checkStoreFile, StoreDamaged } from './adapters/store-sqlite/page-checksums.ts';
import { ALL_PROJECTIONS } from './all-projections.ts';
import { createLedgerProjection } from './ledger/project/ledger.ts';
import { createPortfolioProjection } from './portfolio/project/portfolio.ts';
import { createProjectionRunner, type ProjectionRunner } from './runner.ts';
import { recordPortfolioHistory } from './testing/portfolio-history.ts';
import type { RecordedVenue } from './testing/recorded-venue.ts';

const SUFFIXES = ['', '-wal', CHECKSUMS_SUFFIX];

let folder: string;
let opened: Store[];
beforeEach(() => {
  folder = newFolder();
  opened = [];
});
afterEach(() => {
  for (const store of opened) store.close();
});

function open(name: string, build: boolean): Store {
  const store = openStore(join(folder, name), { build });
  opened.push(store);
  return store;
}

function createAllIndexes(runner: ProjectionRunner): void {
  while (runner.createIndexes());
}

function project(
  store: Store,
  { entries, state, prices }: RecordedVenue,
  batch: number,
  list = ALL_PROJECTIONS,
): ProjectionRunner {
  const runner = createProjectionRunner(store, list);
  for (let start = 0; start < entries.length; start += batch)
    runner.write(entries.slice(start, start + batch), runner.cursor.hash, { state, prices });
  createAllIndexes(runner);
  return runner;
}

/** Ends the build, and leaves nothing to do. */
function finish(store: Store, runner: ProjectionRunner, { timeMs }: RecordedVenue): void {
  store.finishBuild();
  while (runner.advance(timeMs) === 'more');
  store.finishBuild();
}

/** Tables that depend on how entries were grouped: listings sorted in parts, text indexes with a segment a change. */
const GROUPED = /^(market|event)_listing$|_text_(data|idx)$/;

function contents(file: string): Record<string, unknown> {
  using database = new DatabaseSync(file, { readOnly: true });
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  const schema = database.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all();
  const tables = schema.filter(({ type, name }) => type === 'table' && !GROUPED.test(String(name)));
  const rows = tables.map(({ name }) => [name, database.prepare(`SELECT * FROM ${name}`).all()]);
  return { schema, ...Object.fromEntries(rows) };
}

/** Expects the built store to have what one has that grew entry by entry. */
function expectAsGrown(venue: RecordedVenue): Record<string, unknown> {
  checkStoreFile(join(folder, 'built.sqlite'));
  const grown = open('grown.sqlite', false);
  finish(grown, project(grown, venue, 1), venue);
  const built = contents(join(folder, 'built.sqlite'));
  expect(built).toEqual(contents(join(folder, 'grown.sqlite')));
  return built;
}

test('build: a built store is the one that grew entry by entry, indexes included [D36]', () => {
  const venue = recordPortfolioHistory(600);
  const built = open('built.sqlite', true);
  const runner = project(built, venue, 100);
  expect(built.isBuilding).toBe(true);
  finish(built, runner, venue);
  expect(built.isBuilding).toBe(false);
  const rows = expectAsGrown(venue);
  expect(rows['fills']).not.toEqual([]);
  expect(rows['fill_blocks']).not.toEqual([]);
});

test('build: what did not fit into memory on the way is found again', () => {
  const venue = recordPortfolioHistory(600);
  const small = new Map([
    ['ledger', createLedgerProjection(7)],
    ['portfolio', createPortfolioProjection(3)],
  ]);
  const built = open('built.sqlite', true);
  const projections = ALL_PROJECTIONS.map((projection) => small.get(projection.name) ?? projection);
  finish(built, project(built, venue, 10, projections), venue);
  expectAsGrown(venue);
});

test('build: a store that was built goes on like any other', () => {
  const venue = recordPortfolioHistory(200);
  const built = open('built.sqlite', true);
  const runner = createProjectionRunner(built, ALL_PROJECTIONS);
  const { entries, state, prices } = venue;
  const half = Math.floor(entries.length / 2);
  runner.write(entries.slice(0, half), runner.cursor.hash, { state, prices });
  createAllIndexes(runner);
  built.finishBuild();
  for (const entry of entries.slice(half)) runner.write([entry], runner.cursor.hash, { state, prices });
  finish(built, runner, venue);
  expectAsGrown(venue);
});

test('build: what a kill leaves of one is no store, and one that is closed early leaves nothing [D36]', () => {
  const store = open('built.sqlite', true);
  const file = join(folder, 'built.sqlite');
  project(store, recordPortfolioHistory(50), 10);
  const left = join(folder, 'left.sqlite');
  for (const suffix of SUFFIXES) if (existsSync(file + suffix)) copyFileSync(file + suffix, left + suffix);
  expect(() => openStore(left, { build: true })).toThrow(StoreDamaged);
  expect(() => openStore(left)).toThrow(StoreDamaged);
  store.close();
  opened.pop();
  for (const suffix of SUFFIXES) expect(existsSync(file + suffix)).toBe(false);
});

test('build: only a store that is not there is built', () => {
  const store = open('kept.sqlite', false);
  project(store, recordPortfolioHistory(20), 10);
  store.close();
  opened.pop();
  expect(open('kept.sqlite', true).isBuilding).toBe(false);
});
