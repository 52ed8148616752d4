/**
 * Recovers from disk the state in which the venue stopped: the newest usable snapshot, then every entry after it. The
 * journal is the truth. A snapshot that cannot be used is skipped for an older one or none at all. But one that
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
import { GENESIS_HASH, JournalCorruption, type JournalHead } from '@bellwether/ports/journal.ts';
import type { LogRecords } from '@bellwether/ports/log.ts';
import type { LoadSnapshots, SnapshotMark, StoredSnapshot } from '@bellwether/ports/snapshots.ts';
import { entriesOfRecord } from '../record/journal-record.ts';
import { emptyStart, Follower, type FollowerStart } from './follower.ts';
import { EMPTY_JOURNAL_SUM, journalSumOf, SummedRecords } from './journal-sum.ts';
import { NO_STORED_ORDERS, SealedArchive } from './order-archive.ts';

export interface Recovered {
  readonly follower: Follower;
  readonly state: State;
  readonly head: JournalHead;
  /** Closed orders that the state has handed out; the caller closes the archive. */
  readonly archive: SealedArchive;
  /** Sequence of the snapshot that it began with; 0 = replayed from the first entry. */
  readonly snapshotSequence: number;
  /** Checksum of the records before that snapshot, as of when it was taken; null if it has none. */
  readonly snapshotSum: number | null;
  /** Checksum of the journal up to `head` (`journal-sum.ts`); null if unknown. */
  readonly journalSum: number | null;
  /** Reasons, for people, why newer snapshots were not used. */
  readonly passedOver: readonly string[];
  /** Sequences of the skipped snapshots whose files are damaged. */
  readonly damaged: readonly number[];
}

/**
 * Rebuilds the state at the end of the log, or at the end of the record that holds entry `until`. `keeps` restricts what the
 * state keeps, or sets other bounds for remembered orders. Throws `JournalCorruption`, or the error of `applyEntry`.
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
 * Start for a reader of books and balances only: the newest snapshot that can be restored and is not beyond entry
 * `atMost`, or else the state before the first entry.
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

/** Start together with all closed orders that its state has handed out. */
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
      // The journal can rebuild them.
      pass(start.head.sequence, wordsOf(error));
    }
  }
  const archive = new SealedArchive(NO_STORED_ORDERS);
  return { ...emptyStart(keeps), archive, journalSum: EMPTY_JOURNAL_SUM, passedOver, damaged };
}

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
      // Most likely written by another version of the program: an older snapshot or the journal itself will do.
      pass(sequence, wordsOf(error));
    }
  }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Throws when the closed orders are damaged or incomplete. */
function archiveBeside({ orderResults }: State, { openOrders }: StoredSnapshot): SealedArchive {
  const stored = openOrders();
  if (stored.generations === orderResults.generations) return new SealedArchive(stored);
  stored.close();
  throw new Error(`it has ${stored.generations} of ${orderResults.generations} generations of closed orders`);
}

/** Starting point for a later recovery: the state at `head`, its place, and the checksum of the journal up to there. */
export function snapshotOf(
  state: Readonly<State>,
  head: JournalHead,
  journalSum: number | null = null,
): readonly [Snapshot, SnapshotMark] {
  const sum = journalSum === null ? {} : { journalSum };
  return [takeSnapshot(state), { ...head, stateHash: hashState(state), ...sum }];
}

/**
 * Checks that the part of a journal that `recovered` skipped thanks to a snapshot has not changed since it was last
 * read. Throws `JournalCorruption`.
 */
export async function checkSpared(journal: LogRecords, recovered: Recovered): Promise<void> {
  const { snapshotSequence, snapshotSum } = recovered;
  if (snapshotSequence === 0) return;
  if (snapshotSum !== null && (await journalSumOf(journal, snapshotSequence)) === snapshotSum) return;
  // Names the damaged record.
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
