/** Writes a tape: lines are collected into blocks; `flush` returns when the whole block is on disk. */
import { closeSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { FIRST_SEAL, sealBlock } from './block.ts';
import type { TapeEnd, TapeGap, TapeHeader } from './tape-line.ts';
import { TapeReader } from './tape-reader.ts';

/** Maximum number of collected characters. */
const BLOCK_TEXT_MAX = 1024 * 1024;

export class TapeWriter {
  readonly #file: number;
  #offset: number;
  #seal: string;
  #parts: string[] = [];
  #size = 0;

  private constructor(file: number, offset: number, seal: string) {
    this.#file = file;
    this.#offset = offset;
    this.#seal = seal;
  }

  /** Starts a tape at a path without a file. Throws disk errors. */
  static create(path: string, header: TapeHeader): TapeWriter {
    const writer = new TapeWriter(openSync(path, 'wx', 0o644), 0, FIRST_SEAL);
    writer.#line(JSON.stringify(header));
    writer.flush();
    return writer;
  }

  /**
   * Continues after the last whole block of a tape, which is read and checked; an unfinished block is cut off. Throws
   * `TapeDamaged`. `lastMs`: time of the last line.
   */
  static resume(path: string): { readonly writer: TapeWriter; readonly header: TapeHeader; readonly lastMs: number } {
    const reader = new TapeReader(path);
    let lastMs = reader.header.time_ms;
    for (const line of reader.read())
      lastMs = line.kind === 'message' ? line.received_ms : line.kind === 'gap' ? line.to_ms : line.time_ms;
    const { header, offset, hash } = reader;
    reader.close();
    const file = openSync(path, 'r+');
    ftruncateSync(file, offset);
    return { writer: new TapeWriter(file, offset, hash), header, lastMs };
  }

  /** Hash over all blocks on disk. */
  get hash(): string {
    return this.#seal;
  }

  /** Adds a message. `text`: JSON as sent, without a newline. */
  message(timeMs: number, receivedMs: number, text: string): void {
    this.#line(`{"kind":"message","time_ms":${timeMs},"received_ms":${receivedMs},"message":${text}}`);
  }

  gap(gap: Omit<TapeGap, 'kind'>): void {
    this.#line(JSON.stringify({ kind: 'gap', ...gap }));
  }

  end(timeMs: number): void {
    const end: TapeEnd = { kind: 'end', time_ms: timeMs };
    this.#line(JSON.stringify(end));
  }

  /** Writes the collected lines; a no-op if there are none. Throws disk errors. */
  flush(): void {
    if (this.#parts.length === 0) return;
    const { bytes, seal } = sealBlock(this.#seal, this.#parts.join(''), this.#parts.length);
    // What a full disk refuses is not tried again when the tape is closed: that error would hide the first.
    this.#parts = [];
    this.#size = 0;
    for (let written = 0; written < bytes.length; )
      written += writeSync(this.#file, bytes, written, bytes.length - written, this.#offset + written);
    fsyncSync(this.#file);
    this.#offset += bytes.length;
    this.#seal = seal;
  }

  close(): void {
    this.flush();
    closeSync(this.#file);
  }

  #line(text: string): void {
    this.#parts.push(`${text}\n`);
    this.#size += text.length;
    if (this.#size >= BLOCK_TEXT_MAX) this.flush();
  }
}
