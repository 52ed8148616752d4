/**
 * A journal in memory, with the contract of the durable one: for tests and simulations. Never for a venue.
 * `gate` lets a test decide when an append becomes durable.
 */
import {
  GENESIS_HASH,
  type Journal,
  JournalFenced,
  type JournalHead,
  type JournalRecord,
} from '../../ports/journal.ts';
import { checkRecordContinues } from '../../ports/journal-record.ts';

/** Called by each append before it counts; the append resolves after it, and fails with what it throws. */
export type AppendGate = (record: JournalRecord) => Promise<void>;

export class MemoryJournal implements Journal {
  readonly records: JournalRecord[];
  readonly #gate: AppendGate | null;

  /** `records` is what a journal held before; it is kept and extended. */
  constructor(records: JournalRecord[] = [], gate: AppendGate | null = null) {
    this.records = records;
    this.#gate = gate;
  }

  head(): Promise<JournalHead> {
    return Promise.resolve(this.#head());
  }

  async append(record: JournalRecord): Promise<void> {
    const head = this.#head();
    if (record.firstSequence !== head.sequence + 1 || record.previousHash !== head.hash) {
      throw new JournalFenced(`the journal ends at entry ${head.sequence}, not before ${record.firstSequence}`);
    }
    if (this.#gate !== null) await this.#gate(record);
    this.records.push({ ...record });
  }

  *read(fromSequence: number): Generator<JournalRecord> {
    let head: JournalHead | null = null;
    for (const record of this.records) {
      if (record.lastSequence < fromSequence) continue;
      if (head !== null) checkRecordContinues(record, head);
      else if (record.firstSequence === 1) checkRecordContinues(record, { sequence: 0, hash: GENESIS_HASH });
      head = { sequence: record.lastSequence, hash: record.hash };
      yield record;
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #head(): JournalHead {
    const last = this.records.at(-1);
    return last === undefined ? { sequence: 0, hash: GENESIS_HASH } : { sequence: last.lastSequence, hash: last.hash };
  }
}
