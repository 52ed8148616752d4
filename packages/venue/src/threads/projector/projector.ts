/**
 * Keeps the read store up to date: follows the log, folds its entries into a follower state and writes their rows, many
 * records in one transaction when they arrive faster than they are written. It runs in the projector thread but knows
 * nothing of threads, and never writes the journal.
 */

import { StorageError } from '@bellwether/ledger/files/storage-error.ts';
import type { Follower } from '@bellwether/ledger/log/follower.ts';
import { followedEntries } from '@bellwether/ledger/record/journal-record.ts';
import { recordPages } from '@bellwether/ports/follow-log.ts';
import type { JournalRecord } from '@bellwether/ports/journal.ts';
import type { FollowableLog } from '@bellwether/ports/log.ts';
import type { Texts } from '@bellwether/ports/people.ts';
import { type Runtime, turn } from '@bellwether/ports/runtime.ts';
import { textHashes, withTexts } from '@bellwether/read-model/community/project/texts.ts';
import { PriceObserver } from '@bellwether/read-model/prices/project/observed-prices.ts';
import type { ProjectionRunner } from '@bellwether/read-model/runner.ts';
import { GATHERED_ENTRIES_MAX, TRANSACTION_INTERVAL_MS, TRANSACTION_INTERVAL_MS_MAX } from '../limits.ts';

export interface ProjectorOptions {
  readonly runner: ProjectionRunner;
  /** Announces each record before `published` is called for that record. */
  readonly log: FollowableLog;
  /** At or before the rows' cursor, because projections need the effect of every entry on prices. */
  readonly follower: Follower;
  readonly runtime: Runtime;
  /** Texts that the log knows by hash alone; null: all are empty. */
  readonly texts?: Texts | null;
  /** Called after every transaction with the entry that all projections have reached. */
  readonly onProjected: (sequence: number) => void;
  /** Called once with the reason why nothing more will be written, unless `catchUp` rejects with that reason. */
  readonly onFailed?: (error: unknown) => void;
  /** Milliseconds between transactions while a read waits, and while none does. */
  readonly intervalMs?: { readonly wanted: number; readonly unwanted: number };
  /** Entries of the log written at once while it catches up: fewer if others wait for the thread. */
  readonly turnEntries?: number;
}

const INTERVAL_MS = { wanted: TRANSACTION_INTERVAL_MS, unwanted: TRANSACTION_INTERVAL_MS_MAX };

export class Projector {
  readonly #options: ProjectorOptions & Required<Pick<ProjectorOptions, 'onFailed' | 'intervalMs'>>;
  readonly #prices = new PriceObserver();
  readonly #stop = new AbortController();
  /** Last published entry: the log holds at least that much. */
  #published = 0;
  /** Last entry that a read waits for. */
  #wanted = 0;
  /** `gathering`: more entries may arrive before the next transaction. */
  #doing: 'nothing' | 'gathering' | 'writing' = 'nothing';
  /** Ends the current wait. */
  #wake: () => void = () => {};
  /** Start of the last transaction, on the monotonic clock. */
  #writtenMs = Number.NEGATIVE_INFINITY;
  #written = Promise.withResolvers<void>();
  #caughtUp: Promise<void> | null = null;
  /** Rejects with the reason why nothing more is written. */
  #following: Promise<void> | null = null;

