/**
 * From what is on disk to the state the venue stopped in: the newest usable snapshot, then every entry after it. The
 * journal is the truth: a snapshot that cannot be used is passed over for an older one or none at all, but one that
 * contradicts the journal, or that the journal does not reach, means that acknowledged entries are missing or altered,
 * and the venue must not start.
 */
import { hashState, restoreSnapshot, type Snapshot, type State, takeSnapshot } from '@bellwether/engine';
import { GENESIS_HASH, JournalCorruption, type JournalHead } from '../ports/journal.ts';
import { entriesOfRecord } from '../ports/journal-record.ts';
import type { LogRecords } from '../ports/log.ts';
import type { LoadSnapshots, SnapshotMark } from '../ports/snapshots.ts';
import { emptyStart, Follower, type FollowerStart } from './follower.ts';

export interface Recovered {
  readonly follower: Follower;
  readonly state: State;
  readonly head: JournalHead;
  /** Sequence of the snapshot it began with; 0 = replayed from the first entry. */
  readonly snapshotSequence: number;
}

/**
 * Rebuilds the state at the end of the log, or at the end of the record that holds entry `until`. Throws
 * `JournalCorruption`, or what `applyEntry` throws.
 */
export async function recover(
  log: LogRecords,
  loadSnapshots: LoadSnapshots,
  until = Number.POSITIVE_INFINITY,
): Promise<Recovered> {
  const start = newestStart(loadSnapshots);
  const { sequence } = start.head;
  const follower = new Follower(start);
  const records = await follower.catchUp(log, until);
  if (sequence > 0 && records === 0) {
    throw new JournalCorruption(
      `the journal ends before entry ${sequence}, which a snapshot includes: acknowledged entries are missing`,
    );
  }
  return { follower, state: start.state, head: follower.head, snapshotSequence: sequence };
}

/** From the newest snapshot that can be restored and is not beyond entry `atMost`, else from before the first entry. */
export function newestStart(loadSnapshots: LoadSnapshots, atMost = Number.POSITIVE_INFINITY): FollowerStart {
  for (const { snapshot, sequence, hash } of loadSnapshots()) {
    if (sequence > atMost) continue;
    try {
      const state = restoreSnapshot(snapshot);
      if (state.sequence === sequence) return { state, head: { sequence, hash } };
    } catch {
      // Written by another version of the program, most likely: an older one or the journal itself will do.
    }
  }
  return emptyStart();
}

/** What recovery can begin with later: the state at `head`, and where that is. */
export function snapshotOf(state: Readonly<State>, head: JournalHead): readonly [Snapshot, SnapshotMark] {
  return [takeSnapshot(state), { ...head, stateHash: hashState(state) }];
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
