/**
 * The journal: the durable, append-only, hash-chained list of records. One record holds one batch of entries. It is the
 * only place where an acknowledged command must be found again. Writing, reading and following: `log.ts`.
 */
import type { Command, Entry } from '@bellwether/engine';

/** Hash before the first entry: 64 zeros. */
export const GENESIS_HASH = '0'.repeat(64);

/** One batch as stored. */
export interface JournalRecord {
  /** Sequence of the first and last entry in the batch; consecutive records have no gap between them. */
  readonly firstSequence: number;
  readonly lastSequence: number;
  /** Chain value before the first entry of this batch, 64 hex digits. */
  readonly previousHash: string;
  /** Chain value after its last entry, 64 hex digits. */
  readonly hash: string;
  /** The entries: bytes in the format that the first one names (`record/`), or text in older journals. */
  readonly payload: Uint8Array<ArrayBuffer> | string;
  /**
   * Chain value of each entry, 32 bytes each. Present only if the record comes straight from the exchange of this
   * process, which has just computed them; records read from a log have none.
   */
  readonly chain?: Uint8Array;
}

/** An entry as read back, with its chain value. */
export interface ChainedEntry extends Entry<Command> {
  /** 64 hex digits. */
  readonly hash: string;
}

export interface JournalHead {
  /** Sequence of the last entry; 0 when the journal is empty. */
  readonly sequence: number;
  readonly hash: string;
}

/** A damaged journal: the message names the record and the damage. The venue must not start. */
export class JournalCorruption extends Error {
  override readonly name: string = 'JournalCorruption';
}

/** The journal's tables are not those that the program creates; the message names the object, and says what to do. */
export class ForeignSchema extends JournalCorruption {
  override readonly name = 'ForeignSchema';
}

/** The journal could not be written: no outcome of the batch may be released and the process must end. */
export class JournalWriteFailure extends Error {
  override readonly name = 'JournalWriteFailure';
}

/** Another process writes this journal (or has taken it over). */
export class JournalFenced extends Error {
  override readonly name = 'JournalFenced';
}
