/** The journal in a database as a node reads it: opened when it is first read, since there is none before someone leads. */
import { type JournalReader, openJournalBeside } from '../../ops/open-journal.ts';
import type { JournalRecord } from '../../ports/journal.ts';
import type { JournalPlace } from '../../ports/journal-place.ts';
import type { LogRecords } from '../../ports/log.ts';
import type { Runtime } from '../../ports/runtime.ts';

export class LateJournal implements LogRecords {
  readonly #place: JournalPlace;
  readonly #runtime: Runtime;
  #reader: JournalReader | null = null;

  constructor(place: JournalPlace, runtime: Runtime) {
    this.#place = place;
    this.#runtime = runtime;
  }

  async *read(from: number): AsyncGenerator<JournalRecord> {
    this.#reader ??= await openJournalBeside(this.#place, this.#runtime);
    yield* this.#reader.read(from);
  }

  async close(): Promise<void> {
    await this.#reader?.close();
  }
}
