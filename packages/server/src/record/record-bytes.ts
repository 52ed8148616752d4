/**
 * A record in bytes, format 2: one byte with the format, then each entry after its length. An entry is its sequence,
 * time, events and command. Its chain value is SHA-256(the 32 bytes of the previous one ‖ its bytes). Format 1 was
 * text, one line of JSON per entry (`journal-record.ts`), and can still be read.
 */
import { hash } from 'node:crypto';
import type { Command, Event, Stamp } from '@bellwether/engine';
import { ByteReader, ByteWriter, bufferOf } from '../bytes/bytes.ts';
import type { ChainedEntry, JournalHead, JournalRecord } from '../ports/journal.ts';
import { readCommand, writeCommand } from './command.ts';
import { readEvents, writeEvents } from './events.ts';

const BYTES_FORMAT = 2;
export const CHAIN_BYTES = 32;

/** `json` is the text of `command`. */
function writeEntry(
  writer: ByteWriter,
  { sequence, timeMs }: Stamp,
  command: Command,
  json: string,
  events: readonly Event[],
): void {
  writer.varint(sequence);
  writer.varint(timeMs);
  writeEvents(writer, events);
  writeCommand(writer, command, json, events);
}

/** Chain value of `chained`, which starts with the previous chain value: 32 bytes, as a latin1 string. */
function chainText(chained: Uint8Array): string {
  // A string costs half as much as a buffer.
  return hash('sha256', chained, 'latin1');
}

/** Place of an entry's bytes and chain value in the memory of its record, which it keeps alive. */
interface EntryPlace {
  readonly payload: Buffer;
  readonly from: number;
  readonly to: number;
  readonly chain: Buffer;
  readonly chainAt: number;
}

/** An entry of a record. Its command is decoded on demand: followers of the log seldom need it. */
export class BytesEntry implements ChainedEntry {
  readonly sequence: number;
  readonly timeMs: number;
  readonly events: readonly Event[];
  readonly #place: EntryPlace;
  readonly #commandAt: number;
  #command: Command | null = null;
  #hash: string | null = null;

  /** `reader` reads the payload. Throws `RangeError` or `SyntaxError` when the bytes are not an entry. */
  constructor(reader: ByteReader, place: EntryPlace) {
    reader.move(place.from, place.to);
    this.sequence = reader.varint();
    this.timeMs = reader.varint();
    this.events = readEvents(reader);
    this.#place = place;
    this.#commandAt = reader.at;
  }

  get command(): Command {
    const { payload, to } = this.#place;
    this.#command ??= readCommand(new ByteReader(payload, this.#commandAt, to), this.events);
    return this.#command;
  }

  get hash(): string {
    const { chain, chainAt } = this.#place;
    this.#hash ??= chain.toString('hex', chainAt, chainAt + CHAIN_BYTES);
    return this.#hash;
  }

  /** Bytes that the chain covers. */
  get bytes(): Uint8Array {
    const { payload, from, to } = this.#place;
    return payload.subarray(from, to);
  }

  /** The entry as people and JSON see it. */
  toJSON(): object {
    const { sequence, timeMs, command, events } = this;
    return { sequence, timeMs, command, events };
  }
}

/** A record and the chain values of its entries, 32 bytes each, in order. */
export interface WrittenRecord {
  readonly record: JournalRecord;
  readonly chain: Uint8Array<ArrayBuffer>;
}

/** Builds one record after another. Each entry is written once, in the buffer in which it is hashed. */
export class RecordWriter {
  readonly #payload = new ByteWriter();
  readonly #chain = new ByteWriter();
  /** The current chain value, followed by the entry that is being written. */
  readonly #entry = new ByteWriter();
  #start: JournalHead;
  #entries = 0;

  constructor(start: JournalHead) {
    this.#start = start;
    this.begin(start);
  }

  /** Discards the current record and starts one after `start`. */
  begin(start: JournalHead): void {
    this.#start = start;
    this.#entries = 0;
    this.#payload.clear();
    this.#payload.byte(BYTES_FORMAT);
    this.#chain.clear();
    this.#entry.clear();
    this.#entry.put(Buffer.from(start.hash, 'hex'));
  }

  get entries(): number {
    return this.#entries;
  }

  /** Bytes so far. */
  get length(): number {
    return this.#payload.length;
  }

