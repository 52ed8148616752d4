/** A view of the journal up to the entry of its exchange. */
import { NO_JOURNAL } from '@bellwether/ledger/adapters/journal-sqlite/journal-files.ts';
import { loadSnapshots } from '@bellwether/ledger/adapters/snapshot-file/snapshot-file.ts';
import { type Recovered, recover } from '@bellwether/ledger/log/recovery.ts';
import type { LogRecords } from '@bellwether/ports/log.ts';
import type { LoadSnapshots } from '@bellwether/ports/snapshots.ts';

type RecoverOptions = { readonly load?: LoadSnapshots | undefined };

/**
 * Recovers up to `until`, which is the last entry of a record, with no snapshot beyond it; null: everything. Throws as
 * `recover` does.
 */
export function recoverUntil(
  journal: LogRecords,
  dataDir: string,
  until: number | null,
  { load = () => loadSnapshots(dataDir) }: RecoverOptions = {},
): Promise<Recovered> {
  if (until === null) return recover(journal, load);
  return recover(until === 0 ? NO_JOURNAL : journal, load, until);
}
