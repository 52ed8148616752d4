/**
 * The nodes of one venue: one leads, the others follow. The leader sends every record to its followers over a link, and
 * a follower passes its clients' commands on over the same link. The database decides which node leads; a link is only
 * a shortcut.
 */
import type { JournalHead, JournalRecord } from './journal.ts';
import type { FromGiver, ToGiver } from './node-files.ts';

/** Format of the messages between nodes: a node follows no leader with another format. */
export const LINK_FORMAT = 3;

/** A node as the others know it. */
export interface NodeName {
  /** For people: different after each start. */
  readonly name: string;
  /** Address at which other nodes reach it: the same after each start. */
  readonly address: string;
}

/** A following node and the last entry up to which it reports to show everything. */
export interface FollowerStanding extends NodeName {
  readonly sequence: number;
}

export type ToLeader =
  | ToGiver
  /** The first message: the node has everything up to `head`. */
  | { readonly kind: 'follow'; readonly format: number; readonly node: NodeName; readonly head: JournalHead }
  /** One command as JSON per line, with the number that its outcome is to carry. */
  | { readonly kind: 'commands'; readonly ids: readonly number[]; readonly lines: string }
  /** The node has, and shows, everything up to this entry. `atMs`: its monotonic clock when it sent this. */
  | { readonly kind: 'reached'; readonly sequence: number; readonly atMs: number };

/** Messages of the leader, or of a node that has files. */
export type FromLeader =
  | FromGiver
  /**
   * Records follow, starting after `head`; earlier ones are in the database. The node has led since `sinceMs`, by its
   * own clock. A node that does not lead answers `refused`.
   */
  | {
      readonly kind: 'welcome';
      readonly epoch: number;
      readonly sinceMs: number;
      readonly head: JournalHead;
    }
  /** A durable batch with the outcomes of this node's commands, as a JSON array of `SequencedOutcome`. */
  | { readonly kind: 'batch'; readonly record: JournalRecord | null; readonly outcomes: string }
  /**
   * The leader has its lease, and everything up to this entry is durable. All followers hear of each other.
   * `reachedMs` repeats the time of this node's last `reached`, null before the first: the leader still had its lease
   * after that time, however long this message took.
   */
  | {
      readonly kind: 'lease';
      readonly sequence: number;
      readonly followers: readonly FollowerStanding[];
      readonly reachedMs: number | null;
    };

/** One end of a link to another node. Both ends have proved that they belong to this venue. */
export interface NodeLink<Sent, Received> {
  /** Messages arrive in order, or the link is lost. A no-op once it is. */
  send(message: Sent): void;
  /** Hands over messages that have arrived and those still to come. At most one receiver. */
  receive(take: (message: Received) => void): void;
  /** Bytes that the network has not accepted yet. */
  readonly unsentBytes: number;
  /** Resolves with the reason when nothing arrives any more. */
  readonly lost: Promise<string>;
  close(why: string): void;
}

export interface NodeNetwork {
  /** Address at which other nodes reach this one. */
  readonly address: string;
  /** Rejects when no node of this venue answers there. */
  connect(address: string): Promise<NodeLink<ToLeader, FromLeader>>;
  /** Accepts links from now on; rejects when the address cannot be listened at. */
  listen(take: (link: NodeLink<FromLeader, ToLeader>) => void): Promise<void>;
  close(): void;
}

/** Current role of a node. */
export interface NodeStanding {
  readonly node: NodeName;
  /** `seeks`: it knows of no leader. */
  readonly role: 'leads' | 'follows' | 'seeks';
  /** Reason for people why the node has neither led nor followed for seconds; '' otherwise. */
  readonly problem: string;
  /** Name of the leader, for people; '' while none is known. */
  readonly leader: string;
  /** Address at which other nodes reach the leader; '' while none is known. */
  readonly leaderAddress: string;
  /** Leader's wall clock, in milliseconds, at the start of its term; 0 while none is known. */
  readonly leaderSinceMs: number;
  /** Epoch of the leader; 0 while none is known. */
  readonly epoch: number;
  /**
   * Monotonic clock, in milliseconds: from then on, without further news, another node may lead without this node's
   * knowledge, and its view may be stale.
   */
  readonly currentUntilMs: number;
  /** Wall clock, in milliseconds, since which the node has had this role under this leader. */
  readonly sinceMs: number;
  /** Last entry that the leader has reported as durable. */
  readonly leaderSequence: number;
  /** Nodes that follow the leader, this one included, as last reported by the leader. */
  readonly followers: readonly FollowerStanding[];
}

/** True if the node's view is certain to be current. Computed on every call, because a stalled process reports nothing. */
export const isCurrentAt = ({ currentUntilMs }: NodeStanding, monotonicMs: number): boolean =>
  monotonicMs < currentUntilMs;

/**
 * Entries by which a view that shows everything up to `sequence` is behind the leader. The leader's figure may be older.
 */
export const lagOf = (leaderSequence: number, sequence: number): number => Math.max(0, leaderSequence - sequence);

/** The leader according to the database. */
export interface Leader {
  /** For people. */
  readonly name: string;
  /** Address at which other nodes reach it; '' when it has none. */
  readonly address: string;
  /** 0 while there has never been a leader. */
  readonly epoch: number;
}

/** Permission to lead. The log's epoch decides whether its holder's appends count. */
export interface Turn {
  /** The node has opened the log, which keeps the lease from now on. */
  leads(): void;
  /** The node cannot lead now: another one may, or this one later. */
  giveUp(): Promise<void>;
  /** Gives up leadership, so that another node can lead. */
  end(): void;
}

export interface Election {
  /** Null while another node leads. Rejects when the database cannot be asked. */
  attempt(): Promise<Turn | null>;
  /** Rejects when the database cannot be asked. */
  leader(): Promise<Leader>;
  close(): void;
}
