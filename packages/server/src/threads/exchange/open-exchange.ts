/**
 * What an exchange needs from a data folder whose lock is held: its state, recovered from the files as they are, its
 * journal open for writing, and its disk. It finds out first whether all is whole, and writes only then: a start that is
 * refused leaves every byte as it was.
 */
import { recordHolder } from '../../adapters/data-folder/lock.ts';
import { journalBytes, NO_JOURNAL, openJournalFiles } from '../../adapters/journal-sqlite/journal-files.ts';
import { openJournal } from '../../adapters/journal-sqlite/sqlite-journal.ts';
import { loadSnapshots, openOrdersOf, saveSnapshot } from '../../adapters/snapshot-file/snapshot-file.ts';
import type { OpenedExchange } from '../../exchange/exchange-service.ts';
import { replaceStored } from '../../log/order-archive.ts';
import { checkSpared, type Recovered, recover, snapshotOf } from '../../log/recovery.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { WHOLE_CHECK_BYTES_MAX } from '../../sequencer/limits.ts';
import { checkStoreFits } from '../projector/store-mismatch.ts';
import { ExchangeStorage } from './exchange-storage.ts';

/**
 * Throws `JournalCorruption`, or what else keeps the venue from starting. One that had to read `snapshotEvery` entries saves
 * its state, so that no one has to read as many again.
 */
export async function openExchange(
  dataDir: string,
  runtime: Runtime,
  snapshotEvery: number | null = null,
): Promise<OpenedExchange> {
  const recovered = await recoverUnchanged(dataDir);
  const { state, head, archive, passedOver, damaged } = recovered;
  const storage = new ExchangeStorage(dataDir, runtime.clock);
  const { isFull } = storage.look();
  const isLong = snapshotEvery !== null && head.sequence - recovered.snapshotSequence >= snapshotEvery;
  recordHolder(dataDir, null);
  // The lock is its starter's to release.
  const log = openJournal({ dataDir, release: () => undefined }, runtime.random);
  return {
    state,
    head,
    start: { passedOver, damaged, savedSequence: isLong && !isFull ? saveState(dataDir, recovered) : 0 },
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

/** Answers its entry; 0 when it cannot be saved: the gateway then reads what was read here, and tries it, and says why. */
function saveState(dataDir: string, { state, head, archive, journalSum }: Recovered): number {
  try {
    saveSnapshot(dataDir, ...snapshotOf(state, head, journalSum), archive);
  } catch {
    return 0;
  }
  replaceStored(archive, () => openOrdersOf(dataDir, head.sequence));
  return head.sequence;
}
