/**
 * Replays a journal from its first entry: every command is decided again and must cause exactly the events in the
 * journal, and the resulting state must be sound. Entries from before this program's rules were adopted are folded and
 * checked the same way, but not decided again. Snapshots are compared with the state at their entry.
 */
import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import {
  assertAfter,
  assertInvariants,
  decide,
  hashState,
  RULES_VERSION,
  restoreSnapshot,
  SNAPSHOT_VERSION,
  type State,
} from '@bellwether/engine';
import { readSnapshot } from '@bellwether/ledger/adapters/snapshot-file/snapshot-file.ts';
import type { Follower } from '@bellwether/ledger/log/follower.ts';
import { type ChainedEntry, JournalCorruption } from '@bellwether/ports/journal.ts';
import type { EntryObserver } from '@bellwether/ports/venue-view.ts';
import { VerifyFailure } from './verify-failure.ts';
import { RunsCheck } from './verify-runs.ts';

/** Entries between two full recounts. */
const RECOUNT_EVERY = 10_000;

/** A snapshot file and the entry that its name claims. */
export type ListedSnapshot = { readonly path: string; readonly sequence: number };

export class HistoryCheck implements EntryObserver {
  readonly state: Readonly<State>;
  #reached = 0;
  readonly #snapshots: ReadonlyMap<number, string>;
  /** Check of the closed-order files that the snapshots need. */
  readonly runs = new RunsCheck();
  /** Number of entries decided again. */
  decisions = 0;
  recounts = 0;
  snapshots = 0;
  /** Number of snapshots that another version of the program wrote. */
  otherSnapshots = 0;

  /** `follower` is at the beginning of the journal and is observed from here on. */
  constructor(follower: Follower, snapshots: readonly ListedSnapshot[]) {
    this.state = follower.state;
    this.#snapshots = new Map(snapshots.map(({ sequence, path }) => [sequence, path]));
    follower.observe(this);
  }

  before(entry: ChainedEntry): void {
    this.#reached = entry.sequence;
    if (this.state.rules === RULES_VERSION || entry.command.kind === 'AdoptRules') this.#decideAgain(entry);
  }

  after(entry: ChainedEntry): void {
    const { sequence, events } = entry;
    assertAfter(this.state, events);
    if (sequence % RECOUNT_EVERY === 0) this.#recount();
    const snapshot = this.#snapshots.get(sequence);
    if (snapshot !== undefined) this.#checkSnapshot(snapshot, entry);
  }

  published(): void {
    this.runs.take(this.state);
  }

  /** Adds the entry at which the fold, or a check of the state after it, failed. */
  named(error: unknown): unknown {
    const isNamed = error instanceof VerifyFailure || error instanceof JournalCorruption;
    return isNamed ? error : failure(`entry ${this.#reached}`, error);
  }

  finish(): void {
    try {
      this.#recount();
    } catch (error) {
      throw failure(`entry ${this.state.sequence}`, error);
    }
    for (const [sequence, path] of this.#snapshots) {
      if (sequence > this.state.sequence) {
        throw new VerifyFailure(`snapshot ${path} is ahead of the journal, which ends at entry ${this.state.sequence}`);
      }
    }
    this.runs.finish();
  }

  #decideAgain({ sequence, timeMs, command, events }: ChainedEntry): void {
    this.decisions++;
    let again: unknown;
    try {
      const decision = decide(this.state, command, { sequence, timeMs });
      again = decision.kind === 'accepted' ? decision.events : decision;
    } catch (error) {
      throw failure(`entry ${sequence}: deciding ${command.kind} again`, error);
    }
    if (JSON.stringify(again) === JSON.stringify(events)) return;
    // The text differs; the order of keys does not matter.
    if (isDeepStrictEqual(JSON.parse(JSON.stringify(again)), events)) return;
    throw new VerifyFailure(
      `entry ${sequence}: ${command.kind} decided again gives ${excerpt(again)}, the journal holds ${excerpt(events)}`,
    );
  }

  #checkSnapshot(path: string, entry: ChainedEntry): void {
    const stored = readSnapshot(path);
    // A running venue keeps the newest few snapshots and removes the others.
    if (!existsSync(path)) return;
    if (stored === null) throw new VerifyFailure(`snapshot ${path} is damaged`);
    if (stored.sequence !== entry.sequence || stored.hash !== entry.hash)
      throw new VerifyFailure(`snapshot ${path} is of another journal: its entry has hash ${stored.hash}`);
    // Written by another version of the program: a start skips it, and its fingerprint means nothing here.
    if (stored.snapshot.version !== SNAPSHOT_VERSION) {
      this.otherSnapshots++;
      return;
    }
    const hash = hashState(this.state);
    if (stored.stateHash !== hash)
      throw new VerifyFailure(`snapshot ${path} says state ${stored.stateHash}, the journal leads to ${hash}`);
    const restored = hashState(restoreSnapshot(stored.snapshot));
    if (restored !== hash)
      throw new VerifyFailure(`snapshot ${path} restores state ${restored}, the journal leads to ${hash}`);
    this.snapshots++;
    this.runs.named(path, stored.runs);
  }

  #recount(): void {
    assertInvariants(this.state);
    this.recounts++;
  }
}

function failure(where: string, error: unknown): VerifyFailure {
  return new VerifyFailure(`${where}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
}

function excerpt(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= 300 ? text : `${text.slice(0, 300)}…`;
}
