/**
 * From what is on disk to the state the venue stopped in: the newest usable snapshot, then every entry after it. The
 * journal is the truth: a snapshot that cannot be used is passed over for an older one or none at all, but one that
 * contradicts the journal, or that the journal does not reach, means that acknowledged entries are missing or altered,
 * and the venue must not start.
 */
import {
  applyEntry,
  createState,
  hashState,
  restoreSnapshot,
  type Snapshot,
  type State,
  takeSnapshot,
} from '@bellwether/engine';
import { GENESIS_HASH, JournalCorruption, type JournalHead } from '../ports/journal.ts';
import { entriesOfRecord } from '../ports/journal-record.ts';
import type { LogRecords } from '../ports/log.ts';
import type { LoadSnapshots, SnapshotMark } from '../ports/snapshots.ts';

export interface Recovered {
  readonly state: State;
  readonly head: JournalHead;
  /** Sequence of the snapshot it began with; 0 = replayed from the first entry. */
  readonly snapshotSequence: number;
}

/**
 * Rebuilds the state at the end of the journal, or at the end of the record that holds entry `until`. Throws
 * `JournalCorruption`, or what `applyEntry` throws.
 */
export async function recover(
  journal: LogRecords,
  loadSnapshots: LoadSnapshots,
  until = Number.POSITIVE_INFINITY,
): Promise<Recovered> {
  const start = startFrom(loadSnapshots);
  const { state } = start;
  const from = start.mark?.sequence ?? 0;
  let head: JournalHead | null = from === 0 ? { sequence: 0, hash: GENESIS_HASH } : null;
  for await (const record of journal.read(Math.max(1, from))) {
    // The first record read is the one that holds the snapshot's last entry.
    const entries = entriesOfRecord(record, head);
    if (head === null && start.mark !== null)
      checkMark(start.mark, entries.find((entry) => entry.sequence === from)?.hash);
    for (const entry of entries) {
      if (entry.sequence > from) applyEntry(state, entry);
    }
    head = { sequence: record.lastSequence, hash: record.hash };
    if (head.sequence >= until) break;
  }
  if (head === null) {
    throw new JournalCorruption(
      `the journal ends before entry ${from}, which a snapshot includes: acknowledged entries are missing`,
    );
  }
  return { state, head, snapshotSequence: from };
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

function startFrom(loadSnapshots: LoadSnapshots): { readonly state: State; readonly mark: SnapshotMark | null } {
  for (const { snapshot, ...mark } of loadSnapshots()) {
    try {
      const state = restoreSnapshot(snapshot);
      if (state.sequence === mark.sequence) return { state, mark };
    } catch {
      // Written by another version of the program, most likely: an older one or the journal itself will do.
    }
  }
  return { state: createState(), mark: null };
}

function checkMark(mark: SnapshotMark, hash: string | undefined): void {
  if (hash === mark.hash) return;
  throw new JournalCorruption(
    `journal entry ${mark.sequence} has hash ${hash ?? 'none'}, the snapshot taken there says ${mark.hash}: ` +
      'one of them is damaged or of another venue',
  );
}
