/**
 * A log in memory, with the contract of the durable one and faults on demand: for tests and simulations, never for a venue.
 * Journals opened on the same `MemoryRecords` are one log with several writers, of which only the last one counts.
 */
import { LogTail } from '@bellwether/ports/follow-log.ts';
import {
  GENESIS_HASH,
  JournalFenced,
  type JournalHead,
  type JournalRecord,
  JournalWriteFailure,
} from '@bellwether/ports/journal.ts';
import { checkJournalKind, type JournalKind } from '@bellwether/ports/journal-kind.ts';
import type { AppendOutcome, Log } from '@bellwether/ports/log.ts';
import { checkRecordContinues } from '../../record/record-bytes.ts';

/** Fault of an append; an unknown append may be in the log all the same, or be lost. */
type AppendFault = 'failed' | 'unknown and there' | 'unknown and lost';

/** Awaited by each append before it counts. An error that it throws becomes the error of a failed append. */
type AppendGate = (record: JournalRecord) => Promise<AppendFault | undefined> | Promise<void>;

/** State shared by all writers and readers of one log in memory. */
export class MemoryRecords {
  readonly records: JournalRecord[];
  /** null until someone follows. */
  tail: LogTail | null = null;
  epoch = 0;
  /** Kind given by the first writer. */
  kind: JournalKind | null = null;

  constructor(records: JournalRecord[] = []) {
    this.records = records;
  }
}

export class MemoryJournal implements Log {
  readonly epoch: number;
  readonly kind: JournalKind;
  readonly #shared: MemoryRecords;
  readonly #gate: AppendGate | null;
  #hasEnded = false;

  /** `records` are the existing records of the log; the array is kept and extended. Throws `JournalOfOtherKind`. */
  constructor(
    records: MemoryRecords | JournalRecord[] = [],
    gate: AppendGate | null = null,
    kind: JournalKind = 'venue',
  ) {
    this.#shared = records instanceof MemoryRecords ? records : new MemoryRecords(records);
    checkJournalKind('memory', this.#shared.kind, kind);
    this.#shared.kind = kind;
    this.kind = kind;
    this.#gate = gate;
    this.epoch = ++this.#shared.epoch;
  }

  get records(): JournalRecord[] {
    return this.#shared.records;
  }

  head(): Promise<JournalHead> {
    return Promise.resolve(this.#head());
  }

  async append(record: JournalRecord): Promise<AppendOutcome> {
    const outcome = await this.#append(record);
    if (outcome.kind !== 'durable') this.#hasEnded = true;
    return outcome;
  }

  *read(from: number): Generator<JournalRecord> {
    let head: JournalHead | null = null;
    for (const record of this.records) {
      if (record.lastSequence < from) continue;
      if (head !== null) checkRecordContinues(record, head);
      else if (record.firstSequence === 1) checkRecordContinues(record, { sequence: 0, hash: GENESIS_HASH });
      head = { sequence: record.lastSequence, hash: record.hash };
      yield record;
    }
  }

  follow(from: number, signal: AbortSignal): AsyncIterable<readonly JournalRecord[]> {
    this.#shared.tail ??= new LogTail(this.#head().sequence);
    return this.#shared.tail.follow(this, from, signal);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  async #append(record: JournalRecord): Promise<AppendOutcome> {
    if (this.#hasEnded) return { kind: 'failed', error: new JournalWriteFailure('an earlier append was the last') };
    let fault: AppendFault | undefined;
    try {
      fault = (await this.#gate?.(record)) ?? undefined;
    } catch (error) {
      return { kind: 'failed', error: asError(error) };
    }
    if (fault === 'failed') return { kind: 'failed', error: new JournalWriteFailure('the append was made to fail') };
    if (fault === 'unknown and lost') return unknown();
    const head = this.#head();
    if (
      this.epoch !== this.#shared.epoch ||
      record.firstSequence !== head.sequence + 1 ||
      record.previousHash !== head.hash
    ) {
      return {
        kind: 'fenced',
        error: new JournalFenced(
          `the journal ends at entry ${head.sequence} of epoch ${this.#shared.epoch}, not before ${record.firstSequence} of ${this.epoch}`,
        ),
      };
    }
    this.records.push({ ...record });
    this.#shared.tail?.published(record);
    return fault === undefined ? { kind: 'durable' } : unknown();
  }

  #head(): JournalHead {
    const last = this.records.at(-1);
    return last === undefined ? { sequence: 0, hash: GENESIS_HASH } : { sequence: last.lastSequence, hash: last.hash };
  }
}

const unknown = (): AppendOutcome => ({ kind: 'unknown', error: new JournalWriteFailure('the answer was lost') });

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