  constructor(options: ProjectorOptions) {
    const { runner, follower } = options;
    if (follower.head.sequence > runner.cursor.sequence) {
      throw new Error(
        `a follower at entry ${follower.head.sequence} is ahead of the rows at ${runner.cursor.sequence}`,
      );
    }
    this.#options = { onFailed: () => {}, intervalMs: INTERVAL_MS, ...options };
    follower.observe(this.#prices);
  }

  /** Sequence up to which all projections are written. */
  get projected(): number {
    return this.#options.runner.cursor.sequence;
  }

  /** True if nothing is being written and no transaction is open: also while entries gather. */
  get isIdle(): boolean {
    return this.#doing !== 'writing';
  }

  /**
   * Writes everything that the log holds, and from then on everything published. Rejects with `JournalCorruption`, and
   * with `ProjectionMismatch` for a store that is ahead of the journal or belongs to another one: emptying it would
   * hide that acknowledged entries are gone.
   */
  catchUp(): Promise<void> {
    this.#caughtUp = this.#catchUp();
    this.#following = this.#caughtUp.then(() => this.#follow());
    // A rejection is kept for `awaitWritten`; one during catch-up also goes to the caller.
    this.#following.catch(() => undefined);
    return this.#caughtUp;
  }

  /**
   * Called when the log has announced records up to this entry; they are written soon: see `limits.ts`. `awaitWritten` tells
   * when.
   */
  published(sequence: number): void {
    this.#published = sequence;
    if (this.#doing === 'nothing' || this.#isDue()) this.#wake();
  }

  /**
   * Called when a read waits for the rows up to this entry: they are written after no more than the pause between such
   * reads.
   */
  hurry(sequence: number): void {
    this.#wanted = Math.max(this.#wanted, sequence);
    this.#wake();
  }

  /** Resolves when everything published so far is written; rejects after a failure, which ends the projector. */
  async awaitWritten(): Promise<void> {
    this.hurry(this.#published);
    await this.#caughtUp;
    while (this.#position() < this.#published && !this.#stop.signal.aborted) {
      await Promise.race([this.#written.promise, this.#following]);
    }
  }

  stop(): void {
    this.#stop.abort();
    this.#wake();
  }

  /**
   * Lets time-dependent figures follow the clock (Unix milliseconds); returns true if there is more to do. Does nothing
   * while entries are being written, because they advance the time themselves.
   */
  advance(nowMs: number): boolean {
    if (this.#doing !== 'nothing' || this.#published > this.#position()) return false;
    const step = this.#options.runner.advance(nowMs);
    // Answers that were made from the rows before are old now.
    if (step !== 'nothing') this.#options.onProjected(this.projected);
    return step === 'more';
  }

  async #catchUp(): Promise<void> {
    this.#doing = 'writing';
    for await (const records of recordPages(this.#options.log.read(this.#position() + 1), this.#options.turnEntries)) {
      if (this.#stop.signal.aborted) return;
      await this.#write(records);
      await turn(this.#options.runtime.timers);
    }
    this.#options.runner.checkEnd(this.#options.follower.head);
    this.#doing = 'nothing';
  }

  async #follow(): Promise<void> {
    const { signal } = this.#stop;
    try {
      await this.#gather();
      if (signal.aborted) return;
      for await (const records of this.#options.log.follow(this.#position() + 1, signal)) {
        await this.#write(records);
        await this.#gather();
      }
    } catch (error) {
      this.#options.onFailed(error);
      throw error;
    }
  }

  /**
   * Waits for something to write, and lets records that arrive meanwhile join the transaction. After a pause the first
   * record is written at once; under load, a page of the store that many records change is written once for all of
   * them. A waiting read ends the wait, and so do enough entries.
   */
  async #gather(): Promise<void> {
    const { clock, timers } = this.#options.runtime;
    const { signal } = this.#stop;
    this.#doing = 'nothing';
    while (this.#published <= this.#position() && !signal.aborted) await this.#woken();
    this.#doing = 'writing';
    await turn(timers);
    while (!signal.aborted) {
      const { wanted, unwanted } = this.#options.intervalMs;
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
    return Math.min(this.#options.runner.cursor.sequence, this.#options.follower.head.sequence);
  }

  async #write(records: readonly JournalRecord[]): Promise<void> {
    const [first] = records;
    if (first === undefined) return;
    this.#writtenMs = this.#options.runtime.clock.monotonicMs();
    const entries = records.flatMap(followedEntries);
    const hashes = textHashes(entries);
    const { texts = null } = this.#options;
    const told = hashes.length === 0 ? entries : await withTexts(entries, hashes, texts).catch(unavailable);
    if (this.#stop.signal.aborted) return;
    // Folds the entries that the follower lacks; the rows have all the others.
    this.#options.follower.fold(entries, first.previousHash);
    this.#options.runner.write(told, first.previousHash, {
      state: this.#options.follower.state,
      prices: this.#prices.take(),
    });
    this.#options.onProjected(this.projected);
    this.#written.resolve();
    this.#written = Promise.withResolvers();
  }
}

/** A text that cannot be read now must not be missing for ever: the store is tried again as after a failed write. */
function unavailable(error: unknown): never {
  throw new StorageError(`cannot read the texts of people: ${String(error)}`, false);
}
