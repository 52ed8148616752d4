/**
 * `reserve` in the data folder: bytes that belong to the venue whatever else fills the disk. Before a write for which
 * there is too little left, a part of them is given back; the journal takes cancels and heartbeats with it, and a stop
 * closes its files. When there is room again it is made again, a step at a time beside everything else.
 *
 * It holds random bytes, since some file systems keep no zeros. Whatever a crash leaves of it is what it has.
 */

import { randomFill } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, truncateSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { OWNER_ONLY } from '../../files/durable-file.ts';
import { RESERVE_FILE } from '../../ports/data-folder.ts';
import {
  RESERVE_BYTES,
  RESERVE_GROW_ABOVE_BYTES,
  RESERVE_PART_BYTES,
  RESERVE_RELEASE_BELOW_BYTES,
  RESERVE_RETRY_MS,
  RESERVE_STEP_BYTES,
} from '../../ports/storage.ts';
import { freeBytesOf } from './storage-room.ts';

const BYTES_PER_BLOCK = 512;
const fillRandomly = promisify<Buffer, Buffer>(randomFill);

export interface ReserveOptions {
  readonly dataDir: string;
  /** Asks the disk by default; null when it does not say. */
  readonly freeBytes?: () => number | null;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
}

export class Reserve {
  readonly #path: string;
  readonly #freeBytes: () => number | null;
  readonly #clock: () => number;
  #bytes: number;
  #growing: Promise<void> | null = null;
  #retryAtMs = Number.NEGATIVE_INFINITY;

  /** The caller holds the folder's lock. A reserve that cannot be had is none: it keeps no venue from starting. */
  constructor({ dataDir, freeBytes = () => freeBytesOf(dataDir), clock }: ReserveOptions) {
    this.#path = join(dataDir, RESERVE_FILE);
    this.#freeBytes = freeBytes;
    this.#clock = clock;
    this.#bytes = bytesIn(this.#path);
    if (this.#bytes > RESERVE_BYTES) this.#cutTo(RESERVE_BYTES);
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Gives up a part if there is too little room to write. True when it did. */
  releaseIfShort(): boolean {
    if (this.#bytes === 0) return false;
    const free = this.#freeBytes();
    if (free === null || free >= RESERVE_RELEASE_BELOW_BYTES) return false;
    this.#cutTo(Math.max(0, this.#bytes - RESERVE_PART_BYTES));
    return true;
  }

  /** Makes the next step of it if there is room, beside everything else. Resolves when that has ended; never rejects. */
  growIfRoom(): Promise<void> {
    if (this.#growing !== null) return this.#growing;
    const free = this.#freeBytes();
    if (this.#bytes >= RESERVE_BYTES || free === null || free < RESERVE_GROW_ABOVE_BYTES) return Promise.resolve();
    if (this.#clock() < this.#retryAtMs) return Promise.resolve();
    this.#growing = this.#grow().finally(() => {
      this.#growing = null;
    });
    return this.#growing;
  }

  /** Resolves when nothing is being written to it. */
  async settled(): Promise<void> {
    await this.#growing;
  }

  async #grow(): Promise<void> {
    const from = this.#bytes;
    try {
      // Not made here: the folder may have been taken away, or be another's by now.
      const file = await open(this.#path, constants.O_WRONLY | constants.O_NOFOLLOW);
      try {
        await append(file, from, Math.min(RESERVE_STEP_BYTES, RESERVE_BYTES - from));
        if (this.#bytes === from) this.#bytes = Math.min(from + RESERVE_STEP_BYTES, RESERVE_BYTES);
      } finally {
        await this.#cutBehind(file);
        await file.close();
      }
    } catch {
      this.#retryAtMs = this.#clock() + RESERVE_RETRY_MS;
    }
  }

  /** Half a step, or one behind a part that was given up meanwhile, which may happen now as well. */
  async #cutBehind(file: FileHandle): Promise<void> {
    let bytes: number;
    do {
      bytes = this.#bytes;
      await file.truncate(bytes);
    } while (bytes !== this.#bytes);
  }

  #cutTo(bytes: number): void {
    try {
      truncateSync(this.#path, bytes);
      this.#bytes = bytes;
    } catch (error) {
      // Else it is as it is: the next look finds the same.
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') this.#bytes = 0;
    }
  }
}

async function append(file: FileHandle, from: number, length: number): Promise<void> {
  const bytes = await fillRandomly(Buffer.allocUnsafe(length));
  for (let written = 0; written < length; ) {
    written += (await file.write(bytes, written, length - written, from + written)).bytesWritten;
  }
  await file.datasync();
}

/** Makes an empty one where there is none. One with holes in it, as a copy may be, has nothing. */
function bytesIn(path: string): number {
  try {
    const descriptor = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, OWNER_ONLY);
    try {
      const { size, blocks } = fstatSync(descriptor);
      return blocks * BYTES_PER_BLOCK >= size ? size : cleared(path);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return 0;
  }
}

function cleared(path: string): number {
  truncateSync(path, 0);
  return 0;
}
