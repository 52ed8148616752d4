/** The projector while nothing happens: figures of the last day fall with the clock. */

import { MemoryJournal } from '@bellwether/ledger/adapters/testing/memory-journal.ts';
import { emptyStart, Follower } from '@bellwether/ledger/log/follower.ts';
import { openStore, type Store } from '@bellwether/read-model/adapters/store-sqlite/open-store.ts';
import { ALL_PROJECTIONS } from '@bellwether/read-model/all-projections.ts';
import { createProjectionRunner } from '@bellwether/read-model/runner.ts';
import { RecordedVenue } from '@bellwether/read-model/testing/recorded-venue.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MACHINE } from '../../runtime/machine.ts';
import { Projector } from './projector.ts';

const HOUR_MS = 3_600_000;

let store: Store;
beforeEach(() => {
  store = openStore(':memory:');
});
afterEach(() => store.close());

const dayVolume = () => store.prepare('SELECT volume_24hr_micros AS volume FROM market_listing').get()?.['volume'];

test('projector: the volume of the last day falls without a trade, and not while the journal is being read', async () => {
  const venue = new RecordedVenue();
  venue.openAccounts(2);
  venue.addMarkets(1);
  venue.place({ trader: 0, outcome: 0, side: 'BUY', price: 5_000, shares: 10 });
  venue.place({ trader: 1, outcome: 1, side: 'BUY', price: 5_000, shares: 10 });
  let told = 0;
  const projector = new Projector({
    runner: createProjectionRunner(store, ALL_PROJECTIONS),
    log: new MemoryJournal([...venue.records]),
    runtime: MACHINE,
    follower: new Follower(emptyStart()),
    onProjected: () => told++,
  });
  const caughtUp = projector.catchUp();
  expect(projector.advance(venue.timeMs + 100 * HOUR_MS)).toBe(false);
  await caughtUp;
  expect(dayVolume()).toBe(5_000_000);

  const hourStart = Math.floor(venue.timeMs / HOUR_MS) * HOUR_MS;
  while (projector.advance(hourStart + 24 * HOUR_MS - 1));
  expect(dayVolume()).toBe(5_000_000);
  const before = told;
  while (projector.advance(hourStart + 24 * HOUR_MS));
  expect(dayVolume()).toBe(0);
  // Readers hear that rows have changed, and hear nothing when none have.
  const after = told;
  expect(after).toBeGreaterThan(before);
  projector.advance(hourStart + 24 * HOUR_MS);
  expect(told).toBe(after);
});
