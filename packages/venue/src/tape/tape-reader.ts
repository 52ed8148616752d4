/** Reads a tape block by block and checks each block. Only the current block is in memory. */
import { closeSync, constants, fstatSync, open, openSync, readSync } from 'node:fs';
import { promisify } from 'node:util';
import {
  BLOCK_BYTES_MAX,
  BLOCK_HEADER_BYTES,
  blockLength,
  FIRST_SEAL,
  hasBlockBehind,
  openBlock,
  TapeDamaged,
} from './block.ts';
import { TAPE_FORMAT, type TapeHeader, type TapeLine } from './tape-line.ts';

/** Non-blocking, because opening a pipe without a writer would wait for one. */
const AT_ONCE = constants.O_RDONLY | constants.O_NONBLOCK;
const openFile = promisify(open);

export class TapeReader {
  readonly header: TapeHeader;
  readonly path: string;
  readonly #file: number;
  readonly #bytes: number;
  #offset = 0;
  #seal = FIRST_SEAL;
  #lines = 0;
  readonly #first: string;

  /** Like the constructor, but opens the file in another thread. Rejects with the constructor's errors. */
  static async open(path: string): Promise<TapeReader> {
    return new TapeReader(path, await openFile(path, AT_ONCE));
  }

  /** `file`: descriptor opened by the caller. Throws `TapeDamaged` if it is no tape, and disk errors. */
  constructor(path: string, file: number = openSync(path, AT_ONCE)) {
    this.path = path;
    this.#file = file;
    try {
      const stat = fstatSync(file);
      if (!stat.isFile()) throw new TapeDamaged('it is not a regular file');
      this.#bytes = stat.size;
      const text = this.#next();
      if (text === null) throw new TapeDamaged(`no whole block is in its ${this.#bytes} bytes`);
      const end = text.indexOf('\n');
      this.header = headerOf(text.slice(0, end));
      this.#first = text.slice(end + 1);
    } catch (error) {
      closeSync(this.#file);
      throw error instanceof TapeDamaged && !error.message.startsWith(path) ? named(path, error) : error;
    }
  }

  /** Hash of the part read so far; after all lines, the hash of the tape. */
  get hash(): string {
    return this.#seal;
  }

  get lines(): number {
    return this.#lines;
  }

  /** Bytes of whole blocks read; less than the file's size if the last block is unfinished. */
  get offset(): number {
    return this.#offset;
  }

  /** Bytes after the last whole block, once all lines are read: left by a killed recorder. */
  get tornBytes(): number {
    return this.#bytes - this.#offset;
  }

  /** All lines except the header, in one pass. Throws `TapeDamaged`. */
  *read(): Generator<TapeLine> {
    for (const text of this.readBlocks()) {
      for (let at = 0; at < text.length; ) {
        const end = text.indexOf('\n', at);
        // The block's seal is valid, so the line is as a writer wrote it.
        yield JSON.parse(text.slice(at, end)) as TapeLine;
        at = end + 1;
      }
    }
  }

  /** The same block by block, unparsed: the lines of each block, without the header. Throws `TapeDamaged`. */
  *readBlocks(): Generator<string> {
    for (let text: string | null = this.#first; text !== null; text = this.#next()) yield text;
  }

  close(): void {
    closeSync(this.#file);
  }

  /** Text of the next block; null at the end, or for an unfinished block that extends beyond it. */
  #next(): string | null {
    const left = this.#bytes - this.#offset;
    if (left < BLOCK_HEADER_BYTES) return null;
    try {
      const length = blockLength(this.#at(this.#offset, BLOCK_HEADER_BYTES));
      if (length > left) return this.#unfinished(left);
      const { text, lines, seal } = openBlock(this.#at(this.#offset, length), this.#seal);
      this.#offset += length;
      this.#seal = seal;
      this.#lines += lines;
      return text;
    } catch (error) {
      throw error instanceof TapeDamaged ? named(`${this.path}: byte ${this.#offset}`, error) : error;
    }
  }

  /** Accepts only an unfinished last block: with another block after it, the tape is damaged. */
  #unfinished(left: number): null {
    const rest = this.#at(this.#offset, Math.min(left, BLOCK_BYTES_MAX));
    if (!hasBlockBehind(rest)) return null;
    throw new TapeDamaged('a block says that it is longer than it is');
  }

  #at(offset: number, bytes: number): Buffer {
    const buffer = Buffer.alloc(bytes);
    for (let read = 0; read < bytes; ) {
      const more = readSync(this.#file, buffer, read, bytes - read, offset + read);
      if (more === 0) throw new TapeDamaged('it became shorter while it was read');
      read += more;
    }
    return buffer;
  }
}

function headerOf(line: string): TapeHeader {
  let header: TapeHeader | null = null;
  try {
    header = JSON.parse(line) as TapeHeader | null;
  } catch {
    // Not a header, like any other line.
  }
  if (header?.kind !== 'tape') throw new TapeDamaged('it does not begin with the header of a tape');
  if (header.format === TAPE_FORMAT) return header;
  throw new TapeDamaged(`it has format ${String(header.format)}, this program reads ${TAPE_FORMAT}`);
}

const named = (place: string, { message }: TapeDamaged): TapeDamaged => new TapeDamaged(`${place}: ${message}`);
