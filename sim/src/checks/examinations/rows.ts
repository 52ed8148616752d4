/** The rows of a run's read store, against a rebuild and against naive folds. */
import { applyEntry, createState } from '@bellwether/engine';
import { emptyStart, Follower } from '@bellwether/ledger/log/follower.ts';
import { type ChainedEntry, GENESIS_HASH } from '@bellwether/ports/journal.ts';
import { naivePrices } from '@bellwether/read-model/testing/naive-price.ts';
import { NaiveStoreCheck } from '@bellwether/venue/ops/testing/naive-store-check.ts';
import type { StoreReader } from '@bellwether/venue/ops/verify-store.ts';
import { TablesCheck } from '@bellwether/venue/ops/verify-tables.ts';
import type { EndOfRun, Examine } from './examination.ts';

type StoreDatabase = NonNullable<EndOfRun['store']>;

const MINUTE_MS = 60_000;
const HALF_TICKS = 20_000;

/**
 * The rows of the live projector, written as entries arrived, through crashes and pauses, match those of a rebuild from
 * the whole log: one entry at a time, in batches, or all at once.
 */
export const examineRows: Examine = ({ world, entries, store }) => {
  if (store === null) throw new Error('there are no rows to examine');
  const batch = world.dice.fork('batch').pick([1, 7, 100, entries.length]);
  const check = new TablesCheck(readerOf(store), entries.length);
  const follower = new Follower(emptyStart());
  follower.observe(check.prices);
  try {
    let previousHash = GENESIS_HASH;
    for (let first = 0; first < entries.length; first += batch) {
      const some: readonly ChainedEntry[] = entries.slice(first, first + batch);
      follower.fold(some, previousHash);
      check.write(some, previousHash, follower.state);
      previousHash = some.at(-1)?.hash ?? previousHash;
    }
    check.finish();
    world.count(`rows rebuilt ${batch === 1 ? 'one by one' : batch === entries.length ? 'in one go' : 'in batches'}`);
    return null;
  } finally {
    check.close();
  }
};

/** The rows of the live projector match a naive fold of the events that shares no code with projections. */
export const examineRowsNaively: Examine = ({ entries, store }) => {
  if (store === null) throw new Error('there are no rows to examine');
  const check = new NaiveStoreCheck(readerOf(store));
  for (const entry of entries) check.observe(entry);
  check.finish();
  return pricesDifference(entries, store);
};

/** The store of a run as the checks of `verify` read it. The store stays open; the run closes it. */
function readerOf(database: StoreDatabase): StoreReader {
  return {
    prepare: (sql) => {
      const statement = database.prepare(sql);
      return { all: () => statement.all(), iterate: () => statement.all()[Symbol.iterator]() };
    },
    exec: (sql) => database.exec(sql),
    close: () => undefined,
  };
}

/**
 * Checks the minutes of price history against an independent implementation of the displayed-price rule, after each
 * entry. Describes the first difference; null if there is none.
 */
function pricesDifference(entries: readonly ChainedEntry[], database: StoreDatabase): string | null {
  const expected = minutesOf(entries);
  const rows = database
    .prepare('SELECT market, bucket, price_half_ticks AS price FROM price_points WHERE grain = 0')
    .all();
  const found = new Map(rows.map(({ market, bucket, price }) => [`${market} in minute ${bucket}`, priceText(price)]));
  for (const [what, price] of expected)
    if (found.get(what) !== price)
      return `the price of market ${what} is ${found.get(what) ?? 'not there'}, not ${price}`;
  for (const what of found.keys()) if (!expected.has(what)) return `the price of market ${what} never changed`;
  return null;
}

/** The last price of each minute in which a market's price changed. */
function minutesOf(entries: readonly ChainedEntry[]): ReadonlyMap<string, string> {
  const state = createState();
  const minutes = new Map<string, string>();
  const latest = new Map<number, string>();
  for (const entry of entries) {
    applyEntry(state, entry);
    const minute = Math.floor(entry.timeMs / MINUTE_MS);
    for (const [id, price] of naivePrices(state).entries()) {
      const text = priceText(price === null ? null : Math.round(price * HALF_TICKS));
      if (text === (latest.get(id) ?? priceText(null))) continue;
      latest.set(id, text);
      minutes.set(`${id} in minute ${minute}`, text);
    }
  }
  return minutes;
}

const priceText = (halfTicks: unknown): string => (halfTicks === null ? 'unknown' : `${halfTicks}`);
