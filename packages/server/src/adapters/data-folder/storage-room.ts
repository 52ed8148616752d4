/**
 * Whether a disk has room. It ends below one bound and is back above a higher one, so that it does not change with every
 * order. Asking is one call of the system.
 */
import { statfsSync } from 'node:fs';
import type { RoomBounds } from '../../ports/storage.ts';

export class StorageRoom {
  readonly #bounds: RoomBounds;
  readonly #freeBytes: () => number | null;
  #isThere = true;

  /** `freeBytes` asks the disk; null when it does not say, which changes nothing. */
  constructor(bounds: RoomBounds, freeBytes: () => number | null) {
    this.#bounds = bounds;
    this.#freeBytes = freeBytes;
  }

  /** Asks the disk. */
  isThere(): boolean {
    const free = this.#freeBytes();
    if (free !== null) this.#isThere = free >= (this.#isThere ? this.#bounds.keptBytes : this.#bounds.againBytes);
    return this.#isThere;
  }
}

/** Free bytes of the disk that `folder` is on, as this process may use them; null when the system does not say. */
export function freeBytesOf(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}
