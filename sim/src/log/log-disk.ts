/**
 * The disk under the simulated log: records as bytes, some of them synced. When a process ends or a machine loses
 * power, chance decides which unsynced data survives. All writers and readers of the world share one disk.
 */
import { LogTail } from '@bellwether/server/ports/follow-log.ts';
import { GENESIS_HASH, type JournalHead, type JournalRecord } from '@bellwether/server/ports/journal.ts';
import { checkJournalKind, type JournalKind } from '@bellwether/server/ports/journal-kind.ts';

/** A record on its way to the disk. */
export interface Written {
  readonly record: JournalRecord;
  readonly epoch: number;
  /** Process that wrote the record. */
  readonly node: number;
}

/** Receives everything that the disk makes durable. */
export interface DiskWatch {
  durable(written: Written): void;
  epoch(epoch: number, node: number): void;
}

export class LogDisk {
  /** Durable records, in order. */
  readonly records: JournalRecord[] = [];
  /** Written but not synced. */
  unsynced: Written | null = null;
  epoch = 0;
  /** Kind given by the first writer that opened the disk. */
  #kind: JournalKind | null = null;
  readonly tail = new LogTail();
  readonly #watch: DiskWatch;

  constructor(watch: DiskWatch) {
    this.#watch = watch;
  }

  get head(): JournalHead {
    const last = this.records.at(-1);
    return last === undefined ? { sequence: 0, hash: GENESIS_HASH } : { sequence: last.lastSequence, hash: last.hash };
  }

  /**
   * Opens the disk for another writer, which first repairs the tail. `keeps` says whether unsynced data is kept or cut;
   * continuing after data that may vanish would be unsafe. Throws `JournalOfOtherKind`.
   */
  raiseEpoch(node: number, keeps: boolean, kind: JournalKind): number {
    checkJournalKind('the simulated world', this.#kind, kind);
    this.#kind = kind;
    if (this.unsynced !== null) {
      if (keeps) this.sync();
      else this.unsynced = null;
    }
    this.epoch++;
    this.#watch.epoch(this.epoch, node);
    return this.epoch;
  }

  continues(record: JournalRecord): boolean {
    const { sequence, hash } = this.head;
    return record.firstSequence === sequence + 1 && record.previousHash === hash;
  }

  /** True if the record is durable; later records do not matter. */
  holds({ hash }: JournalRecord): boolean {
    return this.records.findLastIndex((record) => record.hash === hash) >= 0;
  }

  /** Hands the bytes to the operating system. The disk owns the record's memory from now on. */
  write(written: Written): void {
    if (this.unsynced !== null) throw new Error('one append at a time');
    this.unsynced = written;
  }

  sync(): void {
    const written = this.unsynced;
    if (written === null) return;
    this.unsynced = null;
    this.records.push(written.record);
    this.#watch.durable(written);
    this.tail.published(written.record);
  }

  /** Discards the unsynced record, of which at most a part has reached the disk. */
  drop(): void {
    this.unsynced = null;
  }
}

/** Copies a record: a disk keeps bytes and no references, and the caller may reuse its memory. */
export function copyOf({ firstSequence, lastSequence, previousHash, hash, payload }: JournalRecord): JournalRecord {
  const bytes = typeof payload === 'string' ? payload : payload.slice();
  return { firstSequence, lastSequence, previousHash, hash, payload: bytes };
}
