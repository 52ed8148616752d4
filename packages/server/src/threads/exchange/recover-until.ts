/** A view of the journal up to where its exchange is. */
import { NO_JOURNAL } from '../../adapters/journal-sqlite/journal-files.ts';
import { loadSnapshots } from '../../adapters/snapshot-file/snapshot-file.ts';
import { type Recovered, recover } from '../../log/recovery.ts';
import type { LogRecords } from '../../ports/log.ts';
import type { LoadSnapshots } from '../../ports/snapshots.ts';

/**
 * `until`: the last entry of a record, and of no snapshot beyond it; null: all there is. `load`: the snapshots of `dataDir`.
 * Throws as `recover` does.
 */
export function recoverUntil(
  journal: LogRecords,
  dataDir: string,
  until: number | null,
  load: LoadSnapshots = () => loadSnapshots(dataDir),
): Promise<Recovered> {
  if (until === null) return recover(journal, load);
  return recover(until === 0 ? NO_JOURNAL : journal, load, until);
}