  /** End of the log once this record is in it. */
  get head(): JournalHead {
    return { sequence: this.#start.sequence + this.#entries, hash: this.#hash };
  }

  /** Writes the next entry to a scratch buffer, replacing the previous one there, and returns its bytes. */
  write(stamp: Stamp, command: Command, json: string, events: readonly Event[]): number {
    this.#entry.clear(CHAIN_BYTES);
    writeEntry(this.#entry, stamp, command, json, events);
    return this.#entry.length - CHAIN_BYTES;
  }

  /** Adds the entry that was written last to the record. */
  keep(): void {
    const bytes = this.#entry.view(CHAIN_BYTES);
    this.#payload.varint(bytes.length);
    this.#payload.put(bytes);
    const chain = chainText(this.#entry.view());
    this.#chain.latin1(chain);
    this.#entry.clear();
    this.#entry.latin1(chain);
    this.#entries++;
  }

  /** The record and its chain, both with a memory of their own; null while there is no entry. */
  finish(): WrittenRecord | null {
    if (this.#entries === 0) return null;
    const { sequence, hash } = this.head;
    const { sequence: before, hash: previousHash } = this.#start;
    const payload = this.#payload.copy();
    const record = { firstSequence: before + 1, lastSequence: sequence, previousHash, hash, payload };
    return { record, chain: this.#chain.copy() };
  }

  get #hash(): string {
    if (this.#entries === 0) return this.#start.hash;
    return Buffer.from(this.#chain.view(this.#chain.length - CHAIN_BYTES)).toString('hex');
  }
}

/** Bytes of each entry of a payload. Throws `RangeError` when the payload is not of this format. */
export function entryBytes(payload: Uint8Array): Uint8Array[] {
  const entries: Uint8Array[] = [];
  eachEntry(new ByteReader(payload), payload.length, (from, to) => entries.push(payload.subarray(from, to)));
  return entries;
}

/** Byte length of each entry of a payload. Throws `RangeError` when the payload is not of this format. */
export function entryLengths(payload: Uint8Array): number[] {
  const lengths: number[] = [];
  eachEntry(new ByteReader(payload), payload.length, (from, to) => lengths.push(to - from));
  return lengths;
}

/** Calls `take` with each entry; it may move the reader, which begins at the start of the payload. */
function eachEntry(reader: ByteReader, end: number, take: (from: number, to: number) => void): void {
  const format = reader.byte();
  if (format !== BYTES_FORMAT) throw new RangeError(`it has format ${format}, which this program does not know`);
  while (!reader.isAtEnd) {
    const count: number = reader.varint();
    const from = reader.skip(count);
    const to = from + count;
    take(from, to);
    reader.move(to, end);
  }
}

/** A payload with the first `count` entries of another one. Throws `RangeError` when it has fewer. */
export function firstEntries(payload: Uint8Array, count: number): Uint8Array<ArrayBuffer> {
  let [entries, end] = [0, 0];
  eachEntry(new ByteReader(payload), payload.length, (_from, to) => {
    entries++;
    if (entries === count) end = to;
  });
  if (end === 0) throw new RangeError(`it has ${entries} entries, not ${count}`);
  return new Uint8Array(payload.subarray(0, end));
}

/** Buffer for the next input to the hash: a separate buffer for each record would cost more than the hash itself. */
const CHAINED = new ByteWriter();

/**
 * Chain values of a payload's entries, which follow `previousHash`: 32 bytes each, in order. Throws `RangeError` when
 * the payload is not of this format.
 */
export function chainOf(payload: Uint8Array, previousHash: string): Buffer {
  const bytes = bufferOf(payload);
  let count = 0;
  eachEntry(new ByteReader(bytes), bytes.length, () => {
    count++;
  });
  // Exactly the size needed: the values of one entry or two need no memory beside the object.
  const values = Buffer.allocUnsafeSlow(count * CHAIN_BYTES);
  let valuesAt = 0;
  const chained = CHAINED;
  chained.clear();
  chained.put(Buffer.from(previousHash, 'hex'));
  eachEntry(new ByteReader(bytes), bytes.length, (from, to) => {
    chained.putPart(bytes, from, to);
    const chain = chainText(chained.view());
    for (let at = 0; at < CHAIN_BYTES; at++) values[valuesAt++] = chain.charCodeAt(at);
    chained.clear();
    chained.latin1(chain);
  });
  return values;
}

/** Reads the entries of a payload with known chain values. Throws `RangeError` or `SyntaxError`. */
export function readEntries(payload: Uint8Array, chain: Uint8Array): BytesEntry[] {
  const bytes = bufferOf(payload);
  const values = bufferOf(chain);
  const reader = new ByteReader(bytes);
  const entries: BytesEntry[] = [];
  let chainAt = 0;
  eachEntry(reader, bytes.length, (from, to) => {
    if (chainAt + CHAIN_BYTES > values.length) throw new RangeError(`entry ${entries.length + 1} has no chain value`);
    entries.push(new BytesEntry(reader, { payload: bytes, from, to, chain: values, chainAt }));
    chainAt += CHAIN_BYTES;
  });
  return entries;
}
