/**
 * The rows of the live projector, written as entries arrived, through crashes and pauses, match those of a rebuild from
 * the whole log: one entry at a time, in batches, or all at once.
 */
import { emptyStart, Follower } from '@bellwether/server/log/follower.ts';
import { TablesCheck } from '@bellwether/server/ops/verify-tables.ts';
import type { ChainedEntry } from '@bellwether/server/ports/journal.ts';
import { GENESIS_HASH } from '@bellwether/server/ports/journal.ts';
import type { Examine } from './examination.ts';
import { readerOf } from './store-reader.ts';

export const examineRows: Examine = ({ world, entries, store }) => {
  if (store === null) throw new Error('there are no rows to examine');
  const batch = world.dice.fork('batch').pick([1, 7, 100, entries.length]);
  const check = new TablesCheck(readerOf(store.database), entries.length);
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
    world.cover(`rows rebuilt ${batch === 1 ? 'one by one' : batch === entries.length ? 'in one go' : 'in batches'}`);
    return null;
  } finally {
    check.close();
  }
};
