/** State of the community: comments, marks on them, taken names, moderators. */

import { type AccountId, violated } from '../units/units.ts';
import { CommentLog, type CommentLogSnapshot } from './comment-log.ts';
import { looksOf } from './look-alikes.ts';
import { MarkSet, type MarkSetSnapshot } from './mark-set.ts';

export interface Community {
  /** False if this state does not keep the community; everything else then throws. */
  readonly isKept: boolean;
  readonly comments: CommentLog;
  readonly marks: MarkSet;
  /** Names by account, with their original spelling. */
  readonly names: Map<AccountId, string>;
  /** Names by their look. */
  readonly nameIndex: NameIndex;
  readonly moderators: Set<AccountId>;
}

/** Plain-data form for snapshots. */
export interface CommunitySnapshot {
  readonly comments: CommentLogSnapshot;
  readonly marks: MarkSetSnapshot;
  readonly names: readonly (readonly [AccountId, string])[];
  readonly moderators: readonly AccountId[];
}

export function createCommunity(): Community {
  return {
    isKept: true,
    comments: new CommentLog(),
    marks: new MarkSet(),
    names: new Map(),
    nameIndex: new NameIndex(),
    moderators: new Set<AccountId>(),
  };
}

export function communityNotKept(): Community {
  const no = (): never => violated('this state keeps no comments, reactions or names');
  return {
    isKept: false,
    get comments() {
      return no();
    },
    get marks() {
      return no();
    },
    get names() {
      return no();
    },
    get nameIndex() {
      return no();
    },
    get moderators() {
      return no();
    },
  };
}

export function snapshotCommunity({ comments, marks, names, moderators }: Readonly<Community>): CommunitySnapshot {
  return { comments: comments.snapshot(), marks: marks.snapshot(), names: [...names], moderators: [...moderators] };
}

export function restoreCommunity(snapshot: CommunitySnapshot): Community {
  const comments = CommentLog.restore(snapshot.comments);
  const moderators = new Set(snapshot.moderators);
  const nameIndex = new NameIndex();
  for (const [account, name] of snapshot.names) nameIndex.add(account, name);
  const marks = MarkSet.restore(snapshot.marks);
  return { isKept: true, comments, moderators, marks, names: new Map(snapshot.names), nameIndex };
}

/** Calls `add` with every fact that affects decisions, for the fingerprint of the state. */
export function communityFacts(
  { comments, marks, names, moderators }: Readonly<Community>,
  add: (...facts: readonly (string | number | boolean)[]) => void,
): void {
  for (const { id, entity, depth, author, timeMs, removed, reported } of comments.values()) {
    add('comment', id, entity.type, entity.id, depth, author, timeMs, removed, reported);
  }
  for (const [comment, account, mark] of marks.values()) add('mark', comment, account, mark);
  for (const [account, name] of names) add('name', account, name);
  for (const account of moderators) add('moderator', account);
}

/**
 * Holders of names, indexed by looks. Old journals, from before names were compared by looks, contain accounts with
 * names that look alike. Each keeps its name, and no other account can take it while one of them has it.
 */
export class NameIndex {
  readonly #holders = new Map<string, Set<AccountId>>();

  add(account: AccountId, name: string): void {
    for (const look of looksOf(name)) {
      const holders = this.#holders.get(look);
      if (holders === undefined) this.#holders.set(look, new Set([account]));
      else holders.add(account);
    }
  }

  delete(account: AccountId, name: string): void {
    for (const look of looksOf(name)) {
      const holders = this.#holders.get(look);
      holders?.delete(account);
      if (holders?.size === 0) this.#holders.delete(look);
    }
  }

  /** True if another account has a name that looks like this one. */
  isTaken(name: string, account: AccountId): boolean {
    for (const look of looksOf(name)) {
      for (const holder of this.#holders.get(look) ?? []) if (holder !== account) return true;
    }
    return false;
  }
}
