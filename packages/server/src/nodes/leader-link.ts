/**
 * The way of a node that follows to the one that leads: takes every batch in order, from where the node is, and passes
 * commands on. What was made durable before they were in step is read from the database meanwhile.
 */
import type { Follower } from '../log/follower.ts';
import { JournalCorruption, type JournalHead, type JournalRecord } from '../ports/journal.ts';
import type { LogRecords } from '../ports/log.ts';
import {
  type FollowerStanding,
  type FromLeader,
  LINK_FORMAT,
  type NodeLink,
  type NodeName,
  type ToLeader,
} from '../ports/nodes.ts';
import type { Cancel, Runtime } from '../ports/runtime.ts';
import { followedEntries } from '../record/journal-record.ts';
import type { SequencedOutcome } from '../sequencer/batch.ts';
import type { QueuedCommand } from '../sequencer/command-queue.ts';
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

export interface LeaderLinkOptions {
  readonly link: NodeLink<ToLeader, FromLeader>;
  /** This one. */
  readonly node: NodeName;
  /** Folds every record. */
  readonly follower: Follower;
  /** The journal in the database. */
  readonly journal: LogRecords;
  readonly runtime: Pick<Runtime, 'clock' | 'timers'>;
  /** Told of each batch once it is folded. */
  readonly show: ShowBatch;
  /** Called again and again while nothing is heard of the leader. */
  readonly onDoubt: () => void;
}

/** `chain`: chain value of each entry of the record, 32 bytes each. `outcomes`: of what was passed on. */
export type ShowBatch = (
  record: JournalRecord | null,
  chain: Uint8Array,
  outcomes: readonly SequencedOutcome[],
) => void;

export class LeaderLink {
  readonly #options: LeaderLinkOptions;
  readonly #welcomed = Promise.withResolvers<Welcome>();
  readonly #stopTimers: readonly Cancel[];
  #isLost = false;
  #wasSilent = false;
  /** What has come while it catches up; null once it is in step. */
  #waiting: Batch[] | null = [];
  #waitingBytes = 0;
  /** When the leader had its lease at the latest, as far as is known: this node had said something by then, which it has answered. */
  #heardMs: number;
  /** Since when nothing else than the leader can have been what was silent. */
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

  /** Of the leader; 0 until it has said. */
  get epoch(): number {
    return this.#epoch;
  }

  /** By the leader's wall clock, in milliseconds: since when it has led; 0 until it has said. */
  get sinceMs(): number {
    return this.#sinceMs;
  }

  /** Those that follow the leader, as it has said last. */
  get followers(): readonly FollowerStanding[] {
    return this.#followers;
  }

  /** What the leader has made durable, as far as it has said. */
  get leaderSequence(): number {
    return this.#leaderSequence;
  }

  /** Whether it has what the leader has, and hears of everything. */
  get isInStep(): boolean {
    return this.#waiting === null && !this.#isLost;
  }

  /** When the leader had its lease at the latest, as far as is known; by the monotonic clock. */
  get heardMs(): number {
    return this.#heardMs;
  }

  /** Whether it was given up because nothing was heard. */
  get wasSilent(): boolean {
    return this.#wasSilent;
  }

  /** Resolves, with why, when nothing more comes of it. */
  get lost(): Promise<string> {
    return this.#options.link.lost;
  }

  /**
   * Resolves when this node has what the leader has, and hears of everything from then on. Rejects when it is refused or
   * lost before; `JournalCorruption`: what this node has is not what the journal says.
   */
  async join(): Promise<void> {
    const { head } = await this.#welcomed.promise;
    await this.#catchUp(head);
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const batch of waiting) this.#apply(batch);
  }

  /** Once it is in step. */
  pass(commands: readonly QueuedCommand[]): void {
    if (commands.length === 0) return;
    const ids = commands.map(({ id }) => id);
    this.#options.link.send({ kind: 'commands', ids, lines: commands.map(({ json }) => json).join('\n') });
  }

  close(why: string): void {
    this.#options.link.close(why);
  }

  #take(message: FromLeader): void {
    // What this node has may be changed by others from then on.
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

  /** Reads no further than the leader has said: what the database shows beyond may not be on its standby. */
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
    // After a standstill of this process itself what has arrived is read first, and asked for again.
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
 * Folds what a log has beyond the follower, up to the record that holds entry `until`, and tells of each record. `mayGoOn` throws when
 * nothing may be folded any more.
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
    const entries = follower.read(record);
    if (record.lastSequence <= known) continue;
    show(record, Buffer.concat(entries.map(({ hash }) => Buffer.from(hash, 'hex'))), []);
    if (follower.head.sequence >= until) return;
  }
}

const NO_CHAIN = new Uint8Array(0);
