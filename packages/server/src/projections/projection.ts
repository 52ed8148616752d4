/**
 * A projection turns journaled entries into rows that reads use. It is disposable: its tables can be dropped and
 * rebuilt from the first entry. The runner applies it inside one transaction together with the cursor, so a row is
 * written exactly once however often the process dies.
 */
import type { BooksAndBalances } from '@bellwether/engine';
import type { ChainedEntry } from '../ports/journal.ts';
import type { StoreWriter } from '../ports/store.ts';
import type { BookReader } from './book-reader.ts';

/** Displayed price of a market's first outcome after an entry that may have changed it, in 1/20000; null = unknown. */
export interface ObservedPrice {
  readonly market: number;
  readonly priceHalfTicks: number | null;
}

/** What entries did to displayed prices, by sequence; an entry that can have changed none is missing. */
export type ObservedPrices = ReadonlyMap<number, readonly ObservedPrice[]>;

export interface ProjectionContext {
  /** State after all entries of the batch; for figures such as best prices that are read from the book. */
  readonly state: BooksAndBalances;
  /** Displayed prices after the entries that touched a market, by sequence: for what has to follow every entry. */
  readonly prices: ObservedPrices;
}

/** What a writer is given. */
export interface WriteContext extends ProjectionContext {
  readonly books: BookReader;
}

export interface Projection {
  /** Stable name; its cursor is kept under it. */
  readonly name: string;
  /** Raise when tables or meaning change: the runner drops `tables` and rebuilds from the first entry. */
  readonly version: number;
  /** Tables it owns, in drop order. */
  readonly tables: readonly string[];
  /** Nothing that orders and trades do is of interest: entries of which nothing else came are not shown to it. */
  readonly ignoresTrading?: true;
  /** SQL that creates its tables on an empty database, with those indexes that its writer cannot do without. */
  readonly schema: string;
  /** SQL that creates the other indexes, on tables that may have rows: a build does so at its end. */
  readonly indexes?: string;
  /** Prepares statements once and returns the writer, which may ask for the indexes before the end of a build. */
  open(store: StoreWriter, needIndexes: () => void): ProjectionWriter;
}

export interface ProjectionWriter {
  /** Writes the rows of one batch of entries, in order, inside the runner's transaction. */
  write(entries: readonly ChainedEntry[], context: WriteContext): void;
  /** Whether `advance` would find nothing to do: then no transaction is begun for it. Left out where it always may. */
  isSettled?(nowMs: number): boolean;
  /**
   * Lets figures that depend on the time follow the clock (Unix milliseconds) while no entries come, in steps of bounded
   * work inside a transaction of the runner; true when there is more to do.
   */
  advance?(nowMs: number): boolean;
}
