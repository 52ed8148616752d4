/** The journal in a database as a node reads it: opened when it is first read, since there is none before someone leads. */
import { type JournalReader, openJournalBeside } from '../../ops/open-journal.ts';
import type { JournalRecord } from '../../ports/journal.ts';
import type { JournalPlace } from '../../ports/journal-place.ts';
import type { LogRecords } from '../../ports/log.ts';
import type { Runtime } from '../../ports/runtime.ts';

export class LateJournal implements LogRecords {
  readonly #place: JournalPlace;
  readonly #runtime: Runtime;
  #reader: Promise<JournalReader> | null = null;
  #isClosed = false;

  constructor(place: JournalPlace, runtime: Runtime) {
    this.#place = place;
    this.#runtime = runtime;
  }

  async *read(from: number): AsyncGenerator<JournalRecord> {
    const reader = await this.#open();
    yield* reader.read(from);
  }

  /** Also of what is still being opened: a connection that is left would keep the thread from its end. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const reader = this.#reader;
    this.#reader = null;
    await reader?.then((opened) => opened.close()).catch(() => undefined);
  }

  #open(): Promise<JournalReader> {
    if (this.#isClosed) return Promise.reject(new Error('this node stops'));
    if (this.#reader !== null) return this.#reader;
    const opening = openJournalBeside(this.#place, this.#runtime);
    // What could not be opened is opened again.
    opening.catch(() => {
      if (this.#reader === opening) this.#reader = null;
    });
    this.#reader = opening;
    return opening;
  }
}
