/**
 * Durable records in memory that the exchange and all gateways of a process share: written once, and read by each gateway
 * when it has something to answer or to show. A record that has no place there goes to all of them as a message.
 */
import type { JournalRecord } from './journal.ts';

/** A record as the exchange tells of it, with the chain value of each of its entries. */
export interface SharedRecord {
  readonly record: JournalRecord;
  readonly chain: Uint8Array;
}

/** As the exchange has it. */
export interface RecordsWriter {
  /** Every gateway finds it from now on; false, and nothing is written, when there is no place for it. */
  write(record: SharedRecord): boolean;
  /** Whether gateway `gateway` has clients that wait to hear of every record at once. */
  isLive(gateway: number): boolean;
  /** Bytes that it has not read. */
  unread(gateway: number): number;
}

/** As one gateway has it. */
export interface RecordsReader {
  /** The record that begins with entry `sequence`, which is read from now on; null when it is not there. */
  next(sequence: number): SharedRecord | null;
  setLive(isLive: boolean): void;
  /** It reads no more, and nothing is kept for it. */
  close(): void;
}
