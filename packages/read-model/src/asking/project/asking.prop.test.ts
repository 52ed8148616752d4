import { askingCommand, CommandFactory, Dice, forAllAsync } from '@bellwether/engine/testing';
import { AskingFold } from '@bellwether/venue/ops/testing/naive-asking.ts';
import type { Row } from '@bellwether/venue/ops/testing/naive-fold.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RecordedVenue } from '../../testing/recorded-venue.ts';
import { openTestStore } from '../../testing/test-store.ts';
import { clarificationsOf, findSuggestion, suggestionsPage } from '../query/asking.ts';

function recorded(seeds: readonly number[]): RecordedVenue {
  const venue = new RecordedVenue();
  for (const { command } of new CommandFactory().opening()) venue.submit(command);
  for (const [index, seed] of seeds.entries()) {
    const dice = new Dice(seed);
    venue.timeMs += dice.below(9_000);
    const { asking, markets } = venue.state;
    const counts = { markets: markets.length, suggestions: asking.suggestionCount, orders: index };
    venue.submit(askingCommand(dice, venue.timeMs, counts));
  }
  return venue;
}

test('asking: rows are those of a naive fold, and lists those of its rows', async () => {
  const seeds = fc.array(fc.noBias(fc.nat()), { minLength: 1, maxLength: 120, size: 'max' });
  await forAllAsync(8, [seeds, fc.integer({ min: 1, max: 40 })], async (list, batch) => {
    const venue = recorded(list);
    using store = openTestStore();
    store.project({ entries: venue.entries.slice(0, venue.entries.length >> 1), state: venue.state }, batch);
    store.restart();
    store.project(venue, batch);
    const fold = new AskingFold();
    for (const entry of venue.entries) fold.observe(entry);
    const ordered = (rows: Iterable<Row>) => [...rows].sort((a, b) => key(a).localeCompare(key(b)));
    const key = ({ id, event, number }: Row): string => `${id ?? event} ${number}`;
    for (const [table, rows] of Object.entries(fold.tables)) {
      const found = store.query(`SELECT * FROM ${table}`).map((row) => ({ ...row }) as Row);
      expect([table, ordered(found)]).toEqual([table, ordered(rows.values())]);
    }
    const { database } = store;
    const all = [...fold.tables.suggestions.values()].reverse();
    for (const account of [null, 0, 1])
      for (const status of [null, 'waiting', 'approved'] as const) {
        const page = { limit: 3, offset: 1 };
        const wanted = all.filter(
          (row) => (account === null || row['account'] === account) && (status ?? row['status']) === row['status'],
        );
        const shown = await suggestionsPage(database, { account, status, ...page }).execute();
        expect(shown.map(({ id }) => id)).toEqual(wanted.slice(1, 4).map(({ id }) => id));
      }
    const [newest] = all;
    expect((await findSuggestion(database, Number(newest?.['id'] ?? 1)))?.title).toBe(newest?.['title']);
    const events = [...new Set([...fold.tables.clarifications.values()].map(({ event }) => Number(event)))];
    expect(await clarificationsOf(database, events)).toHaveLength(fold.tables.clarifications.size);
  });
});
