/**
 * Everything that an exchange needs from a locked data folder: its state, recovered from the unchanged files, its
 * journal open for writing, and its disk. It first checks that everything is whole, and writes only then: a refused
 * start leaves every byte unchanged.
 */

import { hostname } from 'node:os';
import type { OpenedExchange } from '@bellwether/exchange/exchange-service.ts';
import { WHOLE_CHECK_BYTES_MAX } from '@bellwether/exchange/sequencer/limits.ts';
import { recordHolder } from '@bellwether/ledger/adapters/data-folder/lock.ts';
import { journalBytes, NO_JOURNAL } from '@bellwether/ledger/adapters/journal-sqlite/journal-files.ts';
import { openJournal } from '@bellwether/ledger/adapters/journal-sqlite/sqlite-journal.ts';
import { openPostgresLog, PostgresLog } from '@bellwether/ledger/adapters/log-postgres/postgres-log.ts';
import { openOrdersOf, SNAPSHOTS_KEPT, saveSnapshot } from '@bellwether/ledger/adapters/snapshot-file/snapshot-file.ts';
import { closing } from '@bellwether/ledger/files/closing.ts';
import { replaceStored } from '@bellwether/ledger/log/order-archive.ts';
import { checkSpared, type Recovered, snapshotOf } from '@bellwether/ledger/log/recovery.ts';
import { JournalFenced, type JournalHead } from '@bellwether/ports/journal.ts';
import type { JournalKind } from '@bellwether/ports/journal-kind.ts';
import type { JournalPlace } from '@bellwether/ports/journal-place.ts';
import type { Log } from '@bellwether/ports/log.ts';
import type { Runtime } from '@bellwether/ports/runtime.ts';
import type { LoadSnapshots } from '@bellwether/ports/snapshots.ts';
import { checkJournalIsOf, openJournalAtRest } from '../../ops/open-journal.ts';
import { checkStoreFits } from '../projector/store-mismatch.ts';
import { ExchangeStorage } from './exchange-storage.ts';
import { recoverUntil } from './recover-until.ts';

export interface OpenOptions {
  /** Kind of the journal; a venue's by default. */
  readonly kind?: JournalKind;
  /** False: commits need not survive a failure of the machine. */
  readonly synced?: boolean;
  /** False: skips the check of the part of the journal that a snapshot spares, which otherwise runs while it is quick. */
  readonly checksSpared?: boolean;
  readonly snapshotsKept?: number;
  /** Loads the folder's snapshots; for sharing them with another reader. */
  readonly loadSnapshots?: LoadSnapshots;
}

/**
 * Throws `JournalCorruption`, `JournalOfOtherKind`, or another error that keeps the venue from starting. A start that
 * had to read `snapshotEvery` entries saves its state, so that the next one need not read as many again.
 */
export async function openExchange(
  place: JournalPlace,
  runtime: Runtime,
  snapshotEvery: number | null = null,
  options: OpenOptions = {},
): Promise<OpenedExchange> {
  const { dataDir } = place;
  const { kind = 'venue', synced = true, checksSpared = true, snapshotsKept = SNAPSHOTS_KEPT, loadSnapshots } = options;
  await checkJournalIsOf(kind, place, runtime);
  const before = await recoverUnchanged(place, runtime, null, checksSpared, loadSnapshots);
  const storage = new ExchangeStorage(dataDir, runtime.clock);
  const { isFull } = storage.look();
  recordHolder(dataDir, null);
  const log = await openLog(place, runtime, { kind, synced });
  const recovered = await joined(before, log, () => recoverUnchanged(place, runtime));
  const { state, head, archive, passedOver, damaged } = recovered;
  const isLong = snapshotEvery !== null && head.sequence - recovered.snapshotSequence >= snapshotEvery;
  return {
    state,
    head,
    start: { passedOver, damaged, savedSequence: isLong && !isFull ? saveState(dataDir, recovered, snapshotsKept) : 0 },
    log,
    archive,
    storedOrders: (sequence) => openOrdersOf(dataDir, sequence),
    storage,
    ...(log instanceof PostgresLog && { lease: log }),
    checkPlace: () => log.checkPlace(),
    close: async () => {
      await storage.awaitGrowth();
      storage.look();
      await log.close();
      archive.close();
    },
  };
}

/** Opens the journal for writing: this process owns it from now on. */
function openLog(
  { dataDir, database }: JournalPlace,
  runtime: Runtime,
  options: Required<Pick<OpenOptions, 'kind' | 'synced'>>,
): Promise<OpenedLog> {
  const { kind } = options;
  if (database !== null) return openPostgresLog({ ...database, runtime, holder: nameOfProcess(), kind });
  // The starter of this process or thread releases the lock.
  return Promise.resolve(openJournal({ dataDir, release: () => undefined }, runtime.random, options));
}

/**
 * Returns the state recovered up to the end of the journal at its takeover. The previous venue may have written until
 * then, or entries that were read may have been lost with the only primary that had them. Then the whole journal is
 * read again, now that there is no other writer.
 */
async function joined(before: Recovered, log: OpenedLog, again: () => Promise<Recovered>): Promise<Recovered> {
  const end = await log.head();
  if (endsAt(before, end)) return before;
  before.archive.close();
  try {
    const recovered = await again();
    if (endsAt(recovered, end)) return recovered;
    recovered.archive.close();
    const { sequence } = recovered.head;
    throw new JournalFenced(
      `another process has taken over the journal: it ended at entry ${end.sequence}, and now ends at ${sequence}`,
    );
  } catch (error) {
    await log.close();
    throw error;
  }
}

const endsAt = ({ head }: Recovered, end: JournalHead): boolean =>
  end.sequence === head.sequence && end.hash === head.hash;

export const nameOfProcess = (): string => `${hostname()}, process ${process.pid}`;

/** Recovers without changing any file. `until`, `load`: see `recoverUntil`. */
export async function recoverUnchanged(
  place: JournalPlace,
  runtime: Runtime,
  until: number | null = null,
  checksSpared = true,
  load?: LoadSnapshots,
): Promise<Recovered> {
  const { dataDir, database } = place;
  await using files = closing((await openJournalAtRest(place, runtime)) ?? NO_JOURNAL);
  const recovered = await recoverUntil(files, dataDir, until, { load });
  // Checks the part that a snapshot spares recovery anyway while that is quick, so that old damage shows at once.
  if (checksSpared && database === null && journalBytes(dataDir) <= WHOLE_CHECK_BYTES_MAX)
    await checkSpared(files, recovered);
  await checkStoreFits(dataDir, files, recovered.head);
  return recovered;
}

/** A log that can report at once that it is lost. */
interface OpenedLog extends Log {
  checkPlace(): void;
}

/**
 * Returns the snapshot's entry; 0 when it cannot be saved. The gateway then reads the same entries, tries to save its
 * state, and reports why it cannot.
 */
function saveState(dataDir: string, { state, head, archive, journalSum }: Recovered, kept: number): number {
  try {
    saveSnapshot(dataDir, ...snapshotOf(state, head, journalSum), archive, kept);
  } catch {
    return 0;
  }
  replaceStored(archive, () => openOrdersOf(dataDir, head.sequence));
  return head.sequence;
}
