import { hashState, type OpenOrdersSnapshot, restoreSnapshot, takeSnapshot } from '@bellwether/engine';
import { GENESIS_HASH } from '@bellwether/ports/journal.ts';
import type { StoredSnapshot } from '@bellwether/ports/snapshots.ts';
import { expect, test } from 'vitest';
import { emptyStart, Follower } from './follower.ts';
import { readOnce } from './snapshots-read-once.ts';
import { busyVenue } from './testing/busy-venue.ts';

const venue = busyVenue(3, 2_000);

/** The first half of the history as a stored snapshot, and a count of how often its open orders were read. */
function storedHalf(): { readonly stored: StoredSnapshot; readonly follower: Follower; readonly reads: () => number } {
  const follower = new Follower(emptyStart());
  follower.fold(venue.entries.slice(0, Math.floor(venue.entries.length / 2)), GENESIS_HASH);
  const { openOrders, ...rest } = takeSnapshot(follower.state);
  let reads = 0;
  const counted = {
    *[Symbol.iterator](): Generator<OpenOrdersSnapshot> {
      reads++;
      yield* openOrders;
    },
  };
  const stored: StoredSnapshot = {
    ...follower.head,
    stateHash: hashState(follower.state),
    snapshot: { ...rest, openOrders: counted },
    runs: [],
    openOrders: () => expect.unreachable('no one asks for them'),
  };
  return { stored, follower, reads: () => reads };
}

test('snapshots: each is loaded when it is reached, once, and so are its open orders', () => {
  const { stored, reads } = storedHalf();
  const loaded: number[] = [];
  const load = readOnce(function* () {
    for (const sequence of [3, 2, 1]) {
      loaded.push(sequence);
      yield sequence === 2 ? { sequence, damage: 'torn' } : { ...stored, sequence };
    }
  });
  const [first] = load(9);
  expect(loaded).toEqual([3]);
  const parts = [...((first as StoredSnapshot).snapshot.openOrders as Iterable<unknown>)];
  const again = [...load(9)];
  expect([again.map(({ sequence }) => sequence), again[1]]).toEqual([[3, 2, 1], { sequence: 2, damage: 'torn' }]);
  for (const read of [[...load(9)].map(({ sequence }) => sequence), loaded]) expect(read).toEqual([3, 2, 1]);
  expect([...(again[0] as StoredSnapshot).snapshot.openOrders]).toEqual(parts);
  expect(parts.length).toBeGreaterThan(0);
  expect(reads()).toBe(1);
});

test('snapshots: two states of one reading share nothing that either changes', () => {
  const { stored, follower } = storedHalf();
  const load = readOnce(() => [stored]);
  const [first, second] = [load(9), load(9)].map(([one]) => restoreSnapshot((one as StoredSnapshot).snapshot));
  if (first === undefined || second === undefined) throw new Error('there are two');
  const before = hashState(follower.state);
  expect(first.openOrders.size).toBeGreaterThan(10);
  const rest = venue.entries.slice(follower.head.sequence);
  new Follower({ state: first, head: follower.head }).fold(rest, follower.head.hash);
  expect(hashState(first)).toBe(hashState(venue.state));
  expect(hashState(second)).toBe(before);
  new Follower({ state: second, head: follower.head }).fold(rest, follower.head.hash);
  expect(hashState(second)).toBe(hashState(venue.state));
});
