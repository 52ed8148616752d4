/**
 * A record as the exchange makes and publishes it: in bytes, format 2. One byte with the format, then each entry after
 * its length. An entry is its sequence, time, events and command. Its chain value is SHA-256(the 32 bytes of the
 * previous one ‖ its bytes), and that of an entry with a trade is the trade's public transaction hash. Format 1 was text
 * (`record-text.ts`), and can still be read. Records from a log: `journal-record.ts`.
 */
import { hash } from 'node:crypto';
import type { CancelOrders, Command, Event, OrderAccepted, OrderId, PlaceOrder, Stamp } from '@bellwether/engine';
import {
  type ChainedEntry,
  JournalCorruption,
  type JournalHead,
  type JournalRecord,
} from '@bellwether/ports/journal.ts';
import { ByteReader, ByteWriter, bufferOf, readOrderId, writeOrderId } from '../bytes/bytes.ts';
import { fieldsOf, readEvents, writeEvents } from './events.ts';
import { entriesOfText } from './record-text.ts';

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
export function chainText(chained: Uint8Array): string {
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
class BytesEntry implements ChainedEntry {
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

  /** The entry as people and JSON see it. */
  toJSON(): object {
    const { sequence, timeMs, command, events } = this;
    return { sequence, timeMs, command, events };
  }
}

/** A record and the chain values of its entries, 32 bytes each, in order. */
export type WrittenRecord = { readonly record: JournalRecord; readonly chain: Uint8Array<ArrayBuffer> };

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

/** Calls `take` with each entry; it may move the reader, which begins at the start of the payload. */
export function eachEntry(reader: ByteReader, end: number, take: (from: number, to: number) => void): void {
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

/** Reads the entries of a record with known chain values, and checks their places. Throws `RangeError` or `SyntaxError`. */
export function readEntries(record: JournalRecord, payload: Uint8Array, chain: Uint8Array): BytesEntry[] {
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
  const { firstSequence, lastSequence } = record;
  if (entries.length !== lastSequence - firstSequence + 1) throw new RangeError(`it has ${entries.length} entries`);
  for (let index = 0; index < entries.length; index++) {
    const { sequence } = entries[index] as BytesEntry;
    if (sequence !== firstSequence + index)
      throw new RangeError(`entry ${firstSequence + index} says it is ${sequence}`);
  }
  return entries;
}

/** Entries of a record that was just hashed: `chain` holds their chain values, 32 bytes each. */
export function entriesChained(record: JournalRecord, chain: Uint8Array): ChainedEntry[] {
  const { payload } = record;
  return reading(record, () =>
    typeof payload === 'string' ? entriesOfText(record, payload) : readEntries(record, payload, chain),
  );
}

/** Runs `read` and turns its errors into corruption of the record. */
export function reading<T>(record: JournalRecord, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof JournalCorruption) throw error;
    const { firstSequence, lastSequence } = record;
    const what = error instanceof Error ? error.message : String(error);
    throw new JournalCorruption(`journal record ${firstSequence}..${lastSequence} is damaged: ${what}`, {
      cause: error,
    });
  }
}

/** Throws `JournalCorruption` unless `record` begins right after `head`, in sequence and in the hash chain. */
export function checkRecordContinues(record: JournalRecord, head: JournalHead): void {
  const name = `journal record ${record.firstSequence}..${record.lastSequence}`;
  if (record.firstSequence !== head.sequence + 1) {
    throw new JournalCorruption(`${name} does not continue: the entry before it is ${head.sequence}`);
  }
  if (record.lastSequence < record.firstSequence)
    throw new JournalCorruption(`${name} is damaged: it ends before it begins`);
  if (record.previousHash !== head.hash) {
    throw new JournalCorruption(`${name} is damaged: it does not continue the hash chain after entry ${head.sequence}`);
  }
}

// The command of an entry, after its events and decoded only on demand. A placement stores only what its `OrderAccepted`
// lacks; a cancel is ids; every other command is the JSON in which it was submitted, up to the end.

