/** Read-only access to a journal in the database: beside its writer, or while there is none. */
import { recordPages } from '@bellwether/ports/follow-log.ts';
import type { JournalHead, JournalRecord } from '@bellwether/ports/journal.ts';
import type { JournalKind } from '@bellwether/ports/journal-kind.ts';
import type { LogReader } from '@bellwether/ports/log.ts';
import type { Timers } from '@bellwether/ports/runtime.ts';
import { closing } from '../../files/closing.ts';
import { checkNotBeingCopied } from './copying.ts';
import { FOLLOW_MS } from './limits.ts';
import { type PostgresOptions, Primary } from './primary.ts';
import { headOf, readHead, readRecords } from './reading.ts';
import { journalKind } from './schema.ts';
import { SessionLost } from './session.ts';

interface ReaderOptions extends PostgresOptions {
  /** True for the copy itself, which continues a part. */
  readonly isCopy?: boolean;
}

/**
 * Null if the database has no journal. Throws the error that keeps it from being read: `JournalMissing` for a part of one,
 * which would pass for a whole.
 */
export async function openPostgresReader(options: ReaderOptions): Promise<PostgresReader | null> {
  const primary = new Primary(options, 'bellwether reader');
  try {
    const kind = await primary.repeatedly(async (session) => {
      if (options.isCopy !== true) await checkNotBeingCopied(session);
      return journalKind(session);
    });
    if (kind !== null) return new PostgresReader(primary, kind, options.runtime.timers);
  } catch (error) {
    primary.close();
    throw error;
  }
  primary.close();
  return null;
}

/**
 * Entry up to which a node may read before it follows or leads. Later entries in the database may be lost with the
 * primary, and the node would show them to clients and could not drop them again. Waits for a standby. Null if there is
 * no journal yet.
 */
export async function durableEnd(options: ReaderOptions): Promise<number | null> {
  await using reader = closing(await openPostgresReader(options));
  if (reader === null) return null;
  return (await reader.durableHead()).sequence;
}

/**
 * Locks the row, so that the statement commits and is answered only when a standby has its result. Without that,
 * visible data may be on the primary alone: the commit of a session that was ended while it waited.
 */
const DURABLE_HEAD = 'SELECT last_sequence, last_hash FROM bellwether.head WHERE id = 1 FOR UPDATE';

class PostgresReader implements LogReader {
  readonly kind: JournalKind;
  readonly #primary: Primary;
  readonly #timers: Timers;

  /** Use `openPostgresReader`. */
  constructor(primary: Primary, kind: JournalKind, timers: Timers) {
    this.kind = kind;
    this.#primary = primary;
    this.#timers = timers;
  }

  read(from: number): AsyncIterable<JournalRecord> {
    return readRecords(this.#primary, from);
  }

  head(): Promise<JournalHead> {
    return readHead(this.#primary);
  }

  /** Returns an end of the journal that the loss of a primary cannot undo. Waits for a standby. */
  durableHead(): Promise<JournalHead> {
    return this.#primary.repeatedly(async (session) => {
      const { rows, warning } = await session.run(DURABLE_HEAD);
      if (warning !== null) throw new SessionLost(`what was read may not be replicated: ${warning}`);
      return headOf(rows);
    });
  }

  /** Polls, because the writer is another process. */
  async *follow(from: number, signal: AbortSignal): AsyncGenerator<readonly JournalRecord[]> {
    let next = from;
    while (!signal.aborted) {
      for await (const records of recordPages(this.read(next))) {
        if (signal.aborted) return;
        yield records;
        next = (records.at(-1)?.lastSequence ?? next) + 1;
      }
      await pause(this.#timers, signal);
    }
  }

  close(): Promise<void> {
    this.#primary.close();
    return Promise.resolve();
  }
}

function pause(timers: Timers, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      cancel();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const cancel = timers.after(FOLLOW_MS, done);
    signal.addEventListener('abort', done);
  });
}
