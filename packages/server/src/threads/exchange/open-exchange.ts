/**
 * What an exchange needs from a data folder whose lock is held: its state, recovered from the files as they are, its
 * journal open for writing, and its disk. It finds out first whether all is whole, and writes only then: a start that is
 * refused leaves every byte as it was.
 */
import { recordHolder } from '../../adapters/data-folder/lock.ts';
import { journalBytes, NO_JOURNAL, openJournalFiles } from '../../adapters/journal-sqlite/journal-files.ts';
import { openJournal } from '../../adapters/journal-sqlite/sqlite-journal.ts';
import { loadSnapshots, openOrdersOf } from '../../adapters/snapshot-file/snapshot-file.ts';
import type { OpenedExchange } from '../../exchange/exchange-service.ts';
import { checkSpared, type Recovered, recover } from '../../log/recovery.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { WHOLE_CHECK_BYTES_MAX } from '../../sequencer/limits.ts';
import { checkStoreFits } from '../projector/store-mismatch.ts';
import { ExchangeStorage } from './exchange-storage.ts';

/** Throws `JournalCorruption`, or what else keeps the venue from starting. */
export async function openExchange(dataDir: string, runtime: Runtime): Promise<OpenedExchange> {
  const { state, head, archive } = await recoverUnchanged(dataDir);
  const storage = new ExchangeStorage(dataDir, runtime.clock);
  storage.look();
  recordHolder(dataDir, null);
  // The lock is its starter's to release.
  const log = openJournal({ dataDir, release: () => undefined }, runtime.random);
  return {
    state,
    head,
    log,
    archive,
    storedOrders: (sequence) => openOrdersOf(dataDir, sequence),
    storage,
    checkPlace: () => log.checkPlace(),
    close: async () => {
      await storage.settled();
      storage.look();
      await log.close();
      archive.close();
    },
  };
}

async function recoverUnchanged(dataDir: string): Promise<Recovered> {
  const files = openJournalFiles(dataDir) ?? NO_JOURNAL;
  try {
    const recovered = await recover(files, () => loadSnapshots(dataDir));
    // What a snapshot spares recovery is checked all the same while that is quick, so that old damage shows at once.
    if (journalBytes(dataDir) <= WHOLE_CHECK_BYTES_MAX) await checkSpared(files, recovered);
    await checkStoreFits(dataDir, files, recovered.head);
    return recovered;
  } finally {
    files.close();
  }
}
