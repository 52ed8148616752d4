import { CommandFactory, Dice, forAllAsync, grantCommand } from '@bellwether/engine/testing';
import type { Row } from '@bellwether/venue/ops/testing/naive-fold.ts';
import { GrantsFold } from '@bellwether/venue/ops/testing/naive-grants.ts';
import { amountText } from '@bellwether/wire/forms/decimal.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RecordedVenue } from '../../testing/recorded-venue.ts';
import { openTestStore } from '../../testing/test-store.ts';
import { grantsRead } from '../answer/grants.ts';
import { grantReasons } from '../query/grants.ts';

test('grants: rows are those of a naive fold, and the list and the reasons those of its rows', async () => {
  const seeds = fc.array(fc.noBias(fc.nat()), { minLength: 1, maxLength: 120, size: 'max' });
  await forAllAsync(8, [seeds, fc.integer({ min: 1, max: 40 })], async (list, batch) => {
    const venue = new RecordedVenue();
    for (const { command } of new CommandFactory().opening()) venue.submit(command);
    for (const seed of list) {
      venue.timeMs += seed % 9_000;
      venue.submit(grantCommand(new Dice(seed), venue.state));
    }
    using store = openTestStore();
    store.project({ entries: venue.entries.slice(0, venue.entries.length >> 1), state: venue.state }, batch);
    store.restart();
    store.project(venue, batch);
    const fold = new GrantsFold();
    for (const entry of venue.entries) fold.observe(entry);
    const rows = [...fold.tables.grant_steps.values()];
    const found = store.query('SELECT * FROM grant_steps ORDER BY sequence').map((row) => ({ ...row }) as Row);
    expect(found).toEqual(rows);
    const first = rows.filter(({ step }) => step === 0).reverse();
    const wanted = first.slice(1, 4).map(({ grant_id, reason, amount_micros }) => {
      const steps = rows.filter((row) => row['grant_id'] === grant_id);
      return {
        ...{ grant: grant_id, reason, amount: amountText(Number(amount_micros)) },
        people: steps.reduce((sum, { people }) => sum + Number(people), 0),
        complete: steps.some(({ last }) => last === 1),
      };
    });
    const { value } = (await grantsRead.run(store.database, { limit: 3, offset: 1 })) as { value: readonly object[] };
    expect(value).toMatchObject(wanted);
    expect(value).toHaveLength(wanted.length);
    const reasons = await grantReasons(store.database, [...rows.map(({ sequence }) => Number(sequence)), 999_999]);
    expect([...reasons.values()].sort()).toEqual(rows.map(({ reason }) => reason).sort());
  });
});
