/**
 * `reserve` in the data folder: bytes that belong to the venue whatever else fills the disk. Before a write for which
 * there is too little space, a part is released; the journal uses it for cancels and heartbeats, and a shutdown for
 * closing its files. When there is space again the reserve is rebuilt, a step at a time in the background.
 *
 * The file holds random bytes, since some file systems do not store zeros. After a crash, the reserve is whatever is left.
 */

import { randomFill } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, truncateSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { RESERVE_FILE } from '@bellwether/ports/data-folder.ts';
import {
  RESERVE_BYTES,
  RESERVE_GROW_ABOVE_BYTES,
  RESERVE_PART_BYTES,
  RESERVE_RELEASE_BELOW_BYTES,
  RESERVE_RETRY_MS,
  RESERVE_STEP_BYTES,
} from '@bellwether/ports/storage.ts';
import { OWNER_ONLY } from '../../files/durable-file.ts';
import { isMissing } from '../../files/open-if-there.ts';
import { freeBytesOf } from './storage-room.ts';

const BYTES_PER_BLOCK = 512;
const fillRandomly = promisify<Buffer, Buffer>(randomFill);

interface ReserveOptions {
  readonly dataDir: string;
  /** Queries the disk by default; null when the system does not say. */
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

  /**
   * Requires the folder's lock. A reserve that cannot be created counts as empty and does not keep a venue from starting.
   */
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

  /** Releases a part if there is too little space to write. Returns true if it did. */
  releaseIfShort(): boolean {
    if (this.#bytes === 0) return false;
    const free = this.#freeBytes();
    if (free === null || free >= RESERVE_RELEASE_BELOW_BYTES) return false;
    this.#cutTo(Math.max(0, this.#bytes - RESERVE_PART_BYTES));
    return true;
  }

  /** Adds the next step in the background if there is space. Resolves when that has ended; never rejects. */
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

  /** Resolves when no write to the reserve is in progress. */
  async awaitGrowth(): Promise<void> {
    await this.#growing;
  }

  async #grow(): Promise<void> {
    const from = this.#bytes;
    try {
      // Does not create the file: the folder may have been removed, or belong to another venue by now.
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

  /**
   * Cuts off half a step, or a step written behind a part that was released meanwhile. The loop covers a release during
   * the cut.
   */
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
      // Otherwise unchanged: the next attempt finds the same file.
      if (isMissing(error)) this.#bytes = 0;
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

/**
 * Bytes that the file really holds; creates an empty one if it is missing. A file with holes, such as a copy, is emptied.
 */
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
