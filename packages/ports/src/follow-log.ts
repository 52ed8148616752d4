/**
 * Following a log: first the records that it holds, then the ones that its writer announces. No record is lost or
 * repeated in between: records announced during the read are skipped by sequence, and records that did not fit in
 * memory are read again.
 */
import { JournalCorruption, type JournalRecord } from './journal.ts';
import type { LogRecords } from './log.ts';

/** Records that wait in memory for one follower; beyond that they are dropped and read from the log. */
export const FOLLOW_WAITING_MAX = 1_024;
/** Maximum entries handed over together, not counting the rest of a record. */
const FOLLOW_ENTRIES_MAX = 4_096;

/** Announces records that have become durable to followers. */
export class LogTail {
  readonly #followers = new Set<Waiting>();
  /** Last announced entry: the log holds at least that much. */
  #told: number;

  constructor(told = 0) {
    this.#told = told;
  }

  /** Called in order; each record is already in the log. */
  published(record: JournalRecord): void {
    this.#told = record.lastSequence;
    for (const follower of this.#followers) follower.offer(record);
  }

  /** `LogReader.follow` of a log whose records are announced here. */
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

/** Announced records that one follower has not taken yet. */
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

  /** Resolves to true when there is something to take, and to false when the signal has aborted. */
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

  /** Records from entry `next` on, empty if all are older; null if the log has to be read. */
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

/** Groups the records of a log into pages of `entriesMin` entries or a few more. */
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
