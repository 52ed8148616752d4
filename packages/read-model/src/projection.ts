/**
 * A projection turns journaled entries into rows for reads. It is disposable: its tables can be dropped and rebuilt
 * from the first entry. The runner applies it in one transaction together with the cursor, so that a row is written
 * exactly once however often the process dies.
 */
import type { BooksAndBalances, Event } from '@bellwether/engine';
import type { ChainedEntry } from '@bellwether/ports/journal.ts';
import type { StoreWriter } from '@bellwether/ports/store.ts';
import type { BookReader } from './book-reader.ts';

/** A market after an entry that may have changed its displayed price. */
export interface ObservedPrice {
  readonly market: number;
  /** Displayed price of its first outcome in 1/20000; null if unknown. */
  readonly priceHalfTicks: number | null;
  /** True while orders may still trade in it. */
  readonly isTrading: boolean;
  /** Payout of its first outcome in 1/10000; null without a result, and if nothing is paid because it was refunded. */
  readonly payout: number | null;
  /** Shares ahead, at its price, of the order that came to rest in this entry; 0 if none did. */
  readonly aheadMicros: number;
}

/** Observed prices by sequence; entries that cannot have changed any are missing. */
export type ObservedPrices = ReadonlyMap<number, readonly ObservedPrice[]>;

export interface ProjectionContext {
  /** State after all entries of the batch, for figures such as best prices that are read from the book. */
  readonly state: BooksAndBalances;
  /** Displayed prices after the entries that touched a market, by sequence, for rows that must follow every entry. */
  readonly prices: ObservedPrices;
}

export interface WriteContext extends ProjectionContext {
  readonly books: BookReader;
}

export interface Projection {
  /** Stable name, the key of its cursor. */
  readonly name: string;
  /** Raise it when tables or their meaning change: the runner drops `tables` and rebuilds from the first entry. */
  readonly version: number;
  /** Tables of this projection, in drop order. */
  readonly tables: readonly string[];
  /** True if orders and trades do not matter: the writer does not get entries with no other events. */
  readonly ignoresTrading?: true;
  /** True if its rows have texts that must not stay in the file when they are deleted. */
  readonly erases?: true;
  /** SQL that creates its tables on an empty database, with the indexes that its writer requires. */
  readonly schema: string;
  /** SQL that creates the other indexes, on tables that may have rows; a build runs it at the end. */
  readonly indexes?: string;
  /** Prepares statements once and returns the writer, which may request the indexes before the end of a build. */
  open(store: StoreWriter, needIndexes: () => void): ProjectionWriter;
}

export interface ProjectionWriter {
  /** Writes the rows of one batch of entries, in order, inside the runner's transaction. */
  write(entries: readonly ChainedEntry[], context: WriteContext): void;
  /** True if `advance` has nothing to do, so that no transaction is begun. If omitted, `advance` always runs. */
  isUpToDate?(nowMs: number): boolean;
  /**
   * Updates time-dependent figures to the clock (Unix milliseconds) while no entries arrive, in steps of bounded work
   * inside a transaction of the runner. True if there is more to do.
   */
  advance?(nowMs: number): boolean;
}

/** Writer that takes one event after the other. */
export const byEvent = (write: (event: Event, entry: ChainedEntry) => void): ProjectionWriter => ({
  write(entries) {
    for (const entry of entries) for (const event of entry.events) write(event, entry);
  },
});
