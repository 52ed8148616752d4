/**
 * A follower's link to the leader: takes every batch in order, from the follower's entry on, and passes commands on.
 * Records that became durable before the two were in step are read from the database meanwhile.
 */

import { NO_CHAIN, type QueuedCommand, type SequencedOutcome } from '@bellwether/exchange/sequencer/batch.ts';
import type { Follower } from '@bellwether/ledger/log/follower.ts';
import { followedEntries } from '@bellwether/ledger/record/journal-record.ts';
import { JournalCorruption, type JournalHead, type JournalRecord } from '@bellwether/ports/journal.ts';
import type { LogRecords } from '@bellwether/ports/log.ts';
import {
  type FollowerStanding,
  type FromLeader,
  LINK_FORMAT,
  type NodeLink,
  type NodeName,
  type ToLeader,
} from '@bellwether/ports/nodes.ts';
import type { Cancel, Runtime } from '@bellwether/ports/runtime.ts';
import {
  BEAT_MS,
  CATCH_UP_BYTES_MAX,
  CATCH_UP_WAITING_MAX,
  DOUBTED_MS,
  SILENT_MS_MAX,
  WELCOME_MS_MAX,
} from './limits.ts';

type Batch = Extract<FromLeader, { readonly kind: 'batch' }>;
type Welcome = Extract<FromLeader, { readonly kind: 'welcome' }>;

interface LeaderLinkOptions {
  readonly link: NodeLink<ToLeader, FromLeader>;
  readonly node: NodeName;
  /** Folds every record. */
  readonly follower: Follower;
  readonly journal: LogRecords;
  readonly runtime: Pick<Runtime, 'clock' | 'timers'>;
  /** Called with each batch once it is folded. */
  readonly show: ShowBatch;
  /** Called repeatedly while the leader is silent. */
  readonly onDoubt: () => void;
}

/** `chain`: chain value of each entry of the record, 32 bytes each. `outcomes`: results of commands that were passed on. */
type ShowBatch = (record: JournalRecord | null, chain: Uint8Array, outcomes: readonly SequencedOutcome[]) => void;

export class LeaderLink {
  readonly #options: LeaderLinkOptions;
  readonly #welcomed = Promise.withResolvers<Welcome>();
  readonly #stopTimers: readonly Cancel[];
  #isLost = false;
  #wasSilent = false;
  /** Batches that arrive while the node catches up; null once it is in step. */
  #waiting: Batch[] | null = [];
  #waitingBytes = 0;
  /**
   * Latest time at which the leader is known to have had its lease: this node had sent a message by then that the
   * leader has answered.
   */
  #heardMs: number;
  /** Start of the time in which silence can only be the leader's fault. */
  #patientMs: number;
  #lookedMs: number;
  #epoch = 0;
  #sinceMs = 0;
  #leaderSequence = 0;
  #followers: readonly FollowerStanding[] = [];

