/**
 * Keeps the read store up to date: folds entries into a follower state and writes their rows, many records in one
 * transaction when they arrive faster than they are written. What it is not offered, or had to drop, it reads from the
 * journal. It runs in the projector thread but knows nothing of threads, and never writes the journal.
 */

import type { Follower } from '../log/follower.ts';
import { JournalCorruption, type JournalRecord } from '../ports/journal.ts';
import { type ChainedEntry, entriesOfRecord } from '../ports/journal-record.ts';
import type { LogRecords } from '../ports/log.ts';
import { type Runtime, turn } from '../ports/runtime.ts';
import { PriceObserver } from '../prices/observed-prices.ts';
import type { ProjectionRunner } from '../projections/runner.ts';
import {
  ENTRIES_PER_TRANSACTION_MAX,
  GATHERED_ENTRIES_MAX,
  PROJECTOR_QUEUE_MAX,
  TRANSACTION_INTERVAL_MS,
  TRANSACTION_INTERVAL_MS_MAX,
} from './limits.ts';

export interface ProjectorOptions {
  readonly runner: ProjectionRunner;
  readonly journal: LogRecords;
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
}

const INTERVAL_MS = { wanted: TRANSACTION_INTERVAL_MS, unwanted: TRANSACTION_INTERVAL_MS_MAX };

export class Projector {
  readonly #runner: ProjectionRunner;
  readonly #journal: LogRecords;
  readonly #follower: Follower;
  readonly #runtime: Runtime;
  readonly #prices = new PriceObserver();
  readonly #onProjected: (sequence: number) => void;
  readonly #onFailed: (error: unknown) => void;
  readonly #intervalMs: { readonly wanted: number; readonly unwanted: number };
  #queue: JournalRecord[] = [];
  /** True when the queue does not continue what was written: the journal must be read. */
  #isBehind = false;
  /** Last entry of what was offered: the journal holds at least that much. */
  #published = 0;
  #draining: Promise<void> | null = null;
  /** When the last transaction began, on the monotonic clock. */
  #writtenMs = Number.NEGATIVE_INFINITY;
  /** Someone waits for the rows up to this entry. */
  #wanted = 0;
  #isPausing = false;
  /** Ends the pause before the next transaction. */
  #wake: () => void = () => {};

