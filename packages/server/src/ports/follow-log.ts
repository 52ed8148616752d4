/**
 * Following a log: what it holds first, then what its writer tells of. Between the two nothing is lost or repeated: what
 * was told while the log was read is skipped by its sequence, and what could not wait in memory is read again.
 */
import { JournalCorruption, type JournalRecord } from './journal.ts';
import type { LogRecords } from './log.ts';

/** Records that wait in memory for one follower; beyond it they are dropped and read from the log. */
export const FOLLOW_WAITING_MAX = 1_024;
/** Entries that are handed over together at most, the rest of a record not counted. */
export const FOLLOW_ENTRIES_MAX = 4_096;

/** Tells followers of records that have become durable. */
export class LogTail {
  readonly #followers = new Set<Waiting>();
  /** Last entry of what was told: the log holds at least that much. */
  #told = 0;

  /** In order; each is in the log already. */
  published(record: JournalRecord): void {
    this.#told = record.lastSequence;
    for (const follower of this.#followers) follower.offer(record);
  }

  /** `LogReader.follow` of a log whose records are told of here. */
  async *follow(log: LogRecords, from: number, signal: AbortSignal): AsyncGenerator<readonly JournalRecord[]> {
    const waiting = new Waiting(signal);
    this.#followers.add(waiting);
    let next = from;
    try {
      while (!signal.aborted) {
        waiting.clear();
        const told = this.#told;
        for await (const records of recordPages(log.read(next))) {
          yield records;
          next = endOf(records) + 1;
          if (signal.aborted) return;
        }
        if (next <= told) {
          throw new JournalCorruption(`the journal ends at entry ${next - 1}, entry ${told} was published`);
        }
        while (await waiting.hasSome()) {
          const records = waiting.take(next);
          if (records === null) break;
          if (records.length === 0) continue;
          yield records;
          next = endOf(records) + 1;
        }
      }
    } finally {
      this.#followers.delete(waiting);
    }
  }
}

/** What one follower has been told of and not yet taken. */
class Waiting {
  readonly #signal: AbortSignal;
  #records: JournalRecord[] = [];
  #hasDropped = false;
  #wake: (() => void) | null = null;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  offer(record: JournalRecord): void {
    if (this.#records.length >= FOLLOW_WAITING_MAX) {
      this.#records = [];
      this.#hasDropped = true;
    }
    if (!this.#hasDropped) this.#records.push(record);
    this.#wake?.();
  }

  clear(): void {
    this.#records = [];
    this.#hasDropped = false;
  }

  /** Resolves to true when there is something to take, to false when the signal has aborted. */
  async hasSome(): Promise<boolean> {
    while (!this.#signal.aborted && this.#records.length === 0 && !this.#hasDropped) {
      const woken = Promise.withResolvers<void>();
      this.#wake = () => woken.resolve();
      this.#signal.addEventListener('abort', this.#wake);
      await woken.promise;
      this.#signal.removeEventListener('abort', this.#wake);
      this.#wake = null;
    }
    return !this.#signal.aborted;
  }

  /** Records from entry `next` on, none when all are from before; null when the log has to be read. */
  take(next: number): readonly JournalRecord[] | null {
    if (this.#hasDropped) return null;
    const records: JournalRecord[] = [];
    let taken = 0;
    let entries = 0;
    let position = next - 1;
    for (const record of this.#records) {
      if (entries >= FOLLOW_ENTRIES_MAX) break;
      taken++;
      if (record.lastSequence <= position) continue;
      if (record.firstSequence > position + 1) return null;
      records.push(record);
      entries += record.lastSequence - position;
      position = record.lastSequence;
    }
    this.#records = taken === this.#records.length ? [] : this.#records.slice(taken);
    return records;
  }
}

/** What is read of a log, records of `entriesMin` entries or a few more together. */
export async function* recordPages(
  records: Iterable<JournalRecord> | AsyncIterable<JournalRecord>,
  entriesMin = FOLLOW_ENTRIES_MAX,
): AsyncGenerator<readonly JournalRecord[]> {
  let page: JournalRecord[] = [];
  let entries = 0;
  for await (const record of records) {
    page.push(record);
    entries += record.lastSequence - record.firstSequence + 1;
    if (entries < entriesMin) continue;
    yield page;
    page = [];
    entries = 0;
  }
  if (page.length > 0) yield page;
}

function endOf(records: readonly JournalRecord[]): number {
  const last = records.at(-1);
  if (last === undefined) throw new Error('no records are no page');
  return last.lastSequence;
}
