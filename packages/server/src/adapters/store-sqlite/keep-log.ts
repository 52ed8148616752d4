/**
 * Keeps the log of the read store at the end of a process that stops without closing it. The last connection that may write moves
 * the log into the file as it is closed, and Node closes those of a thread that it ends; but only what is sealed may be moved.
 */
import { openStoreReader } from './open-store.ts';

/** For the very end of the process; one that reads alone moves nothing, and is closed last. */
export function keepLog(storeFile: string): void {
  try {
    openStoreReader(storeFile).prepare('SELECT 1 FROM sqlite_schema').get();
  } catch {
    // Then there is no store to keep, or the next start finds it damaged and makes it again.
  }
}
