/** Writes a tape: lines are gathered to blocks, each of which is on disk, whole, when `flush` returns. */
import { closeSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { FIRST_SEAL, sealBlock } from './block.ts';
import type { TapeEnd, TapeGap, TapeHeader } from './tape-line.ts';
import { TapeReader } from './tape-reader.ts';

/** Characters that are gathered at most. */
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

  /** Begins a tape where there is no file. Throws what the disk says. */
  static create(path: string, header: TapeHeader): TapeWriter {
    const writer = new TapeWriter(openSync(path, 'wx', 0o644), 0, FIRST_SEAL);
    writer.#line(JSON.stringify(header));
    writer.flush();
    return writer;
  }

  /**
   * Goes on behind the last whole block of a tape, which is read and checked; what was never finished is cut off. Throws
   * `TapeDamaged`. `lastMs`: when it was written to last, as far as it says.
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

  /** Of all blocks that are on disk. */
  get hash(): string {
    return this.#seal;
  }

  /** `text`: the message as JSON without a newline, as it was sent. */
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

  /** Does nothing when there is nothing new. Throws what the disk says. */
  flush(): void {
    if (this.#parts.length === 0) return;
    const { bytes, seal } = sealBlock(this.#seal, this.#parts.join(''), this.#parts.length);
    for (let written = 0; written < bytes.length; )
      written += writeSync(this.#file, bytes, written, bytes.length - written, this.#offset + written);
    fsyncSync(this.#file);
    this.#offset += bytes.length;
    this.#seal = seal;
    this.#parts = [];
    this.#size = 0;
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
