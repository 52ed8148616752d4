/**
 * A checksum of a journal up to some entry: a CRC-32 of each record's content and chain value, in order. A snapshot
 * stores the checksum of the records before it, whose content and chain were checked when it was taken. So a start can
 * tell whether they are still the same bytes without decoding a single entry. The checksum finds damage. An attacker
 * who changes a journal can change a checksum as well: `verify` computes the chain again.
 */
import { crc32 } from 'node:zlib';
import type { JournalRecord } from '@bellwether/ports/journal.ts';
import type { LogRecords } from '@bellwether/ports/log.ts';

/** Checksum before the first record. */
export const EMPTY_JOURNAL_SUM = 0;

/** The checksum up to the end of `record`, given the one before it. */
export function addToJournalSum(sum: number, { hash, payload }: JournalRecord): number {
  return crc32(hash, crc32(payload, sum));
}

/** Checksum of all records up to the end of the one that holds entry `last`; null if no record ends with that entry. */
export async function journalSumOf(log: LogRecords, last: number): Promise<number | null> {
  let sum = EMPTY_JOURNAL_SUM;
  if (last === 0) return sum;
  for await (const record of log.read(1)) {
    sum = addToJournalSum(sum, record);
    if (record.lastSequence >= last) return record.lastSequence === last ? sum : null;
  }
  return null;
}

/**
 * A log that sums up records as they are read beyond entry `from`. `sum` is the checksum up to that entry; null: unknown.
 */
export class SummedRecords implements LogRecords {
  readonly #log: LogRecords;
  #sequence: number;
  #sum: number | null;

  constructor(log: LogRecords, from: number, sum: number | null) {
    this.#log = log;
    this.#sequence = from;
    this.#sum = sum;
  }

  /** Checksum up to the end of the last record that was read; null if unknown. */
  get sum(): number | null {
    return this.#sum;
  }

  async *read(from: number): AsyncGenerator<JournalRecord> {
    for await (const record of this.#log.read(from)) {
      this.#add(record);
      yield record;
    }
  }

  #add(record: JournalRecord): void {
    if (record.lastSequence <= this.#sequence) return;
    const follows = record.firstSequence === this.#sequence + 1;
    this.#sum = this.#sum === null || !follows ? null : addToJournalSum(this.#sum, record);
    this.#sequence = record.lastSequence;
  }
}
