/**
 * The journal for a thread that follows it and is notified of new records. Reading may begin while the exchange still
 * recovers: first from the plain files, which are opened without leaving a trace, and from the journal itself once the
 * exchange has found it whole and may write.
 */

import { openJournalFiles } from '@bellwether/ledger/adapters/journal-sqlite/journal-files.ts';
import type { JournalFileReader } from '@bellwether/ledger/adapters/journal-sqlite/reading.ts';
import { closing } from '@bellwether/ledger/files/closing.ts';
import { LogTail } from '@bellwether/ports/follow-log.ts';
import type { JournalRecord } from '@bellwether/ports/journal.ts';
import type { JournalPlace } from '@bellwether/ports/journal-place.ts';
import type { Runtime } from '@bellwether/ports/runtime.ts';
import { type JournalReader, openJournalBeside } from '../../ops/open-journal.ts';
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

  /** Called when the exchange has made this record durable. */
  published(record: JournalRecord): void {
    this.#tail.published(record);
  }

  follow(from: number, signal: AbortSignal): AsyncIterable<readonly JournalRecord[]> {
    return this.#tail.follow(this, from, signal);
  }

  recovered(): void {
    this.#isRecovered = true;
    this.#recovered.resolve();
  }

  /** Reads records. A read that starts before the exchange has recovered ends only after that. */
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

  /** Records up to the first that cannot be read: the exchange finds the same fault, and reports it. */
  *#recordsOfFiles(from: number): Generator<JournalRecord> {
    using files = closing(openOrNull(this.#place.dataDir));
    yield* guarded(files?.read(from) ?? []);
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
