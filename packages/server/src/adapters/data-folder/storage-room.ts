/**
 * Whether the disk of the data folder has room for more than cancels. Space is kept for those and for heartbeats: when
 * less than that is free, nothing else is taken any more, so that the orders of others can still be called off while an
 * operator makes room. Asking is one call of the system.
 */
import { statfsSync } from 'node:fs';

/** Free bytes below which only cancels and heartbeats are taken. */
export const SPACE_KEPT_BYTES = 64 * 1024 * 1024;
/** Free bytes from which everything is taken again: more, so that it does not change with every order. */
export const SPACE_AGAIN_BYTES = 96 * 1024 * 1024;

export class StorageRoom {
  readonly #freeBytes: () => number | null;
  #isThere = true;

  /** `freeBytes` asks the disk; null when it does not say. */
  constructor(folder: string, freeBytes: () => number | null = () => freeBytesOf(folder)) {
    this.#freeBytes = freeBytes;
  }

  /** Asks the disk. */
  isThere(): boolean {
    const free = this.#freeBytes();
    if (free !== null) this.#isThere = free >= (this.#isThere ? SPACE_KEPT_BYTES : SPACE_AGAIN_BYTES);
    return this.#isThere;
  }
}

function freeBytesOf(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}
