/**
 * The leader's view of the other nodes: each is sent every batch as it becomes durable, and the outcomes of the
 * commands that it passed on. A node that does not keep up is dropped: it finds the rest in the database.
 */
import type { OtherNodes } from '@bellwether/exchange/exchange-service.ts';
import type { QueuedCommand, SequencedOutcome } from '@bellwether/exchange/sequencer/batch.ts';
import type { JournalHead, JournalRecord } from '@bellwether/ports/journal.ts';
import {
  type FollowerStanding,
  type FromLeader,
  LINK_FORMAT,
  type NodeLink,
  type NodeName,
  type ToLeader,
} from '@bellwether/ports/nodes.ts';
import type { Clock } from '@bellwether/ports/runtime.ts';
import { FOLLOWER_SILENT_MS_MAX, UNSENT_BYTES_MAX } from './limits.ts';

type Link = NodeLink<FromLeader, ToLeader>;

interface FollowingNode {
  readonly link: Link;
  readonly node: NodeName;
  /** Last entry that it shows. */
  sequence: number;
  /** Time of that report on the node's own clock; null before the first. */
  reachedMs: number | null;
  /** Time of its last message on this node's clock. */
  heardMs: number;
}

/** Origin of another node's command: its link, and the command's number there. */
type Origin = { readonly link: Link; readonly id: number };

interface HubOptions {
  readonly epoch: number;
  /** Wall clock, in milliseconds, at the start of its term. */
  readonly sinceMs: number;
  /** Durable end of the journal. */
  readonly head: JournalHead;
  readonly clock: Clock;
  /** Called on each beat with the hub (for its followers) and the end of this node's lease on the monotonic clock. */
  readonly onBeat: (hub: NodeHub, leaseUntilMs: number) => void;
}

export class NodeHub implements OtherNodes {
  readonly epoch: number;
  readonly #sinceMs: number;
  readonly #onBeat: HubOptions['onBeat'];
  readonly #clock: Clock;
  readonly #following = new Map<Link, FollowingNode>();
  readonly #origins = new Map<number, Origin>();
  /** Ids below 0: see `OtherNodes`. */
  #nextId = -1;
  #beatMs: number;
  #head: JournalHead;
  #leaseUntilMs = Number.POSITIVE_INFINITY;
  #submit: (commands: readonly QueuedCommand[]) => void = () => undefined;

  constructor({ epoch, sinceMs, head, clock, onBeat }: HubOptions) {
    this.epoch = epoch;
    this.#sinceMs = sinceMs;
    this.#head = head;
    this.#clock = clock;
    this.#beatMs = clock.monotonicMs();
    this.#onBeat = onBeat;
  }

  /** Following nodes, and the last entry that each of them shows. */
  get followers(): readonly FollowerStanding[] {
    return [...this.#following.values()].map(({ node, sequence }) => ({ ...node, sequence }));
  }

  /** Durable end of the journal. */
  get sequence(): number {
    return this.#head.sequence;
  }

  receive(submit: (commands: readonly QueuedCommand[]) => void): void {
    this.#submit = submit;
  }

  /** Admits a node that wants to follow. */
  welcome(link: Link, { format, node, head }: Extract<ToLeader, { readonly kind: 'follow' }>): void {
    if (format !== LINK_FORMAT) return refuse(link, `it speaks format ${LINK_FORMAT}, not ${format}: another version`);
    if (!this.#hasLease()) return refuse(link, 'its lease is over');
    // Possible for a moment: the node has read records in the database that are about to be released here.
    if (head.sequence > this.#head.sequence) {
      return refuse(link, `it ends at entry ${this.#head.sequence}, entry ${head.sequence} is not known here`);
    }
    const heardMs = this.#clock.monotonicMs();
    this.#following.set(link, { link, node, sequence: head.sequence, reachedMs: null, heardMs });
    void link.lost.then(() => this.#forget(link));
    link.send({ kind: 'welcome', epoch: this.epoch, sinceMs: this.#sinceMs, head: this.#head });
    link.receive((message) => this.#take(link, message));
  }

  release(record: JournalRecord | null, chain: Uint8Array, outcomes: readonly SequencedOutcome[]): void {
    const byLink = this.#byLink(outcomes);
    if (record !== null) this.#head = { sequence: record.lastSequence, hash: record.hash };
    const told = record === null ? null : { ...record, chain };
    const message: FromLeader = { kind: 'batch', record: told, outcomes: '[]' };
    for (const { link } of this.#following.values()) {
      const own = byLink.get(link);
      if (record === null && own === undefined) continue;
      tellNode(link, own === undefined ? message : { ...message, outcomes: JSON.stringify(own) });
    }
  }

  beat(leaseUntilMs: number): void {
    this.#leaseUntilMs = leaseUntilMs;
    this.#dropSilent();
    if (this.#hasLease()) {
      const { followers, sequence } = this;
      for (const { link, reachedMs } of this.#following.values())
        tellNode(link, { kind: 'lease', sequence, followers, reachedMs });
    }
    this.#onBeat(this, leaseUntilMs);
  }

  close(): void {
    for (const { link } of this.#following.values()) link.close('the node that leads stops');
  }

  /** Drops nodes that have lost power or their connection: they say nothing and would still be reported as followers. */
  #dropSilent(): void {
    const nowMs = this.#clock.monotonicMs();
    // Messages sent while this process stood still are read first.
    const stoodStill = nowMs - this.#beatMs > FOLLOWER_SILENT_MS_MAX / 2;
    this.#beatMs = nowMs;
    for (const node of this.#following.values()) {
      if (stoodStill) node.heardMs = nowMs;
      if (nowMs - node.heardMs > FOLLOWER_SILENT_MS_MAX) node.link.close('it is silent');
    }
  }

  #hasLease(): boolean {
    return this.#clock.monotonicMs() < this.#leaseUntilMs;
  }

  #take(link: Link, message: ToLeader): void {
    const node = this.#following.get(link);
    if (node !== undefined) node.heardMs = this.#clock.monotonicMs();
    if (message.kind === 'reached') {
      if (node === undefined) return;
      node.sequence = message.sequence;
      node.reachedMs = message.atMs;
      return;
    }
    if (message.kind !== 'commands') return;
    const commands = message.lines.split('\n').map((json, index): QueuedCommand => {
      const id = this.#nextId--;
      this.#origins.set(id, { link, id: message.ids[index] ?? 0 });
      return { id, json };
    });
    this.#submit(commands);
  }

  #byLink(outcomes: readonly SequencedOutcome[]): ReadonlyMap<Link, SequencedOutcome[]> {
    const byLink = new Map<Link, SequencedOutcome[]>();
    for (const outcome of outcomes) {
      const origin = this.#origins.get(outcome.id);
      this.#origins.delete(outcome.id);
      if (origin === undefined) continue;
      const own = byLink.get(origin.link) ?? [];
      own.push({ ...outcome, id: origin.id });
      byLink.set(origin.link, own);
    }
    return byLink;
  }

  /** Commands that the node has passed on are carried out all the same. */
  #forget(link: Link): void {
    this.#following.delete(link);
  }
}

export function refuse(link: Link, why: string): void {
  link.send({ kind: 'refused', why });
  link.close(why);
}

/** Sends a leader's message. A follower that does not keep up is dropped: it finds the rest in the database. */
function tellNode(link: NodeLink<FromLeader, ToLeader>, message: FromLeader): void {
  link.send(message);
  if (link.unsentBytes > UNSENT_BYTES_MAX) link.close('it does not take what it is sent');
}
