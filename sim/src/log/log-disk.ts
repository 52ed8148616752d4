/**
 * The disk under the simulated log: records as bytes, some of them synced. When a process ends or a machine loses
 * power, chance decides which unsynced data survives. All writers and readers of the world share one disk.
 */

import { checkRecordContinues } from '@bellwether/ledger/record/record-bytes.ts';
import { LogTail } from '@bellwether/ports/follow-log.ts';
import { GENESIS_HASH, JournalCorruption, type JournalHead, type JournalRecord } from '@bellwether/ports/journal.ts';
import { checkJournalKind, type JournalKind } from '@bellwether/ports/journal-kind.ts';
import type { LogRecords } from '@bellwether/ports/log.ts';
import type { SimProcess } from '../runtime/sim-process.ts';

/** A record on its way to the disk. */
export interface Written {
  readonly record: JournalRecord;
  readonly epoch: number;
  readonly node: number;
}

interface DiskWatch {
  durable(written: Written): void;
  epoch(epoch: number, node: number): void;
}

export class LogDisk {
  readonly records: JournalRecord[] = [];
  unsynced: Written | null = null;
  epoch = 0;
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

/** Records read at a time; the writer continues in between. */
const READ_AT_ONCE = 16;

/** Service quality of the disk for a reader. */
export interface ReadService {
  /** Milliseconds until the next piece arrives. */
  readMs(): number;
  /** Index of the record that comes back damaged, out of `count`; null for none. */
  damaged(count: number): number | null;
}

/** `reached`: called before each piece; resolves when the disk is reachable, or rejects. */
export function diskReader(
  disk: LogDisk,
  process: SimProcess,
  service: ReadService,
  reached: () => Promise<void> = () => Promise.resolve(),
): LogRecords {
  const piece = async (): Promise<void> => {
    await reached();
    await process.passed(service.readMs());
  };
  return {
    async *read(from): AsyncGenerator<JournalRecord> {
      await piece();
      const first = disk.records.findLastIndex(({ lastSequence }) => lastSequence < from) + 1;
      const records = disk.records.slice(first);
      const damaged = service.damaged(records.length);
      let head: JournalHead | null = null;
      for (const [index, record] of records.entries()) {
        if (index > 0 && index % READ_AT_ONCE === 0) await piece();
        if (head !== null) checkRecordContinues(record, head);
        head = { sequence: record.lastSequence, hash: record.hash };
        yield index === damaged ? turnedOver(record) : record;
      }
    },
  };
}

/** Returns a copy with one flipped bit, in a digit if there is one; the digit stays a digit. */
function turnedOver(record: JournalRecord): JournalRecord {
  const copy = copyOf(record);
  if (typeof copy.payload === 'string') throw new JournalCorruption('text is not damaged here');
  const middle = copy.payload.length >> 1;
  const digit = copy.payload.findIndex((byte, index) => index >= middle && byte >= 0x30 && byte <= 0x39);
  const at = digit < 0 ? middle : digit;
  copy.payload[at] = (copy.payload[at] as number) ^ 0x01;
  return copy;
}
