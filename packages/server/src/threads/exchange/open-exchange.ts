/**
 * What an exchange needs from a data folder whose lock is held: its state, recovered from the files as they are, its
 * journal open for writing, and its disk. It finds out first whether all is whole, and writes only then: a start that is
 * refused leaves every byte as it was.
 */
import { hostname } from 'node:os';
import { recordHolder } from '../../adapters/data-folder/lock.ts';
import { journalBytes, NO_JOURNAL } from '../../adapters/journal-sqlite/journal-files.ts';
import { openJournal } from '../../adapters/journal-sqlite/sqlite-journal.ts';
import { openPostgresLog } from '../../adapters/log-postgres/postgres-log.ts';
import { openOrdersOf, SNAPSHOTS_KEPT, saveSnapshot } from '../../adapters/snapshot-file/snapshot-file.ts';
import type { OpenedExchange } from '../../exchange/exchange-service.ts';
import { replaceStored } from '../../log/order-archive.ts';
import { checkSpared, type Recovered, snapshotOf } from '../../log/recovery.ts';
import { checkJournalIsOf, openJournalAtRest } from '../../ops/open-journal.ts';
import { JournalFenced, type JournalHead } from '../../ports/journal.ts';
import type { JournalKind } from '../../ports/journal-kind.ts';
import type { JournalPlace } from '../../ports/journal-place.ts';
import type { Log } from '../../ports/log.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { LoadSnapshots } from '../../ports/snapshots.ts';
import { WHOLE_CHECK_BYTES_MAX } from '../../sequencer/limits.ts';
import { checkStoreFits } from '../projector/store-mismatch.ts';
import { ExchangeStorage } from './exchange-storage.ts';
import { recoverUntil } from './recover-until.ts';

export interface OpenOptions {
  /** Whose journal it is; a venue's by default. */
  readonly kind?: JournalKind;
  /** False: commits need not outlive the machine. */
  readonly synced?: boolean;
  /** False: what a snapshot spares is not looked at again while that would be quick. */
  readonly checksSpared?: boolean;
  /** How many snapshots there are at most. */
  readonly snapshotsKept?: number;
  /** Those of the folder, by whoever reads them as well. */
  readonly loadSnapshots?: LoadSnapshots;
}

/**
 * Throws `JournalCorruption`, `JournalOfOtherKind`, or what else keeps the venue from starting. One that had to read `snapshotEvery` entries saves
 * its state, so that no one has to read as many again.
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
    checkPlace: () => log.checkPlace(),
    close: async () => {
      await storage.settled();
      storage.look();
      await log.close();
      archive.close();
    },
  };
}

/** Whoever has the journal from now on. */
function openLog(
  { dataDir, database }: JournalPlace,
  runtime: Runtime,
  options: Required<Pick<OpenOptions, 'kind' | 'synced'>>,
): Promise<OpenedLog> {
  const { kind } = options;
  if (database !== null) return openPostgresLog({ ...database, runtime, holder: nameOfProcess(), kind });
  // The lock is its starter's to release.
  return Promise.resolve(openJournal({ dataDir, release: () => undefined }, runtime.random, options));
}

/**
 * Recovered to where the journal ends now that it was taken over. The venue that had it may have written until then; and what
 * was read of it may have been lost with a primary that had it alone. Then it is all read again: no one else writes any more.
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

/** For people. */
export const nameOfProcess = (): string => `${hostname()}, process ${process.pid}`;

/** `until`, `load`: as `recoverUntil` takes them. */
export async function recoverUnchanged(
  place: JournalPlace,
  runtime: Runtime,
  until: number | null = null,
  checksSpared = true,
  load?: LoadSnapshots,
): Promise<Recovered> {
  const { dataDir, database } = place;
  const files = (await openJournalAtRest(place, runtime)) ?? NO_JOURNAL;
  try {
    const recovered = await recoverUntil(files, dataDir, until, { load });
    // What a snapshot spares recovery is checked all the same while that is quick, so that old damage shows at once.
    if (checksSpared && database === null && journalBytes(dataDir) <= WHOLE_CHECK_BYTES_MAX)
      await checkSpared(files, recovered);
    await checkStoreFits(dataDir, files, recovered.head);
    return recovered;
  } finally {
    await files.close();
  }
}

/** A log that can say at once that it is lost. */
interface OpenedLog extends Log {
  checkPlace(): void;
}

/** Answers its entry; 0 when it cannot be saved: the gateway then reads what was read here, and tries it, and says why. */
function saveState(dataDir: string, { state, head, archive, journalSum }: Recovered, kept: number): number {
  try {
    saveSnapshot(dataDir, ...snapshotOf(state, head, journalSum), archive, kept);
  } catch {
    return 0;
  }
  replaceStored(archive, () => openOrdersOf(dataDir, head.sequence));
  return head.sequence;
}
