/** What takes part in the comparison: fresh state, one timed run over the prepared stream, and what came out of it. */

import type { Operation } from './stream.ts';

/** What must be equal for all contenders, or one of them skipped work. */
export interface Outcome {
  /** Shares matched, in micros, each match counted once. */
  readonly volume: bigint;
  /** What rests in each market: `price:size` of bids, then asks, best first. */
  readonly books: readonly string[];
}

export interface Run {
  /** Turns the next operations into this contender's own kind of input; not timed. */
  prepare(operations: readonly Operation[]): void;
  /** The timed part: carries out what was prepared. */
  perform(): void;
  outcome(): Outcome;
}

export interface Contender {
  readonly name: string;
  /** Fresh state; nothing of this is timed. */
  start(): Run;
}