  constructor({
    runner,
    journal,
    follower,
    runtime,
    onProjected,
    onFailed = () => {},
    intervalMs = INTERVAL_MS,
  }: ProjectorOptions) {
    if (follower.head.sequence > runner.cursor.sequence) {
      throw new Error(
        `a follower at entry ${follower.head.sequence} is ahead of the rows at ${runner.cursor.sequence}`,
      );
    }
    this.#runner = runner;
    this.#journal = journal;
    this.#follower = follower;
    this.#runtime = runtime;
    follower.observe(this.#prices);
    this.#onProjected = onProjected;
    this.#onFailed = onFailed;
    this.#intervalMs = intervalMs;
  }

  /** Sequence up to which all projections are written. */
  get projected(): number {
    return this.#runner.cursor.sequence;
  }

  /** Whether nothing is being written, and no transaction is open: also while entries gather. */
  get isIdle(): boolean {
    return this.#draining === null || this.#isPausing;
  }

  /**
   * Writes everything the journal holds. What is offered meanwhile waits. Rejects with `JournalCorruption`, and with
   * `ProjectionMismatch` for a store that is ahead of the journal or of another one: emptying it would hide that
   * acknowledged entries are gone.
   */
  catchUp(): Promise<void> {
    const caughtUp = this.#catchUp();
    this.#draining = caughtUp;
    return caughtUp;
  }

  /** Takes a published record; it is written soon: see `limits.ts`. `settled` tells when. */
  offer(record: JournalRecord): void {
    if (this.#queue.length >= PROJECTOR_QUEUE_MAX) {
      this.#queue = [];
      this.#isBehind = true;
    }
    if (!this.#isBehind) this.#queue.push(record);
    this.#published = record.lastSequence;
    this.#startDrain();
    if (this.#isDue()) this.#wake();
  }

  /** A read waits for the rows up to this entry: they are written with no more pause than between two such reads. */
  hurry(sequence: number): void {
    this.#wanted = Math.max(this.#wanted, sequence);
    this.#wake();
  }

  /** Resolves when everything offered so far is written; rejects when it could not be, after which all is over. */
  async settled(): Promise<void> {
    this.hurry(this.#published);
    while (this.#draining !== null) await this.#draining;
  }

  /**
   * Lets figures that depend on the time follow the clock (Unix milliseconds); true when there is more to do. While
   * entries are being written it does nothing: they bring the time along.
   */
  advance(nowMs: number): boolean {
    return this.#draining === null && this.#runner.advance(nowMs);
  }

  async #catchUp(): Promise<void> {
    await this.#readJournal();
    this.#runner.checkEnd(this.#follower.head);
    this.#draining = null;
    if (this.#queue.length > 0 || this.#isBehind) this.#startDrain();
  }

  #startDrain(): void {
    if (this.#draining !== null) return;
    this.#draining = this.#drain();
    // A rejection is kept for `settled` as well.
    this.#draining.catch(this.#onFailed);
  }

  async #drain(): Promise<void> {
    do {
      await this.#gather();
      if (this.#isBehind) await this.#readJournal();
      else this.#writeQueue();
    } while (this.#queue.length > 0 || this.#isBehind);
    this.#draining = null;
  }

  /**
   * Lets records that arrive meanwhile join the transaction: after a pause the first is written at once, under load a
   * page of the store that many of them change is then written once for all. A read that waits ends it, and so do enough
   * entries.
   */
  async #gather(): Promise<void> {
    await turn(this.#runtime.timers);
    for (;;) {
      const { wanted, unwanted } = this.#intervalMs;
      const pause = (this.#isDue() ? wanted : unwanted) - (this.#runtime.clock.monotonicMs() - this.#writtenMs);
      if (pause < 1) return;
      const woken = Promise.withResolvers<void>();
      const cancel = this.#runtime.timers.after(pause, woken.resolve);
      this.#wake = woken.resolve;
      this.#isPausing = true;
      await woken.promise;
      this.#isPausing = false;
      cancel();
    }
  }

  #isDue(): boolean {
    const position = this.#position();
    return this.#wanted > position || this.#published - position >= GATHERED_ENTRIES_MAX;
  }

  #writeQueue(): void {
    let taken = 0;
    let entries: ChainedEntry[] = [];
    let previousHash = '';
    for (const record of this.#queue) {
      if (entries.length >= ENTRIES_PER_TRANSACTION_MAX) break;
      taken += 1;
      const position = entries.at(-1)?.sequence ?? this.#position();
      if (record.lastSequence <= position) continue;
      if (record.firstSequence > position + 1) {
        this.#isBehind = true;
        break;
      }
      if (entries.length === 0) previousHash = record.previousHash;
      const added = entriesOfRecord(record, null);
      entries = entries.length === 0 ? added : entries.concat(added.filter(({ sequence }) => sequence > position));
    }
    this.#queue = this.#queue.slice(taken);
    this.#write(entries, previousHash);
  }

  async #readJournal(): Promise<void> {
    // From here on records are offered again; those that the journal shows as well are skipped by their sequence.
    this.#isBehind = false;
    const published = this.#published;
    let entries: ChainedEntry[] = [];
    let previousHash = '';
    for await (const record of this.#journal.read(this.#position() + 1)) {
      if (entries.length === 0) previousHash = record.previousHash;
      for (const entry of entriesOfRecord(record, null)) entries.push(entry);
      if (entries.length < ENTRIES_PER_TRANSACTION_MAX) continue;
      this.#write(entries, previousHash);
      entries = [];
      await turn(this.#runtime.timers);
    }
    this.#write(entries, previousHash);
    if (this.#position() < published) {
      throw new JournalCorruption(`the journal ends at entry ${this.#position()}, entry ${published} was published`);
    }
  }

  /** The entry up to which both the rows and the follower are complete. */
  #position(): number {
    return Math.min(this.#runner.cursor.sequence, this.#follower.head.sequence);
  }

  #write(entries: readonly ChainedEntry[], previousHash: string): void {
    if (entries.length === 0) return;
    this.#writtenMs = this.#runtime.clock.monotonicMs();
    // Folds what the follower does not have; the rows have all the rest.
    this.#follower.fold(entries, previousHash);
    this.#runner.write(entries, previousHash, { state: this.#follower.state, prices: this.#prices.take() });
    this.#onProjected(this.projected);
  }
}
