/**
 * An entry in bytes: sequence, time, events, command. Its chain value is SHA-256(the 32 bytes of the one before ‖ these
 * bytes).
 */
import { hash } from 'node:crypto';
import type { Command, Entry, Event, Stamp } from '@bellwether/engine';
import { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import { readCommand, writeCommand } from './command.ts';
import { readEvents, writeEvents } from './events.ts';

export const CHAIN_BYTES = 32;

/** An entry as read back, with its chain value. */
export interface ChainedEntry extends Entry<Command> {
  /** 64 hex digits. */
  readonly hash: string;
}

/** `json` is the text of `command`. */
export function writeEntry(
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

/** The chain value that ends `chained`, which begins with the one before. */
export function chainBytes(chained: Uint8Array): Buffer {
  // As text it costs half of what it costs as a buffer.
  return Buffer.from(hash('sha256', chained, 'latin1'), 'latin1');
}

/** Where the bytes of an entry are, and those of its chain value: in the memory of its record, which it keeps. */
export interface EntryPlace {
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
