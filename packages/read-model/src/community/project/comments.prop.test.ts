/** Comments, profiles and every list of them compared with a naive fold, across batches and restarts. */
import { CommandFactory, communityCommand, Dice, forAllAsync } from '@bellwether/engine/testing';
import { CommentsFold, ProfilesFold } from '@bellwether/venue/ops/testing/naive-community.ts';
import type { NaiveFold, Row } from '@bellwether/venue/ops/testing/naive-fold.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RecordedVenue } from '../../testing/recorded-venue.ts';
import { openTestStore, type TestStore } from '../../testing/test-store.ts';
import {
  accountPage,
  type CommentListing,
  nestedReplies,
  repliesPage,
  selectReactions,
  topLevelPage,
} from '../query/discussions.ts';
import type { CommentRow } from '../tables.ts';

/** A venue with four accounts, an event 7 and commands derived from the seeds. */
function recorded(seeds: readonly number[]): RecordedVenue {
  const venue = new RecordedVenue();
  for (const { command } of new CommandFactory().opening()) venue.submit(command);
  for (const seed of seeds) {
    const dice = new Dice(seed);
    // Time advances now and then, so that rate limits do not silence an account for long.
    if (dice.once(4)) venue.timeMs += 20_000;
    venue.submit(communityCommand(dice, venue.state.community.comments.count));
  }
  return venue;
}

const sorted = (rows: Iterable<Row>, key: string): Row[] =>
  [...rows].sort((a, b) => (Number(a[key]) || 0) - (Number(b[key]) || 0));

function expectTables(store: TestStore, fold: NaiveFold): void {
  for (const [table, expected] of Object.entries(fold.tables)) {
    const key = { profiles: 'account', discussions: 'entity_id' }[table] ?? 'id';
    const rows = store.query(`SELECT * FROM ${table}`).map((row) => ({ ...row }) as Row);
    expect([table, sorted(rows, key)]).toEqual([table, sorted(expected.values(), key)]);
  }
}

const ids = (rows: readonly { readonly id: number }[]): number[] => rows.map(({ id }) => id);

async function expectLists({ database }: TestStore, all: readonly CommentRow[]): Promise<void> {
  const shown = all.filter((row) => row.shown === 1).sort((a, b) => a.id - b.id);
  const page = { limit: 3, offset: 1 };
  const cut = (rows: readonly CommentRow[]): number[] => ids(rows.slice(1, 4));
  for (const { id } of all) {
    const replies = shown.filter(({ parent }) => parent === id);
    expect(ids(await repliesPage(database, id, page).execute())).toEqual(cut(replies));
  }
  const nested = all.flatMap(({ id }) => shown.filter(({ parent }) => parent === id).slice(0, 2));
  expect(ids(await nestedReplies(database, ids(all), 2))).toEqual(ids(nested).sort((a, b) => a - b));
  for (let account = 0; account < 4; account++) {
    const own = all.filter((row) => row.account === account && row.removed === 0).sort((a, b) => b.id - a.id);
    expect(ids(await accountPage(database, account, page).execute())).toEqual(cut(own));
  }
  for (const order of ['id', 'reaction_count'] as const)
    for (const ascending of [true, false])
      for (const entity of [null, { type: 0, id: 7 }, { type: 2, id: 3 }] as const) {
        const listing: CommentListing = { entity, order, ascending, ...page };
        const top = shown
          .filter(({ parent }) => parent === 0)
          .filter((row) => entity === null || (row.entity_type === entity.type && row.entity_id === entity.id))
          .sort((a, b) => (a[order] - b[order] || a.id - b.id) * (ascending ? 1 : -1));
        expect(ids(await topLevelPage(database, listing).execute())).toEqual(cut(top));
      }
}

test('comments: rows and counts are those of a naive fold, and lists those of its rows [P8]', async () => {
  const seeds = fc.array(fc.noBias(fc.nat()), { minLength: 1, maxLength: 150, size: 'max' });
  await forAllAsync(12, [seeds, fc.integer({ min: 1, max: 40 })], async (list, batch) => {
    const venue = recorded(list);
    using store = openTestStore();
    store.project({ entries: venue.entries.slice(0, venue.entries.length >> 1), state: venue.state }, batch);
    store.restart();
    store.project(venue, batch);
    const [comments, profiles] = [new CommentsFold(), new ProfilesFold()];
    for (const entry of venue.entries) {
      comments.observe(entry);
      profiles.observe(entry);
    }
    expectTables(store, comments);
    expectTables(store, profiles);
    const all = store.query('SELECT * FROM comments') as unknown as CommentRow[];
    await expectLists(store, all);
    const reactions = await selectReactions(store.database, ids(all), 1);
    const newest = [...comments.tables.reactions.values()]
      .filter(
        (row, _, rows) =>
          !rows.some((other) => other['comment'] === row['comment'] && Number(other['id']) > Number(row['id'])),
      )
      .map((row) => Number(row['id']));
    expect(ids(reactions)).toEqual(newest.sort((a, b) => b - a));
  });
});

test('comments: a history of seeds has removed comments that keep their place, and ones that do not', () => {
  const dice = new Dice(5);
  const venue = recorded(Array.from({ length: 400 }, () => dice.below(2 ** 31)));
  const fold = new CommentsFold();
  for (const entry of venue.entries) fold.observe(entry);
  const rows = [...fold.tables.comments.values()];
  const count = (removed: number, shown: number): number =>
    rows.filter((row) => row['removed'] === removed && row['shown'] === shown).length;
  expect([count(0, 0), count(0, 1) > 20, count(1, 0) > 3, count(1, 1) > 3]).toEqual([0, true, true, true]);
});
