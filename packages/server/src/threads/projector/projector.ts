/**
 * Keeps the read store up to date: follows the log, folds its entries into a follower state and writes their rows, many
 * records in one transaction when they arrive faster than they are written. It runs in the projector thread but knows
 * nothing of threads, and never writes the journal.
 */

import type { Follower } from '../../log/follower.ts';
import { recordPages } from '../../ports/follow-log.ts';
import type { JournalRecord } from '../../ports/journal.ts';
import type { FollowableLog } from '../../ports/log.ts';
import { type Runtime, turn } from '../../ports/runtime.ts';
import { PriceObserver } from '../../prices/observed-prices.ts';
import type { ProjectionRunner } from '../../projections/runner.ts';
import { followedEntries } from '../../record/journal-record.ts';
import { GATHERED_ENTRIES_MAX, TRANSACTION_INTERVAL_MS, TRANSACTION_INTERVAL_MS_MAX } from '../limits.ts';

export interface ProjectorOptions {
  readonly runner: ProjectionRunner;
  /** Tells of each record that `published` is called for, before it is. */
  readonly log: FollowableLog;
  /**
   * At or before the rows' cursor, because projections are told what every entry did to prices.
   */
  readonly follower: Follower;
  readonly runtime: Runtime;
  /** Told after every transaction how far all projections are. */
  readonly onProjected: (sequence: number) => void;
  /** Told once why nothing more will be written, unless `catchUp` says so. */
  readonly onFailed?: (error: unknown) => void;
  /** Milliseconds between transactions while a read waits, and while none does. */
  readonly intervalMs?: { readonly wanted: number; readonly unwanted: number };
  /** Entries of the log that are written at once while it catches up: fewer where others wait for the thread. */
  readonly turnEntries?: number;
}

const INTERVAL_MS = { wanted: TRANSACTION_INTERVAL_MS, unwanted: TRANSACTION_INTERVAL_MS_MAX };

export class Projector {
  readonly #runner: ProjectionRunner;
  readonly #log: FollowableLog;
  readonly #follower: Follower;
  readonly #runtime: Runtime;
  readonly #prices = new PriceObserver();
  readonly #onProjected: (sequence: number) => void;
  readonly #onFailed: (error: unknown) => void;
  readonly #intervalMs: { readonly wanted: number; readonly unwanted: number };
  readonly #turnEntries: number | undefined;
  readonly #stop = new AbortController();
  /** Last entry of what was published: the log holds at least that much. */
  #published = 0;
  /** Someone waits for the rows up to this entry. */
  #wanted = 0;
  /** `gathering`: it lets more arrive before the next transaction. */
  #doing: 'nothing' | 'gathering' | 'writing' = 'nothing';
  /** Ends what it waits for. */
  #wake: () => void = () => {};
  /** When the last transaction began, on the monotonic clock. */
  #writtenMs = Number.NEGATIVE_INFINITY;
  #written = Promise.withResolvers<void>();
  #caughtUp: Promise<void> | null = null;
  /** Rejects with why nothing more is written. */
  #following: Promise<void> | null = null;

