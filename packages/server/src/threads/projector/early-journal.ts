/**
 * The journal for a thread that follows it and is told of what its writer adds. It may begin to read while the exchange
 * still recovers: the files as they are, which are opened without a trace, and the journal itself once the exchange has
 * found it whole and may write to it.
 */
import { openJournalFiles } from '../../adapters/journal-sqlite/journal-files.ts';
import type { JournalFileReader } from '../../adapters/journal-sqlite/reading.ts';
import { type JournalReader, openJournalBeside } from '../../ops/open-journal.ts';
import { LogTail } from '../../ports/follow-log.ts';
import type { JournalRecord } from '../../ports/journal.ts';
import type { JournalPlace } from '../../ports/journal-place.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { ToldLog } from './projector-service.ts';

export class EarlyJournal implements ToldLog {
  readonly #place: JournalPlace;
  readonly #runtime: Runtime;
  readonly #tail = new LogTail();
  readonly #recovered = Promise.withResolvers<void>();
  #isRecovered = false;
  #journal: JournalReader | null = null;

  constructor(place: JournalPlace, runtime: Runtime) {
    this.#place = place;
    this.#runtime = runtime;
  }

  /** The exchange has made this record durable. */
  published(record: JournalRecord): void {
    this.#tail.published(record);
  }

  follow(from: number, signal: AbortSignal): AsyncIterable<readonly JournalRecord[]> {
    return this.#tail.follow(this, from, signal);
  }

  /** The exchange has recovered. */
  recovered(): void {
    this.#isRecovered = true;
    this.#recovered.resolve();
  }

  /** Ends, before the exchange has recovered, only when it has. */
  async *read(from: number): AsyncGenerator<JournalRecord> {
    let next = from;
    if (!this.#isRecovered) {
      for (const record of this.#recordsOfFiles(next)) {
        yield record;
        next = record.lastSequence + 1;
        if (this.#isRecovered) break;
      }
      await this.#recovered.promise;
    }
    this.#journal ??= await openJournalBeside(this.#place, this.#runtime);
    yield* this.#journal.read(next);
  }

  close(): void {
    void this.#journal?.close();
  }

  /** Up to what cannot be read: whatever that is, the exchange finds it as well, and says so. */
  *#recordsOfFiles(from: number): Generator<JournalRecord> {
    const files = openOrNull(this.#place.dataDir);
    try {
      yield* guarded(files?.read(from) ?? []);
    } finally {
      files?.close();
    }
  }
}

function openOrNull(dataDir: string): JournalFileReader | null {
  try {
    return openJournalFiles(dataDir);
  } catch {
    return null;
  }
}

function* guarded(records: Iterable<JournalRecord>): Generator<JournalRecord> {
  const iterator = records[Symbol.iterator]();
  for (;;) {
    let next: IteratorResult<JournalRecord>;
    try {
      next = iterator.next();
    } catch {
      return;
    }
    if (next.done === true) return;
    yield next.value;
  }
}
