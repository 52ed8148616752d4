/** Where a projector keeps its rows: what it has to know of it to open it, and to let go of it. */
import { dirname, join } from 'node:path';
import { freeBytesOf, StorageRoom } from '../../adapters/data-folder/storage-room.ts';
import { loadSnapshots } from '../../adapters/snapshot-file/snapshot-file.ts';
import { openStore, removeStore, type Store } from '../../adapters/store-sqlite/open-store.ts';
import { JOURNAL_FILE } from '../../ports/data-folder.ts';
import type { LoadSnapshots } from '../../ports/snapshots.ts';
import type { RoomBounds } from '../../ports/storage.ts';

export interface StorePlace {
  /** As it is called in messages. */
  readonly name: string;
  /** What the journal beside it is called there. */
  readonly journalName: string;
  /** Snapshots of the state that its journal leads to. */
  readonly loadSnapshots: LoadSnapshots;
  /** With `build` a new one is for no one else before it has settled. Throws what `openStore` throws. */
  open(build: boolean): Store;
  /** Nothing of it stays. */
  remove(): void;
  /** Whether there is room to write. */
  hasRoom(): boolean;
}

/** The file of a data folder; `room`: what its disk must have. */
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
