/** Reads the simulated log without writing it: slowly, in pieces, and sometimes with damage. */
import { JournalCorruption, type JournalHead, type JournalRecord } from '@bellwether/server/ports/journal.ts';
import type { LogRecords } from '@bellwether/server/ports/log.ts';
import { checkRecordContinues } from '@bellwether/server/record/journal-record.ts';
import type { SimProcess } from '../runtime/sim-process.ts';
import { copyOf, type LogDisk } from './log-disk.ts';

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
