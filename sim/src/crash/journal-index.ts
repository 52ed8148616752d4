/**
 * Counts how often each write is in a journal, by order id and by Idempotency-Key. Reads the database, or the files as
 * a kill has left them, before a venue or database opens them.
 */
import { openJournalAtRest } from '@bellwether/server/ops/open-journal.ts';
import type { JournalPlace } from '@bellwether/server/ports/journal-place.ts';
import { entriesOfRecord } from '@bellwether/server/record/journal-record.ts';
import { MACHINE } from '@bellwether/server/runtime/machine.ts';
import { Broken } from '../shared/harness.ts';

/** The part of a command that identifies the write. */
interface NamedCommand {
  readonly kind: string;
  readonly orderId?: string;
  readonly order?: { readonly orderId: string };
  readonly request?: { readonly key: string };
}

/** Names by which clients know a command. */
export function namesOf(command: NamedCommand): string[] {
  const orderId = command.kind === 'PlaceOrder' ? command.orderId : command.order?.orderId;
  return [orderId, command.request?.key].filter((name) => name !== undefined);
}

export interface NamedEntry {
  readonly command: NamedCommand;
  readonly events: readonly { readonly kind: string; readonly idle?: true }[];
}

/**
 * Counts what an entry did. If a part of a request arrived again while the first was in progress, it may have an entry
 * of its own that says there was nothing left to do.
 */
export function countNames(times: Map<string, number>, { command, events }: NamedEntry): void {
  const isIdle = events.every(({ kind, idle }) => kind === 'RequestKept' && idle === true);
  for (const name of namesOf(command)) {
    const before = times.get(name) ?? 0;
    if (before === 0 || !isIdle) times.set(name, before + 1);
  }
}

export class JournalIndex {
  readonly #times = new Map<string, number>();
  #sequence = 0;
  #hash: string | null = null;

  get entries(): number {
    return this.#sequence;
  }

  times(name: string): number {
    return this.#times.get(name) ?? 0;
  }

  /** Reads the entries added since the last call. Throws `Broken` if an earlier entry is missing or different. */
  async follow(place: JournalPlace): Promise<void> {
    const journal = await openJournalAtRest(place, MACHINE);
    if (journal === null) throw new Broken('there is no journal any more');
    try {
      const last = this.#sequence;
      for await (const record of journal.read(Math.max(1, last))) {
        for (const { sequence, hash, command, events } of entriesOfRecord(record, null)) {
          if (sequence === last && hash !== this.#hash) throw new Broken(`entry ${last} is another than before`);
          if (sequence <= last) continue;
          countNames(this.#times, { command, events });
          this.#sequence = sequence;
          this.#hash = hash;
        }
      }
      const { sequence } = await journal.head();
      if (sequence < last) throw new Broken(`the journal ended with entry ${last} and now ends with ${sequence}`);
    } finally {
      await journal.close();
    }
  }
}
