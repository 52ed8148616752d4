/** A read while the projector commits between two of its statements. */
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ReadStore } from './database.ts';
import { READ_SEQUENCE_HEADER } from './read.ts';
import { runRead } from './run-read.ts';
import { RecordedVenue } from './testing/recorded-venue.ts';
import { openTestStore, type TestStore } from './testing/test-store.ts';

let venue: RecordedVenue;
let store: TestStore;

beforeEach(() => {
  venue = new RecordedVenue();
  venue.openAccounts(2);
  venue.addMarkets(1);
  store = openTestStore();
  store.project(venue);
});

afterEach(() => store.close());

function trade(): void {
  venue.place({ trader: 0, side: 'BUY', price: 4_000, shares: 5 });
  venue.place({ trader: 1, outcome: 1, side: 'BUY', price: 6_000, shares: 5 });
  store.project(venue);
}

/** Counts fills and orders in two statements; `between` runs after the first. */
const countTwice = (between: () => void) => ({
  async run(database: ReadStore) {
    const orders = await count(database, 'orders');
    between();
    await setImmediate();
    return { value: { orders, fills: await count(database, 'fills') } };
  },
});

const countedTwice = (between: () => void = () => undefined) => runRead(countTwice(between), store.database, null);

async function count(database: ReadStore, table: 'orders' | 'fills'): Promise<number> {
  const { rows } = await database
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  return rows;
}

test('one state: a read shows none of what is committed between its statements, and the next one all of it [D34]', async () => {
  trade();
  const before = venue.state.sequence;
  const headersBefore = { [READ_SEQUENCE_HEADER]: String(before) };
  expect(await countedTwice(trade)).toEqual({ value: { orders: 2, fills: 2 }, headers: headersBefore });
  expect(venue.state.sequence).toBeGreaterThan(before);
  const headers = { [READ_SEQUENCE_HEADER]: String(venue.state.sequence) };
  expect(await countedTwice()).toEqual({ value: { orders: 4, fills: 4 }, headers });
});

test('one state: without it, a page would mix two commits [D34]', async () => {
  trade();
  expect((await countTwice(trade).run(store.database)).value).toEqual({ orders: 2, fills: 4 });
});

test('one state: a read that fails or finds nothing leaves the connection free [D34]', async () => {
  const failing = {
    async run(database: ReadStore): Promise<null> {
      await count(database, 'orders');
      throw new Error('no');
    },
  };
  await expect(runRead(failing, store.database, null)).rejects.toThrow('no');
  expect(await runRead({ run: async () => null }, store.database, null)).toBeNull();
  trade();
  expect((await countedTwice())?.headers[READ_SEQUENCE_HEADER]).toBe(String(venue.state.sequence));
});
