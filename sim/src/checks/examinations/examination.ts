/** The end of a run, and the common type of its examinations. */
import type { State } from '@bellwether/engine';
import type { ChainedEntry, JournalHead, JournalRecord } from '@bellwether/ports/journal.ts';
import type { OrderArchive } from '@bellwether/ports/order-archive.ts';
import type { StoredSnapshot } from '@bellwether/ports/snapshots.ts';
import type { StoreWriter } from '@bellwether/ports/store.ts';
import type { World } from '../../world.ts';
import type { AuditedLog } from '../audited-log.ts';

export interface EndOfRun {
  readonly world: Pick<World, 'dice' | 'keeps' | 'features' | 'count'>;
  readonly log: AuditedLog;
  readonly records: readonly JournalRecord[];
  readonly entries: readonly ChainedEntry[];
  /** Every live follower, named by its purpose, and one that has just read the whole log. */
  readonly followers: readonly {
    readonly name: string;
    readonly state: Readonly<State>;
    readonly head: JournalHead;
    /** Closed orders that the state has handed out; null for a follower that keeps none. */
    readonly archive: OrderArchive | null;
  }[];
  /** Store of a process that serves, for comparing tables as they are; null if there is none. */
  readonly store: Pick<StoreWriter, 'prepare' | 'exec'> | null;
  /** Reads the snapshots that still exist from their bytes; the caller owns the result. */
  snapshots(): readonly StoredSnapshot[];
}

/** Returns a description of the problem, or null if there is none. It may also throw the problem. */
export type Examine = (end: EndOfRun) => string | null;
