/**
 * The disk under the simulated log: records as bytes, some of them synced. What a process that ends, or a machine that
 * loses its power, leaves of the rest is for chance to say. Every writer and reader of the world shares one.
 */
import { LogTail } from '@bellwether/server/ports/follow-log.ts';
import { GENESIS_HASH, type JournalHead, type JournalRecord } from '@bellwether/server/ports/journal.ts';
import { checkJournalKind, type JournalKind } from '@bellwether/server/ports/journal-kind.ts';

/** A record on its way to the disk. */
export interface Written {
  readonly record: JournalRecord;
  readonly epoch: number;
  /** Process that wrote it. */
  readonly node: number;
}

/** Told of what the disk takes for good. */
export interface DiskWatch {
  durable(written: Written): void;
  epoch(epoch: number, node: number): void;
}

export class LogDisk {
  /** Durable, in order. */
  readonly #records: JournalRecord[] = [];
  /** Written and not synced: it is there for whoever reads, until the power goes. */
  #unsynced: Written | null = null;
  /** Half a record at the end, as bytes that no one can read. */
  #isTorn = false;
  #epoch = 0;
  /** Of the first one who opened it. */
  #kind: JournalKind | null = null;
  readonly tail = new LogTail();
  readonly #watch: DiskWatch;

  constructor(watch: DiskWatch) {
    this.#watch = watch;
  }

  get records(): readonly JournalRecord[] {
    return this.#records;
  }

  get epoch(): number {
    return this.#epoch;
  }

  get isTorn(): boolean {
    return this.#isTorn;
  }

  get unsynced(): Written | null {
    return this.#unsynced;
  }

  get head(): JournalHead {
    const last = this.#records.at(-1);
    return last === undefined ? { sequence: 0, hash: GENESIS_HASH } : { sequence: last.lastSequence, hash: last.hash };
  }

  /**
   * Another writer opens it: the tail is made whole first. What was written and not synced is kept or cut as `keeps` says:
   * to read it and go on would be to build on sand. Throws `JournalOfOtherKind`.
   */
  raiseEpoch(node: number, keeps: boolean, kind: JournalKind): number {
    checkJournalKind('the simulated world', this.#kind, kind);
    this.#kind = kind;
    if (this.#unsynced !== null) {
      if (keeps) this.sync();
      else this.#unsynced = null;
    }
    this.#isTorn = false;
    this.#epoch++;
    this.#watch.epoch(this.#epoch, node);
    return this.#epoch;
  }

  continues(record: JournalRecord): boolean {
    const { sequence, hash } = this.head;
    return record.firstSequence === sequence + 1 && record.previousHash === hash;
  }

  /** Whether it is durable; what has come after it does not matter. */
  holds({ hash }: JournalRecord): boolean {
    return this.#records.findLastIndex((record) => record.hash === hash) >= 0;
  }

  /** The bytes are with the operating system. The memory of the record is the disk's from now on. */
  write(written: Written): void {
    if (this.#unsynced !== null) throw new Error('one append at a time');
    this.#unsynced = written;
  }

  /** A part of the bytes. */
  tear(): void {
    this.#unsynced = null;
    this.#isTorn = true;
  }

  sync(): void {
    const written = this.#unsynced;
    if (written === null) return;
    this.#unsynced = null;
    this.#records.push(written.record);
    this.#watch.durable(written);
    this.tail.published(written.record);
  }

  /** It will never be there. */
  drop(): void {
    this.#unsynced = null;
  }
}

/** A disk keeps bytes and no references: whose memory it was may use it again. */
export function copyOf({ firstSequence, lastSequence, previousHash, hash, payload }: JournalRecord): JournalRecord {
  const bytes = typeof payload === 'string' ? payload : payload.slice();
  return { firstSequence, lastSequence, previousHash, hash, payload: bytes };
}
