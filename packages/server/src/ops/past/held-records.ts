/**
 * A log that holds its records in memory until its owner writes them all, for a history that must not be visible
 * earlier.
 */
import { GENESIS_HASH, type JournalHead, type JournalRecord } from '../../ports/journal.ts';
import type { AppendOutcome, Log } from '../../ports/log.ts';

export class HeldRecords implements Pick<Log, 'append' | 'head'> {
  readonly records: JournalRecord[] = [];

  append(record: JournalRecord): Promise<AppendOutcome> {
    this.records.push(record);
    return Promise.resolve({ kind: 'durable' });
  }

  head(): Promise<JournalHead> {
    const last = this.records.at(-1);
    return Promise.resolve({ sequence: last?.lastSequence ?? 0, hash: last?.hash ?? GENESIS_HASH });
  }
}
