/**
 * Tells whether a disk has space. It runs out below one bound and is back above a higher one, so that the state does
 * not flap with every order. Each check is one system call.
 */
import { statfsSync } from 'node:fs';
import type { RoomBounds } from '@bellwether/ports/storage.ts';

export class StorageRoom {
  readonly #bounds: RoomBounds;
  readonly #freeBytes: () => number | null;
  #isThere = true;

  /** `freeBytes` queries the disk; null if the system does not say, which leaves the state unchanged. */
  constructor(bounds: RoomBounds, freeBytes: () => number | null) {
    this.#bounds = bounds;
    this.#freeBytes = freeBytes;
  }

  /** Queries the disk; true if there is space. */
  isThere(): boolean {
    const free = this.#freeBytes();
    if (free !== null) this.#isThere = free >= (this.#isThere ? this.#bounds.keptBytes : this.#bounds.againBytes);
    return this.#isThere;
  }
}

/** Free bytes that this process may use on the disk of `folder`; null when the system does not say. */
export function freeBytesOf(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}
