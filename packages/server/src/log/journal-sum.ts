/**
 * A checksum of all that a journal holds up to a place: of each record's content and chain value, in order, a CRC-32. A
 * snapshot has that of the records before it, whose content and chain were checked when it was taken; so a start finds out
 * whether they are still the same bytes without reading a single entry of them. It finds damage. Who changes a journal on
 * purpose can change a checksum as well: `verify` computes the chain again.
 */
import { crc32 } from 'node:zlib';
import type { JournalRecord } from '../ports/journal.ts';
import type { LogRecords } from '../ports/log.ts';

/** Before the first record. */
export const EMPTY_JOURNAL_SUM = 0;

/** The checksum up to the end of `record`, given the one before it. */
export function addToJournalSum(sum: number, { hash, payload }: JournalRecord): number {
  return crc32(hash, crc32(payload, sum));
}

/** Of all records up to the end of the one that holds entry `last`; null when none ends with that entry. */
export async function journalSumOf(log: LogRecords, last: number): Promise<number | null> {
  let sum = EMPTY_JOURNAL_SUM;
  if (last === 0) return sum;
  for await (const record of log.read(1)) {
    sum = addToJournalSum(sum, record);
    if (record.lastSequence >= last) return record.lastSequence === last ? sum : null;
  }
  return null;
}

/** A log that adds up what is read of it beyond entry `from`, up to which the checksum is known, or is not: null. */
export class SummedRecords implements LogRecords {
  readonly #log: LogRecords;
  #sequence: number;
  #sum: number | null;

  constructor(log: LogRecords, from: number, sum: number | null) {
    this.#log = log;
    this.#sequence = from;
    this.#sum = sum;
  }

  /** Up to the end of the last record that was read; null when it is not known. */
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