  constructor(options: LeaderLinkOptions) {
    const { link, node, follower, runtime } = options;
    this.#options = options;
    this.#heardMs = runtime.clock.monotonicMs();
    this.#patientMs = this.#heardMs;
    this.#lookedMs = this.#heardMs;
    this.#stopTimers = [
      runtime.timers.every(BEAT_MS, () => this.#beat()),
      runtime.timers.after(WELCOME_MS_MAX, () => {
        if (this.#epoch === 0) link.close('the node that leads did not answer in time');
      }),
    ];
    void link.lost.then((why) => {
      this.#isLost = true;
      for (const stop of this.#stopTimers) stop();
      this.#welcomed.reject(new Error(why));
    });
    link.receive((message) => this.#take(message));
    link.send({ kind: 'follow', format: LINK_FORMAT, node, head: follower.head });
  }

  /** Epoch of the leader; 0 before its welcome. */
  get epoch(): number {
    return this.#epoch;
  }

  /** Leader's wall clock, in milliseconds, at the start of its term; 0 before its welcome. */
  get sinceMs(): number {
    return this.#sinceMs;
  }

  /** Nodes that follow the leader, as last reported by the leader. */
  get followers(): readonly FollowerStanding[] {
    return this.#followers;
  }

  /** Last entry that the leader has reported as durable. */
  get leaderSequence(): number {
    return this.#leaderSequence;
  }

  /** True if the node has everything that the leader has, and receives every batch. */
  get isInStep(): boolean {
    return this.#waiting === null && !this.#isLost;
  }

  /** Latest time at which the leader is known to have had its lease; monotonic clock. */
  get heardMs(): number {
    return this.#heardMs;
  }

  /** True if the link was given up because the leader was silent. */
  get wasSilent(): boolean {
    return this.#wasSilent;
  }

  /** Resolves with the reason when the link is lost. */
  get lost(): Promise<string> {
    return this.#options.link.lost;
  }

  /**
   * Resolves when this node has everything that the leader has, and receives every batch from then on. Rejects when the
   * link is refused or lost before; with `JournalCorruption` when this node's entries are not those of the journal.
   */
  async join(): Promise<void> {
    const { head } = await this.#welcomed.promise;
    await this.#catchUp(head);
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const batch of waiting) this.#apply(batch);
  }

  /** Passes commands on. Only once the node is in step. */
  pass(commands: readonly QueuedCommand[]): void {
    if (commands.length === 0) return;
    const ids = commands.map(({ id }) => id);
    this.#options.link.send({ kind: 'commands', ids, lines: commands.map(({ json }) => json).join('\n') });
  }

  close(why: string): void {
    this.#options.link.close(why);
  }

  #take(message: FromLeader): void {
    // Once the link is lost, other code may change the follower.
    if (this.#isLost) return;
    switch (message.kind) {
      case 'welcome':
        this.#epoch = message.epoch;
        this.#sinceMs = message.sinceMs;
        this.#leaderSequence = message.head.sequence;
        return this.#welcomed.resolve(message);
      case 'refused':
        return this.close(message.why);
      case 'lease':
        this.#leaderSequence = message.sequence;
        this.#followers = message.followers;
        this.#heardMs = message.reachedMs ?? this.#heardMs;
        return;
      case 'batch':
        if (message.record !== null) this.#leaderSequence = message.record.lastSequence;
        if (this.#waiting === null) return this.#apply(message);
        this.#waiting.push(message);
        this.#waitingBytes += message.record?.payload.length ?? 0;
        if (this.#waiting.length > CATCH_UP_WAITING_MAX || this.#waitingBytes > CATCH_UP_BYTES_MAX)
          this.close('this node does not catch up');
    }
  }

  #apply({ record, outcomes }: Batch): void {
    const { follower, show } = this.#options;
    const own = JSON.parse(outcomes) as SequencedOutcome[];
    if (record === null || record.lastSequence <= follower.head.sequence) return show(null, NO_CHAIN, own);
    follower.fold(followedEntries(record), record.previousHash, record);
    show(record, record.chain ?? NO_CHAIN, own);
  }

  /** Reads no further than the leader has announced: later records in the database may not be on its standby yet. */
  async #catchUp(head: JournalHead): Promise<void> {
    const { follower, journal, show } = this.#options;
    const mayGoOn = (): void => {
      if (this.#isLost) throw new Error('the node that leads was lost while this one caught up');
    };
    await readOn(journal, follower, head.sequence, show, mayGoOn);
    const { sequence, hash } = follower.head;
    if (sequence === head.sequence && hash !== head.hash) {
      throw new JournalCorruption(`entry ${sequence} has hash ${hash} here, the node that leads has ${head.hash}`);
    }
    if (sequence < head.sequence) throw new Error(`the database does not show entry ${head.sequence} yet`);
  }

  #beat(): void {
    const { link, follower, runtime, onDoubt } = this.#options;
    const nowMs = runtime.clock.monotonicMs();
    // After a standstill of this process, messages that have arrived are read first, and the leader is asked again.
    if (nowMs - this.#lookedMs > SILENT_MS_MAX / 2) this.#patientMs = nowMs;
    this.#lookedMs = nowMs;
    const silentMs = nowMs - Math.max(this.#heardMs, this.#patientMs);
    if (silentMs > SILENT_MS_MAX) {
      this.#wasSilent = true;
      return link.close('the node that leads is silent');
    }
    if (silentMs > DOUBTED_MS && this.isInStep) onDoubt();
    link.send({ kind: 'reached', sequence: follower.head.sequence, atMs: nowMs });
  }
}

/**
 * Folds a log beyond the follower's head, up to the record that holds entry `until`, and shows each record. `mayGoOn`
 * throws when nothing more may be folded.
 */
export async function readOn(
  journal: LogRecords,
  follower: Follower,
  until: number,
  show: ShowBatch,
  mayGoOn: () => void = () => undefined,
): Promise<void> {
  if (follower.head.sequence >= until) return;
  for await (const record of journal.read(Math.max(1, follower.head.sequence))) {
    mayGoOn();
    const known = follower.head.sequence;
    const entries = follower.foldRecord(record);
    if (record.lastSequence <= known) continue;
    show(record, Buffer.concat(entries.map(({ hash }) => Buffer.from(hash, 'hex'))), []);
    if (follower.head.sequence >= until) return;
  }
}
