/**
 * The nodes of one venue: one of them leads, the others follow it. A node that follows is told of every record by the one
 * that leads, over a link, and passes its clients' commands on over the same link. The database decides who leads; a link
 * is only the short way to it.
 */
import type { JournalHead, JournalRecord } from './journal.ts';
import type { FromGiver, ToGiver } from './node-files.ts';

/** Of the messages between nodes: a node follows none that speaks another one. */
export const LINK_FORMAT = 3;

/** A node as the others know it. */
export interface NodeName {
  /** For people: another one after each start. */
  readonly name: string;
  /** Where other nodes reach it: the same after each start. */
  readonly address: string;
}

/** A node that follows, and up to which entry it shows everything, as it has said. */
export interface FollowerStanding extends NodeName {
  readonly sequence: number;
}

/** What a node that follows says, or one that joins. */
export type ToLeader =
  | ToGiver
  /** First of all: it has everything up to `head`. */
  | { readonly kind: 'follow'; readonly format: number; readonly node: NodeName; readonly head: JournalHead }
  /** One command as JSON per line, with the number that its outcome is to carry. */
  | { readonly kind: 'commands'; readonly ids: readonly number[]; readonly lines: string }
  /** It has, and shows, everything up to this entry. `atMs`: by its monotonic clock, when it said so. */
  | { readonly kind: 'reached'; readonly sequence: number; readonly atMs: number };

/** What the node that leads says, or one that has files. */
export type FromLeader =
  | FromGiver
  /**
   * Records follow, from the one after `head`: what is before it is in the database. It has led since `sinceMs`, by its clock.
   * One that does not lead says `refused`.
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
   * It has its lease, and everything up to this entry is durable. All that follow it hear of each other. `reachedMs`: of the
   * last `reached` that it has heard of this node, after which this was so however long it was on its way; null before the first.
   */
  | {
      readonly kind: 'lease';
      readonly sequence: number;
      readonly followers: readonly FollowerStanding[];
      readonly reachedMs: number | null;
    };

/** One end of the way to another node. Both have proved that they are of this venue. */
export interface NodeLink<Sent, Received> {
  /** Arrives in order, or the link is lost. Does nothing once it is. */
  send(message: Sent): void;
  /** Hands over what has arrived and what does from now on. One receiver at most. */
  receive(take: (message: Received) => void): void;
  /** Bytes that the network has not taken yet. */
  readonly unsentBytes: number;
  /** Resolves, with why, when nothing arrives any more. */
  readonly lost: Promise<string>;
  close(why: string): void;
}

export interface NodeNetwork {
  /** Where other nodes reach this one. */
  readonly address: string;
  /** Rejects when no node of this venue answers there. */
  connect(address: string): Promise<NodeLink<ToLeader, FromLeader>>;
  /** Takes links from now on; rejects when the address cannot be listened at. */
  listen(take: (link: NodeLink<FromLeader, ToLeader>) => void): Promise<void>;
  close(): void;
}

/** What a node is at the moment. */
export interface NodeStanding {
  /** Itself. */
  readonly node: NodeName;
  /** `seeks`: it knows of no one that leads. */
  readonly role: 'leads' | 'follows' | 'seeks';
  /** Why it has neither led nor followed for seconds, in words for people; '' otherwise. */
  readonly problem: string;
  /** The one that leads, for people; '' while none is known. */
  readonly leader: string;
  /** Where others reach that one; '' while none is known. */
  readonly leaderAddress: string;
  /** By the leader's wall clock, in milliseconds: since when it has led; 0 while none is known. */
  readonly leaderSinceMs: number;
  /** Of the leader; 0 while none is known. */
  readonly epoch: number;
  /**
   * By the monotonic clock, in milliseconds: from then on, unless more is heard, another node may lead without its knowledge, and
   * what it shows may be old.
   */
  readonly currentUntilMs: number;
  /** By the wall clock, in milliseconds: since when this has been its role under this leader. */
  readonly sinceMs: number;
  /** The entry that the leader has made durable, as far as it has said. */
  readonly leaderSequence: number;
  /** Those that follow the leader, this node included, as the leader has said last. */
  readonly followers: readonly FollowerStanding[];
}

/** Whether what the node shows is what the venue is. Asked anew each time: a process that stands still tells of nothing. */
export const isCurrentAt = ({ currentUntilMs }: NodeStanding, monotonicMs: number): boolean =>
  monotonicMs < currentUntilMs;

/** Entries by which who shows everything up to `sequence` is behind the leader. What the leader has said may be older. */
export const lagOf = (leaderSequence: number, sequence: number): number => Math.max(0, leaderSequence - sequence);

/** Who leads, as the database says. */
export interface Leader {
  /** For people. */
  readonly name: string;
  /** Where other nodes reach it; '' when it has no such place. */
  readonly address: string;
  /** 0 while no one has ever led. */
  readonly epoch: number;
}

/** Leave to lead. Whether it is used for anything the log's epoch decides. */
export interface Turn {
  /** It has opened the log, which keeps the lease from now on. */
  leads(): void;
  /** It cannot lead now: another one may, or this one later. */
  giveUp(): Promise<void>;
  /** Lets another one lead. */
  end(): void;
}

export interface Election {
  /** Null while another one leads. Rejects when the database cannot be asked. */
  attempt(): Promise<Turn | null>;
  /** Rejects when the database cannot be asked. */
  leader(): Promise<Leader>;
  close(): void;
}
