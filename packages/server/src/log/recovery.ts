/**
 * From what is on disk to the state the venue stopped in: the newest usable snapshot, then every entry after it. The
 * journal is the truth: a snapshot that cannot be used is passed over for an older one or none at all, but one that
 * contradicts the journal, or that the journal does not reach, means that acknowledged entries are missing or altered,
 * and the venue must not start.
 */
import {
  BOOKS_AND_BALANCES,
  hashState,
  type Keeps,
  restoreSnapshot,
  type Snapshot,
  type State,
  takeSnapshot,
} from '@bellwether/engine';
import { GENESIS_HASH, JournalCorruption, type JournalHead } from '../ports/journal.ts';
import type { LogRecords } from '../ports/log.ts';
import type { LoadSnapshots, SnapshotMark, StoredSnapshot } from '../ports/snapshots.ts';
import { entriesOfRecord } from '../record/journal-record.ts';
import { emptyStart, Follower, type FollowerStart } from './follower.ts';
import { EMPTY_JOURNAL_SUM, journalSumOf, SummedRecords } from './journal-sum.ts';
import { NO_STORED_ORDERS, SealedArchive } from './order-archive.ts';

export interface Recovered {
  readonly follower: Follower;
  readonly state: State;
  readonly head: JournalHead;
  /** Closed orders that the state has handed out; the one who recovers closes it. */
  readonly archive: SealedArchive;
  /** Sequence of the snapshot it began with; 0 = replayed from the first entry. */
  readonly snapshotSequence: number;
  /** Checksum of the records before that snapshot when it was taken; null if it has none. */
  readonly snapshotSum: number | null;
  /** Checksum of the journal up to `head` (`journal-sum.ts`); null when it is not known. */
  readonly journalSum: number | null;
  /** Why newer snapshots were not used, in words. */
  readonly passedOver: readonly string[];
  /** Those of them whose files are damaged, by sequence. */
  readonly damaged: readonly number[];
}

/**
 * Rebuilds the state at the end of the log, or at the end of the record that holds entry `until`. Throws
 * `JournalCorruption`, or what `applyEntry` throws. `keeps`: less, or with other bounds of what is remembered
 * of orders.
 */
export async function recover(
  log: LogRecords,
  loadSnapshots: LoadSnapshots,
  until = Number.POSITIVE_INFINITY,
  keeps: Keeps = {},
): Promise<Recovered> {
  const start = startBesideArchive(loadSnapshots, keeps);
  const { sequence } = start.head;
  const follower = new Follower(start);
  const { archive, passedOver, damaged, journalSum: snapshotSum } = start;
  follower.observe(archive);
  const summed = new SummedRecords(log, sequence, snapshotSum);
  const records = await follower.catchUp(summed, until);
  if (sequence > 0 && records === 0) {
    throw new JournalCorruption(
      `the journal ends before entry ${sequence}, which a snapshot includes: acknowledged entries are missing`,
    );
  }
  const { head } = follower;
  const began = { snapshotSequence: sequence, snapshotSum, passedOver, damaged };
  return { follower, state: start.state, head, archive, journalSum: summed.sum, ...began };
}

/**
 * For one who reads books and balances alone: from the newest snapshot that can be restored and is not beyond entry
 * `atMost`, else from before the first entry.
 */
export function newestStart(loadSnapshots: LoadSnapshots, atMost = Number.POSITIVE_INFINITY): FollowerStart {
  for (const { start } of restorable(loadSnapshots, BOOKS_AND_BALANCES, atMost)) return start;
  return emptyStart(BOOKS_AND_BALANCES);
}

interface ArchivedStart extends FollowerStart {
  readonly archive: SealedArchive;
  readonly journalSum: number | null;
  readonly passedOver: readonly string[];
  readonly damaged: readonly number[];
}

/** The same beside the closed orders that its state has handed out, all of them. */
function startBesideArchive(loadSnapshots: LoadSnapshots, keeps: Keeps): ArchivedStart {
  const passedOver: string[] = [];
  const damaged: number[] = [];
  const pass = (sequence: number, why: string, isDamaged = false): void => {
    passedOver.push(`the snapshot of entry ${sequence} is not used: ${why}`);
    if (isDamaged) damaged.push(sequence);
  };
  for (const { start, stored } of restorable(loadSnapshots, keeps, Number.POSITIVE_INFINITY, pass)) {
    try {
      const archive = archiveBeside(start.state, stored);
      return { ...start, archive, journalSum: stored.journalSum ?? null, passedOver, damaged };
    } catch (error) {
      // The journal can make them again.
      pass(start.head.sequence, wordsOf(error));
    }
  }
  const archive = new SealedArchive(NO_STORED_ORDERS);
  return { ...emptyStart(keeps), archive, journalSum: EMPTY_JOURNAL_SUM, passedOver, damaged };
}

/** Newest first. */
function* restorable(
  loadSnapshots: LoadSnapshots,
  keeps: Keeps,
  atMost: number,
  pass: (sequence: number, why: string, isDamaged?: boolean) => void = () => undefined,
): Generator<{ readonly start: FollowerStart; readonly stored: StoredSnapshot }> {
  for (const stored of loadSnapshots(atMost)) {
    if (stored.sequence > atMost) continue;
    if ('damage' in stored) {
      pass(stored.sequence, stored.damage, true);
      continue;
    }
    const { snapshot, sequence, hash } = stored;
    try {
      const state = restoreSnapshot(snapshot, keeps);
      if (state.sequence !== sequence) throw new Error(`it is of entry ${state.sequence}`);
      yield { start: { state, head: { sequence, hash } }, stored };
    } catch (error) {
      // Written by another version of the program, most likely: an older one or the journal itself will do.
      pass(sequence, wordsOf(error));
    }
  }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Throws when they are damaged, or not all there. */
function archiveBeside({ orderResults }: State, { openOrders }: StoredSnapshot): SealedArchive {
  const stored = openOrders();
  if (stored.generations === orderResults.generations) return new SealedArchive(stored);
  stored.close();
  throw new Error(`it has ${stored.generations} of ${orderResults.generations} generations of closed orders`);
}

/** What recovery can begin with later: the state at `head`, where that is, and the checksum of the journal up to there. */
export function snapshotOf(
  state: Readonly<State>,
  head: JournalHead,
  journalSum: number | null = null,
): readonly [Snapshot, SnapshotMark] {
  const sum = journalSum === null ? {} : { journalSum };
  return [takeSnapshot(state), { ...head, stateHash: hashState(state), ...sum }];
}

/**
 * Makes sure that the part of a journal which a snapshot spared `recovered` is what it was when it was read last. Throws
 * `JournalCorruption`.
 */
export async function checkSpared(journal: LogRecords, recovered: Recovered): Promise<void> {
  const { snapshotSequence, snapshotSum } = recovered;
  if (snapshotSequence === 0) return;
  if (snapshotSum !== null && (await journalSumOf(journal, snapshotSequence)) === snapshotSum) return;
  // It says what is damaged, and where.
  await checkWholeJournal(journal);
}

/** Checks every record of a journal, content and chain, without building state. Throws `JournalCorruption`. */
export async function checkWholeJournal(journal: LogRecords): Promise<JournalHead> {
  let head: JournalHead = { sequence: 0, hash: GENESIS_HASH };
  for await (const record of journal.read(1)) {
    entriesOfRecord(record, head);
    head = { sequence: record.lastSequence, hash: record.hash };
  }
  return head;
}
