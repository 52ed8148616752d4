/** The two ends of a copy, in a folder or a database. */
import type { JournalHead, JournalRecord } from '@bellwether/ports/journal.ts';
import type { JournalKind } from '@bellwether/ports/journal-kind.ts';
import type { AppendOutcome, Log, LogRecords } from '@bellwether/ports/log.ts';

/** A journal that no venue writes while it is open here. */
export interface CopySource extends LogRecords {
  readonly name: string;
  readonly kind: JournalKind;
  head(): Promise<JournalHead>;
  close(): Promise<void>;
}

/** A log that can append several records at once, for targets where each append waits long. */
export interface CopyLog extends Log {
  /** Appends consecutive records, at least one, atomically. */
  appendAll?(records: readonly JournalRecord[]): Promise<AppendOutcome>;
}

/** Target of a copy. Nothing changes before `open`, and until `finish` no venue starts on a new journal. */
export interface CopyTarget {
  readonly name: string;
  /** Kind of the journal there; null if there is none yet. */
  kind(): Promise<JournalKind | null>;
  /** Last entry of the target now, from an earlier copy or a venue. */
  head(): Promise<JournalHead>;
  open(kind: JournalKind): Promise<CopyLog>;
  /** Completes the target: all records are copied and checked, and the log is closed. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

/** A venue or another copy is writing the journal. */
export class JournalInUse extends Error {
  override readonly name = 'JournalInUse';
}
