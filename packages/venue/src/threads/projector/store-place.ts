/** Place of a projector's rows, with everything needed to open and remove them. */
import { dirname, join } from 'node:path';
import { freeBytesOf, StorageRoom } from '@bellwether/ledger/adapters/data-folder/storage-room.ts';
import { loadSnapshots } from '@bellwether/ledger/adapters/snapshot-file/snapshot-file.ts';
import { JOURNAL_FILE } from '@bellwether/ports/data-folder.ts';
import type { LoadSnapshots } from '@bellwether/ports/snapshots.ts';
import type { RoomBounds } from '@bellwether/ports/storage.ts';
import { openStore, removeStore, type Store } from '@bellwether/read-model/adapters/store-sqlite/open-store.ts';

export interface StorePlace {
  readonly name: string;
  readonly journalName: string;
  /** Snapshots of the state of its journal. */
  readonly loadSnapshots: LoadSnapshots;
  /** With `build`, a new store must not be opened by others before its build is finished. Throws as `openStore` does. */
  open(build: boolean): Store;
  remove(): void;
  /** True if there is space to write. */
  hasRoom(): boolean;
}

/** The file of a data folder; `room`: space that its disk must have. */
export function storeFilePlace(dataDir: string, storeFile: string, room: RoomBounds): StorePlace {
  const folder = dirname(storeFile);
  const storageRoom = new StorageRoom(room, () => freeBytesOf(folder));
  return {
    name: storeFile,
    journalName: join(dataDir, JOURNAL_FILE),
    loadSnapshots: (atMost) => loadSnapshots(dataDir, atMost),
    open: (build) => openStore(storeFile, { build }),
    remove: () => removeStore(storeFile),
    hasRoom: () => storageRoom.isThere(),
  };
}
