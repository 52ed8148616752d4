/** The two ends of a copy, whatever keeps the journal. */
import type { JournalHead, JournalRecord } from '../../ports/journal.ts';
import type { JournalKind } from '../../ports/journal-kind.ts';
import type { AppendOutcome, Log, LogRecords } from '../../ports/log.ts';

/** A journal that no venue writes while it is open here. */
export interface CopySource extends LogRecords {
  /** For people. */
  readonly name: string;
  readonly kind: JournalKind;
  head(): Promise<JournalHead>;
  close(): Promise<void>;
}

/** A log that may take several records at once, where each wait is long. */
export interface CopyLog extends Log {
  /** Records that continue one another, at least one: what becomes of one becomes of all. */
  appendAll?(records: readonly JournalRecord[]): Promise<AppendOutcome>;
}

/** Where a journal is to be. Nothing is changed before `open`, and until `finish` no venue starts on a new one. */
export interface CopyTarget {
  /** For people. */
  readonly name: string;
  /** Whose journal there is; null: none yet. */
  kind(): Promise<JournalKind | null>;
  /** Where it ends now: what an earlier copy has left, or a venue. */
  head(): Promise<JournalHead>;
  /** `kind`: of the source. */
  open(kind: JournalKind): Promise<CopyLog>;
  /** All is there and was checked, and the log is closed. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

/** A venue, or another copy, writes the journal. */
export class JournalInUse extends Error {
  readonly code = 'journal_in_use';

  constructor(message: string) {
    super(message);
    this.name = 'JournalInUse';
  }
}
