/**
 * How often each write is in a journal, counted from the files as a kill has left them, before any venue or database
 * opens them: by order id, and by Idempotency-Key.
 */
import { openJournalFiles } from '@bellwether/server/adapters/journal-sqlite/journal-files.ts';
import { entriesOfRecord } from '@bellwether/server/ports/journal-record.ts';
import { Violation } from './violation.ts';

/** The part of a command that says which write it is. */
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

  /** Takes what has come since it looked last. Throws `Violation` when something that was there is not, or is another. */
  follow(dataDir: string): void {
    const files = openJournalFiles(dataDir);
    if (files === null) throw new Violation('there is no journal any more');
    try {
      const last = this.#sequence;
      for (const record of files.read(Math.max(1, last))) {
        for (const { sequence, hash, command } of entriesOfRecord(record, null)) {
          if (sequence === last && hash !== this.#hash) throw new Violation(`entry ${last} is another than before`);
          if (sequence <= last) continue;
          for (const name of namesOf(command)) this.#times.set(name, this.times(name) + 1);
          this.#sequence = sequence;
          this.#hash = hash;
        }
      }
      const { sequence } = files.head();
      if (sequence < last) throw new Violation(`the journal ended with entry ${last} and now ends with ${sequence}`);
    } finally {
      files.close();
    }
  }
}
