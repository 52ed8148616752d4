/** A record as a follower gets it, and its entries: from the log, or from the exchange once it is durable. */
import { JournalCorruption, type JournalRecord } from '../ports/journal.ts';
import { type ChainedEntry, entriesChained, entriesOfRecord } from '../ports/journal-record.ts';

const CHAIN_BYTES = 32;

/**
 * The entries of a record that is followed. One from a log is hashed: its bytes were on a disk. One that the exchange of
 * this process tells of is not: what was hashed there a moment ago has only crossed to another thread; that its chain ends
 * as the record says is all there is to check.
 */
export function followedEntries(record: JournalRecord): ChainedEntry[] {
  const { chain } = record;
  if (chain === undefined) return entriesOfRecord(record, null);
  const last = Buffer.from(chain.buffer, chain.byteOffset + chain.length - CHAIN_BYTES, CHAIN_BYTES);
  if (last.toString('hex') === record.hash) return entriesChained(record, chain);
  throw new JournalCorruption(`journal record ${record.firstSequence}..${record.lastSequence} has another chain`);
}
