/** The journal in a database as a node reads it: opened at the first read, since it does not exist before a node leads. */

import type { JournalRecord } from '@bellwether/ports/journal.ts';
import type { JournalPlace } from '@bellwether/ports/journal-place.ts';
import type { LogRecords } from '@bellwether/ports/log.ts';
import type { Runtime } from '@bellwether/ports/runtime.ts';
import { type JournalReader, openJournalBeside } from '../../ops/open-journal.ts';

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

  /** Also closes a reader that is still being opened: a remaining connection would keep the thread from ending. */
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
    // After a failure, the next read tries to open it again.
    opening.catch(() => {
      if (this.#reader === opening) this.#reader = null;
    });
    this.#reader = opening;
    return opening;
  }
}
