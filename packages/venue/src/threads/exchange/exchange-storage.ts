/**
 * The disk as the exchange sees it before each batch: whether space is short, and what is left of the reserve. The
 * reserve is released here, in the thread that writes the journal, so that the next batch finds the space.
 */

import type { StorageWatch } from '@bellwether/exchange/exchange-service.ts';
import { Reserve } from '@bellwether/ledger/adapters/data-folder/reserve.ts';
import { freeBytesOf, StorageRoom } from '@bellwether/ledger/adapters/data-folder/storage-room.ts';
import type { Clock } from '@bellwether/ports/runtime.ts';
import { ROOM_FOR_ORDERS, type StorageState } from '@bellwether/ports/storage.ts';

export class ExchangeStorage implements StorageWatch {
  readonly #dataDir: string;
  readonly #reserve: Reserve;
  readonly #room: StorageRoom;
  /** Free bytes at the last query, which runs once for each batch. */
  #freeBytes: number | null = null;
  #state: StorageState;
  #send: ((storage: StorageState) => void) | null = null;

  /** The caller holds the folder's lock. */
  constructor(dataDir: string, clock: Clock) {
    this.#dataDir = dataDir;
    const freeBytes = (): number | null => this.#freeBytes;
    this.#reserve = new Reserve({ dataDir, freeBytes, clock: () => clock.monotonicMs() });
    this.#room = new StorageRoom(ROOM_FOR_ORDERS, freeBytes);
    this.#state = { isFull: false, reserveBytes: this.#reserve.bytes };
  }

  /** Queries the disk, and releases a part of the reserve if necessary. */
  look(): StorageState {
    this.#freeBytes = freeBytesOf(this.#dataDir);
    if (this.#reserve.releaseIfShort()) this.#freeBytes = freeBytesOf(this.#dataDir);
    return this.#update(!this.#room.isThere());
  }

  /** Grows the reserve by a step if the last look found space. Never rejects. */
  async grow(): Promise<void> {
    await this.#reserve.growIfRoom();
    this.#update(this.#state.isFull);
  }

  /** Resolves when no write is in progress. */
  awaitGrowth(): Promise<void> {
    return this.#reserve.awaitGrowth();
  }

  /** Sends the present state, and every change from now on. */
  tell(send: (storage: StorageState) => void): void {
    this.#send = send;
    send(this.#state);
  }

  #update(isFull: boolean): StorageState {
    const reserveBytes = this.#reserve.bytes;
    if (isFull !== this.#state.isFull || reserveBytes !== this.#state.reserveBytes) {
      this.#state = { isFull, reserveBytes };
      this.#send?.(this.#state);
    }
    return this.#state;
  }
}