  constructor({
    runner,
    log,
    follower,
    runtime,
    onProjected,
    onFailed = () => {},
    intervalMs = INTERVAL_MS,
    turnEntries,
  }: ProjectorOptions) {
    if (follower.head.sequence > runner.cursor.sequence) {
      throw new Error(
        `a follower at entry ${follower.head.sequence} is ahead of the rows at ${runner.cursor.sequence}`,
      );
    }
    this.#runner = runner;
    this.#log = log;
    this.#follower = follower;
    this.#runtime = runtime;
    follower.observe(this.#prices);
    this.#onProjected = onProjected;
    this.#onFailed = onFailed;
    this.#intervalMs = intervalMs;
    this.#turnEntries = turnEntries;
  }

  /** Sequence up to which all projections are written. */
  get projected(): number {
    return this.#runner.cursor.sequence;
  }

  /** Whether nothing is being written, and no transaction is open: also while entries gather. */
  get isIdle(): boolean {
    return this.#doing !== 'writing';
  }

  /**
   * Writes everything the log holds, and from then on what is published. Rejects with `JournalCorruption`, and with
   * `ProjectionMismatch` for a store that is ahead of the journal or of another one: emptying it would hide that
   * acknowledged entries are gone.
   */
  catchUp(): Promise<void> {
    this.#caughtUp = this.#catchUp();
    this.#following = this.#caughtUp.then(() => this.#follow());
    // A rejection is kept for `settled`, that of catching up for its caller as well.
    this.#following.catch(() => undefined);
    return this.#caughtUp;
  }

  /** The log has told of records up to this entry; they are written soon: see `limits.ts`. `settled` tells when. */
  published(sequence: number): void {
    this.#published = sequence;
    if (this.#doing === 'nothing' || this.#isDue()) this.#wake();
  }

  /** A read waits for the rows up to this entry: they are written with no more pause than between two such reads. */
  hurry(sequence: number): void {
    this.#wanted = Math.max(this.#wanted, sequence);
    this.#wake();
  }

  /** Resolves when everything published so far is written; rejects when it could not be, after which all is over. */
  async settled(): Promise<void> {
    this.hurry(this.#published);
    await this.#caughtUp;
    while (this.#position() < this.#published && !this.#stop.signal.aborted) {
      await Promise.race([this.#written.promise, this.#following]);
    }
  }

  /** Writes nothing more. */
  stop(): void {
    this.#stop.abort();
    this.#wake();
  }

  /**
   * Lets figures that depend on the time follow the clock (Unix milliseconds); true when there is more to do. While
   * entries are being written it does nothing: they bring the time along.
   */
  advance(nowMs: number): boolean {
    return this.#doing === 'nothing' && this.#published <= this.#position() && this.#runner.advance(nowMs);
  }

  async #catchUp(): Promise<void> {
    this.#doing = 'writing';
    for await (const records of recordPages(this.#log.read(this.#position() + 1), this.#turnEntries)) {
      if (this.#stop.signal.aborted) return;
      this.#write(records);
      await turn(this.#runtime.timers);
    }
    this.#runner.checkEnd(this.#follower.head);
    this.#doing = 'nothing';
  }

  async #follow(): Promise<void> {
    const { signal } = this.#stop;
    try {
      await this.#gather();
      if (signal.aborted) return;
      for await (const records of this.#log.follow(this.#position() + 1, signal)) {
        this.#write(records);
        await this.#gather();
      }
    } catch (error) {
      this.#onFailed(error);
      throw error;
    }
  }

  /**
   * Waits for something to write, and lets records that arrive meanwhile join the transaction: after a pause the first is
   * written at once, under load a page of the store that many of them change is then written once for all. A read that
   * waits ends it, and so do enough entries.
   */
  async #gather(): Promise<void> {
    const { clock, timers } = this.#runtime;
    const { signal } = this.#stop;
    this.#doing = 'nothing';
    while (this.#published <= this.#position() && !signal.aborted) await this.#woken();
    this.#doing = 'writing';
    await turn(timers);
    while (!signal.aborted) {
      const { wanted, unwanted } = this.#intervalMs;
      const pause = (this.#isDue() ? wanted : unwanted) - (clock.monotonicMs() - this.#writtenMs);
      if (pause < 1) return;
      const woken = this.#woken();
      const cancel = timers.after(pause, this.#wake);
      this.#doing = 'gathering';
      await woken;
      this.#doing = 'writing';
      cancel();
    }
  }

  #woken(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #isDue(): boolean {
    const position = this.#position();
    return this.#wanted > position || this.#published - position >= GATHERED_ENTRIES_MAX;
  }

  /** The entry up to which both the rows and the follower are complete. */
  #position(): number {
    return Math.min(this.#runner.cursor.sequence, this.#follower.head.sequence);
  }

  #write(records: readonly JournalRecord[]): void {
    const [first] = records;
    if (first === undefined) return;
    this.#writtenMs = this.#runtime.clock.monotonicMs();
    const entries = records.flatMap(followedEntries);
    // Folds what the follower does not have; the rows have all the rest.
    this.#follower.fold(entries, first.previousHash);
    this.#runner.write(entries, first.previousHash, { state: this.#follower.state, prices: this.#prices.take() });
    this.#onProjected(this.projected);
    this.#written.resolve();
    this.#written = Promise.withResolvers();
  }
}
