/** Shared setup for tests of reads over the recorded history: a store with it, a way to run reads, and its users. */
import type { PositionsQuery } from '@bellwether/contract';
import { expect } from 'vitest';
import { bodyOf, type Read } from './read.ts';
import { MARKETS, recordPortfolioHistory, TRADERS } from './testing/portfolio-history.ts';
import { type RecordedVenue, testAddress, testConditionId } from './testing/recorded-venue.ts';
import { openTestStore, type TestStore } from './testing/test-store.ts';

export const USERS: readonly string[] = Array.from({ length: 2 * TRADERS }, (_, index) => testAddress(index + 1));
export const ALL_MARKETS = Array.from({ length: MARKETS }, (_, index) => testConditionId(index));

/** Every position of a user, whatever its size. */
export const ALL_POSITIONS: Omit<PositionsQuery, 'user'> = {
  sizeThreshold: 0,
  redeemable: false,
  mergeable: false,
  limit: 500,
  offset: 0,
  sortBy: 'TOKENS',
  sortDirection: 'DESC',
};

interface RecordedReads {
  readonly venue: RecordedVenue;
  readonly store: TestStore;
  /** Runs a read, and checks that the serialized result equals the value, whole and in pieces. */
  run<Parameters, Value>(read: Read<Parameters, Value>, parameters: Parameters): Promise<Value>;
  /** Address of a wallet. */
  addressOf(wallet: number): string;
}

export function recordReads(steps: number): RecordedReads {
  const venue = recordPortfolioHistory(steps);
  const store = openTestStore();
  store.project(venue, 64);
  return {
    venue,
    store,
    async run(read, parameters) {
      const result = await read.run(store.database, parameters);
      if (result === null) throw new Error('no answer');
      expect(JSON.parse(bodyOf(read, result.value))).toEqual(result.value);
      if (read.pieces !== undefined) expect([...read.pieces(result.value)].join('')).toBe(bodyOf(read, result.value));
      return result.value;
    },
    addressOf: (wallet) => venue.state.wallets[wallet]?.address ?? '',
  };
}

/**
 * Wallets of a user. An even index is a base address with two wallets, an odd one a deposit wallet that stands for
 * itself.
 */
export function walletsOf(user: string): string[] {
  const index = USERS.indexOf(user);
  return index < 0 ? [] : index % 2 === 0 ? USERS.slice(index, index + 2) : [user];
}