/** First byte of a command. */
const JSON_COMMAND = 0;
const PLACE = 1;
const PLACE_POST_ONLY = 2;
const CANCEL = 3;

/** Number of fields that this format knows: a command with others is written as JSON. */
const PLACE_FIELDS = 14;
const CANCEL_FIELDS = 3;

function writeCommand(writer: ByteWriter, command: Command, json: string, events: readonly Event[]): void {
  const from = writer.length;
  if (command.kind === 'PlaceOrder' && writePlace(writer, command, acceptedOf(events))) return;
  if (command.kind === 'CancelOrders' && writeCancel(writer, command)) return;
  writer.clear(from);
  writer.byte(JSON_COMMAND);
  writer.text(json);
}

/** `events` belong to the same entry. */
function readCommand(reader: ByteReader, events: readonly Event[]): Command {
  const form = reader.byte();
  switch (form) {
    case JSON_COMMAND:
      return JSON.parse(reader.rest()) as Command;
    case PLACE:
    case PLACE_POST_ONLY:
      return readPlace(reader, acceptedOf(events), form === PLACE_POST_ONLY);
    case CANCEL:
      return readCancel(reader);
    default:
      throw new RangeError(`there is no command of form ${form}`);
  }
}

function acceptedOf(events: readonly Event[]): OrderAccepted | null {
  for (const event of events) if (event.kind === 'OrderAccepted') return event;
  return null;
}

function writePlace(writer: ByteWriter, command: PlaceOrder, accepted: OrderAccepted | null): boolean {
  if (accepted === null || fieldsOf(command) !== PLACE_FIELDS || !isSame(command, accepted)) return false;
  const [size, collateral] = amountsOf(command);
  if (size !== accepted.size) return false;
  writer.byte(command.postOnly ? PLACE_POST_ONLY : PLACE);
  writer.varint(collateral);
  return true;
}

/** Shares and collateral that were signed. */
function amountsOf({ side, makerAmount, takerAmount }: PlaceOrder): readonly [number, number] {
  return side === 'BUY' ? [takerAmount, makerAmount] : [makerAmount, takerAmount];
}

function isSame(command: PlaceOrder, accepted: OrderAccepted): boolean {
  return (
    command.orderId === accepted.orderId &&
    command.account === accepted.account &&
    command.wallet === accepted.wallet &&
    command.apiKey === accepted.apiKey &&
    command.market === accepted.market &&
    command.outcome === accepted.outcome &&
    command.side === accepted.side &&
    command.type === accepted.type &&
    command.expiration === accepted.expiration &&
    command.builder === accepted.builder
  );
}

function readPlace(reader: ByteReader, accepted: OrderAccepted | null, postOnly: boolean): PlaceOrder {
  if (accepted === null) throw new RangeError('it places an order that was not accepted');
  const { orderId, account, wallet, apiKey, market, outcome, side, type, size, expiration, builder } = accepted;
  const collateral: PlaceOrder['makerAmount'] = reader.varint();
  const [makerAmount, takerAmount] = side === 'BUY' ? [collateral, size] : [size, collateral];
  return {
    kind: 'PlaceOrder',
    orderId,
    account,
    wallet,
    apiKey,
    market,
    outcome,
    side,
    type,
    postOnly,
    makerAmount,
    takerAmount,
    expiration,
    builder,
  };
}

function writeCancel(writer: ByteWriter, command: CancelOrders): boolean {
  if (fieldsOf(command) !== CANCEL_FIELDS) return false;
  writer.byte(CANCEL);
  writer.varint(command.account);
  writer.varint(command.orderIds.length);
  return command.orderIds.every((orderId) => writeOrderId(writer, orderId));
}

function readCancel(reader: ByteReader): CancelOrders {
  const account: CancelOrders['account'] = reader.varint();
  const count: number = reader.varint();
  const orderIds: OrderId[] = [];
  for (let place = 0; place < count; place++) orderIds.push(readOrderId(reader));
  return { kind: 'CancelOrders', account, orderIds };
}
