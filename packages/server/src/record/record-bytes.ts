/**
 * A record in bytes, format 2: one byte that says so, then each entry behind its length. An entry is its sequence, time,
 * events and command, and its chain value is SHA-256(the 32 bytes of the one before ‖ its bytes). Format 1 was text, one
 * line of JSON an entry (`journal-record.ts`), and is read as ever.
 */
import { hash } from 'node:crypto';
import type { Command, Event, Stamp } from '@bellwether/engine';
import { ByteReader, ByteWriter, bufferOf } from '../bytes/bytes.ts';
import type { ChainedEntry, JournalHead, JournalRecord } from '../ports/journal.ts';
import { readCommand, writeCommand } from './command.ts';
import { readEvents, writeEvents } from './events.ts';

export const BYTES_FORMAT = 2;
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

/** The chain value that ends `chained`, which begins with the one before: 32 bytes, as text of latin1. */
function chainText(chained: Uint8Array): string {
  // As text it costs half of what it costs as a buffer.
  return hash('sha256', chained, 'latin1');
}

/** Where the bytes of an entry are, and those of its chain value: in the memory of its record, which it keeps. */
interface EntryPlace {
  readonly payload: Buffer;
  readonly from: number;
  readonly to: number;
  readonly chain: Buffer;
  readonly chainAt: number;
}

/** An entry of a record. Its command is read when it is asked for: what follows the log seldom needs it. */
export class BytesEntry implements ChainedEntry {
  readonly sequence: number;
  readonly timeMs: number;
  readonly events: readonly Event[];
  readonly #place: EntryPlace;
  readonly #commandAt: number;
  #command: Command | null = null;
  #hash: string | null = null;

  /** `reader` reads its payload. Throws `RangeError` or `SyntaxError` when the bytes are no entry. */
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

  /** The bytes that are chained. */
  get bytes(): Uint8Array {
    const { payload, from, to } = this.#place;
    return payload.subarray(from, to);
  }

  /** As people and JSON read it. */
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

/** Puts one record after another together. Entries are written once, where they are hashed. */
export class RecordWriter {
  readonly #payload = new ByteWriter();
  readonly #chain = new ByteWriter();
  /** The chain value so far, and behind it the entry that is being written. */
  readonly #entry = new ByteWriter();
  #start: JournalHead;
  #entries = 0;

  constructor(start: JournalHead) {
    this.#start = start;
    this.begin(start);
  }

  /** Forgets what was put together and begins behind `start`. */
  begin(start: JournalHead): void {
    this.#start = start;
    this.#entries = 0;
    this.#payload.clear();
    this.#payload.byte(BYTES_FORMAT);
    this.#chain.clear();
    this.#entry.clear();
    this.#entry.put(Buffer.from(start.hash, 'hex'));
  }

  /** Entries so far. */
  get entries(): number {
    return this.#entries;
  }

  /** Bytes so far. */
  get length(): number {
    return this.#payload.length;
  }

  /** Where the log ends once this record is in it. */
  get head(): JournalHead {
    return { sequence: this.#start.sequence + this.#entries, hash: this.#hash };
  }

  /** Writes the next entry aside, in place of the one that was written so before, and answers its bytes. */
  write(stamp: Stamp, command: Command, json: string, events: readonly Event[]): number {
    this.#entry.clear(CHAIN_BYTES);
    writeEntry(this.#entry, stamp, command, json, events);
    return this.#entry.length - CHAIN_BYTES;
  }

  /** Takes the entry that was written last into the record. */
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

  /** Both with a memory of their own; null while there is no entry. */
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

/** The bytes of each entry of a payload. Throws `RangeError` when it is no payload of this format. */
export function entryBytes(payload: Uint8Array): Uint8Array[] {
  const entries: Uint8Array[] = [];
  eachEntry(new ByteReader(payload), payload.length, (from, to) => entries.push(payload.subarray(from, to)));
  return entries;
}

/** How many bytes each entry of a payload has. Throws `RangeError` when it is no payload of this format. */
export function entryLengths(payload: Uint8Array): number[] {
  const lengths: number[] = [];
  eachEntry(new ByteReader(payload), payload.length, (from, to) => lengths.push(to - from));
  return lengths;
}

/** `take` may move the reader, which begins at the beginning of the payload. */
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

/** A payload of the first `count` entries of another one. Throws `RangeError` when it has not so many. */
export function firstEntries(payload: Uint8Array, count: number): Uint8Array<ArrayBuffer> {
  let [entries, end] = [0, 0];
  eachEntry(new ByteReader(payload), payload.length, (_from, to) => {
    entries++;
    if (entries === count) end = to;
  });
  if (end === 0) throw new RangeError(`it has ${entries} entries, not ${count}`);
  return new Uint8Array(payload.subarray(0, end));
}

/** What is hashed next: memory of its own for each record would cost more than its hash. */
const CHAINED = new ByteWriter();

/**
 * The chain values of the entries of a payload, which follow `previousHash`: 32 bytes each, in order. Throws `RangeError` when
 * it is no payload of this format.
 */
export function chainOf(payload: Uint8Array, previousHash: string): Buffer {
  const bytes = bufferOf(payload);
  let count = 0;
  eachEntry(new ByteReader(bytes), bytes.length, () => {
    count++;
  });
  // Just as large as it has to be: the values of one entry or two need no memory beside the object.
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

/** Reads the entries of a payload, whose chain values are known. Throws `RangeError` or `SyntaxError`. */
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
