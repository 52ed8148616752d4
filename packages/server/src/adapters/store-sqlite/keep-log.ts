/**
 * Preserves the log of the read store when a process ends without closing it. The last writing connection moves the log into
 * the file when it closes, and Node closes the connections of a thread that it ends. But only sealed pages may be moved.
 */
import { openStoreReader } from './open-store.ts';

/** Opens a read-only connection at the very end of the process; it moves nothing and is closed last. */
export function keepLog(storeFile: string): void {
  try {
    openStoreReader(storeFile).prepare('SELECT 1 FROM sqlite_schema').get();
  } catch {
    // Either there is no store to keep, or the next start finds it damaged and rebuilds it.
  }
}
