/** A view of the journal up to where its exchange is. */
import { NO_JOURNAL } from '../../adapters/journal-sqlite/journal-files.ts';
import { loadSnapshots } from '../../adapters/snapshot-file/snapshot-file.ts';
import { type Recovered, recover } from '../../log/recovery.ts';
import type { LogRecords } from '../../ports/log.ts';
import type { LoadSnapshots } from '../../ports/snapshots.ts';

export interface RecoverOptions {
  /** The snapshots of the folder. */
  readonly load?: LoadSnapshots | undefined;
}

/** `until`: the last entry of a record, and of no snapshot beyond it; null: all there is. Throws as `recover` does. */
export function recoverUntil(
  journal: LogRecords,
  dataDir: string,
  until: number | null,
  { load = () => loadSnapshots(dataDir) }: RecoverOptions = {},
): Promise<Recovered> {
  if (until === null) return recover(journal, load);
  return recover(until === 0 ? NO_JOURNAL : journal, load, until);
}
