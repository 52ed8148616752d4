/**
 * The read store as the projector thread keeps it: open and up to date, or let go of and tried again. It is disposable, so
 * nothing that happens to it ends the venue: damage has it made again from the journal, and a write that fails has it
 * closed and tried again, at growing intervals, until its disk takes it. Entries that come meanwhile are in the journal.
 *
 * A store for whose next row there was no room is whole, and goes on where it was. After any other error of a write no one
 * knows what the disk has, and the store is made again.
 */

import { isStoreDamage, type Store } from '../../adapters/store-sqlite/open-store.ts';
import { isStorageFailure, leavesFilesWhole, StorageError, storageError } from '../../files/storage-error.ts';
import { Follower } from '../../log/follower.ts';
import { newestStart } from '../../log/recovery.ts';
import type { FollowableLog } from '../../ports/log.ts';
import { type Cancel, type Runtime, turn } from '../../ports/runtime.ts';
import { ALL_PROJECTIONS } from '../../projections/all-projections.ts';
import { createProjectionRunner, ProjectionMismatch, type ProjectionRunner } from '../../projections/runner.ts';
import { keepCompiled } from '../keep-compiled.ts';
import {
  CLOCK_INTERVAL_MS,
  SCRUB_INTERVAL_MS,
  STORE_RETRY_FIRST_MS,
  STORE_RETRY_MS_MAX,
  STORE_STEADY_MS,
} from '../limits.ts';
import { releaseMemory } from '../release-memory.ts';
import { Projector } from './projector.ts';
import type { FromProjector } from './projector-messages.ts';
import { storeMismatch } from './store-mismatch.ts';
import type { StorePlace } from './store-place.ts';

export interface KeptStoreOptions {
  readonly place: StorePlace;
  readonly log: FollowableLog;
  readonly runtime: Runtime;
  readonly send: (message: FromProjector) => void;
  /** As a projector takes it. */
  readonly turnEntries?: number | undefined;
  /** Called with what is wrong with more than the store: the thread must end. */
  readonly onFailure: (error: unknown) => void;
}

interface OpenRunner {
  readonly store: Store;
  readonly runner: ProjectionRunner;
}

export class KeptStore {
  readonly #options: KeptStoreOptions;
  /** What is written to now; null while the store is let go of. */
  #live: (OpenRunner & { readonly projector: Projector }) | null = null;
  #clocks: Cancel[] = [];
  #retry: Cancel | null = null;
  /** What is there is not to be relied on. */
  #isSuspect = false;
  #retryMs = STORE_RETRY_FIRST_MS;
  /** When it was last opened, on the monotonic clock. */
  #openedMs = 0;
  #toldReason: string | null = null;
  #isStopping = false;

  constructor(options: KeptStoreOptions) {
    this.#options = options;
  }

  /** Opens the store and brings it to the end of the journal, says `ready` then; or why it cannot be. Never rejects. */
  async open(): Promise<void> {
    try {
      await this.#open();
    } catch (error) {
      this.#failed(error);
    }
  }

  /** The log has told of records up to this entry. */
  published(sequence: number): void {
    this.#live?.projector.published(sequence);
  }

  /** The clock was moved by hand: resolves when what was published is written, and figures follow the time. */
  async clockMoved(): Promise<void> {
    const live = this.#live;
    if (live === null) return;
    const { clock, timers } = this.#options.runtime;
    await live.projector.settled();
    try {
      while (this.#live === live && live.projector.advance(clock.wallMs())) await turn(timers);
    } catch (error) {
      this.#failed(error);
    }
  }

  /** A read waits for the rows up to this entry. */
  hurry(sequence: number): void {
    this.#live?.projector.hurry(sequence);
  }

  /** Someone found it damaged. */
  rebuild(message: string): void {
    if (this.#live === null) return;
    this.#isSuspect = true;
    this.#letGo();
    this.#options.send({ kind: 'damaged', message });
  }

  /** No one else has it open any more: what was told may be mended. */
  released(): void {
    if (this.#isStopping || this.#live !== null || this.#retry !== null) return;
    // Damage is mended at once; what the disk refused waits.
    if (this.#toldReason === null) void this.open();
    else this.#retryLater();
  }

  /** Writes what was published before and closes the store. Rejects with what is wrong with more than the store. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#stopTimers();
    // A build that is not finished is of no use, and may take long.
    if (this.#live?.store.isBuilding === true) this.#letGo();
    try {
      await this.#live?.projector.settled();
      this.#live?.projector.stop();
      this.#live?.store.close();
    } catch (error) {
      // The next start makes good what is missing.
      if (!isOfTheStore(error)) throw error;
      this.#options.send({ kind: 'unwritable', message: this.#wordsOf(error) });
      this.#closeQuietly();
    }
    this.#live = null;
  }

  async #open(): Promise<void> {
    const { place, log, runtime, send, turnEntries } = this.#options;
    this.#checkRoom();
    if (this.#isSuspect) place.remove();
    this.#isSuspect = false;
    const { store, runner } = this.#openRunnerOrReplace();
    const projector = new Projector({
      runner: withCheck(runner, () => this.#checkRoom()),
      log: withNamedErrors(log, place.journalName),
      // Rows that are written again from the first entry need the state at the first entry.
      follower: new Follower(newestStart(place.loadSnapshots, runner.cursor.sequence)),
      runtime,
      ...(turnEntries !== undefined && { turnEntries }),
      onProjected: (sequence) => {
        store.checkpointIfDue();
        send({ kind: 'projected', sequence });
      },
      onFailed: (error) => {
        // The store may be open again by then.
        if (this.#live?.projector === projector) this.#failed(error);
      },
    });
    this.#live = { store, runner, projector };
    this.#openedMs = runtime.clock.monotonicMs();
    await projector.catchUp().catch((error: unknown) => {
      throw error instanceof ProjectionMismatch ? storeMismatch(place.name, error.message, error) : error;
    });
    const isLive = (): boolean => this.#live?.projector === projector;
    // In turns, as whoever shares the thread waits for each.
    while (isLive() && !this.#isStopping && runner.createIndexes()) await turn(runtime.timers);
    // It was let go of meanwhile.
    if (!isLive()) return;
    if (!this.#isStopping) {
      store.settle();
      this.#clocks = [
        runtime.timers.every(CLOCK_INTERVAL_MS, () => this.#followClock()),
        runtime.timers.every(SCRUB_INTERVAL_MS, () => this.#scrub()),
      ];
    }
    this.#toldReason = null;
    send({ kind: 'ready', sequence: projector.projected });
    releaseMemory();
    keepCompiled();
  }

  /** A damaged store is replaced by an empty one: all of it is in the journal. */
  #openRunnerOrReplace(): OpenRunner {
    const { place, send } = this.#options;
    try {
      return openRunner(place, true);
    } catch (error) {
      if (!isStoreDamage(error)) throw error;
      send({ kind: 'replaced', message: this.#wordsOf(error) });
      place.remove();
      // A build that was cut off leaves nothing behind: one that is cut off again and again would never end.
      return openRunner(place, false);
    }
  }

  /** Before anything is written: the last of the disk is the journal's. */
  #checkRoom(): void {
    const { place } = this.#options;
    if (place.hasRoom()) return;
    throw new StorageError(
      `cannot write ${place.name}: its disk is almost full, and what is left is kept for the journal. Make room on it.`,
      true,
    );
  }

  #failed(error: unknown): void {
    if (this.#isStopping && (this.#live === null || isOfTheStore(error))) return;
    if (!isOfTheStore(error)) return this.#options.onFailure(error);
    if (isStoreDamage(error)) {
      if (this.#live !== null) return this.rebuild(this.#wordsOf(error));
      this.#isSuspect = true;
    }
    if (!leavesFilesWhole(error) || this.#live?.store.isBuilding === true) this.#isSuspect = true;
    const steady = this.#live !== null && this.#options.runtime.clock.monotonicMs() - this.#openedMs > STORE_STEADY_MS;
    if (steady) this.#retryMs = STORE_RETRY_FIRST_MS;
    this.#letGo();
    const message = this.#wordsOf(error);
    // While it lasts it is said once; the readers have let go of the store since.
    if (message === this.#toldReason) return this.#retryLater();
    this.#toldReason = message;
    this.#options.send({ kind: 'unwritable', message });
  }

  #retryLater(): void {
    if (this.#isStopping) return;
    this.#retry = this.#options.runtime.timers.after(this.#retryMs, () => {
      this.#retry = null;
      void this.open();
    });
    this.#retryMs = Math.min(this.#retryMs * 2, STORE_RETRY_MS_MAX);
  }

  #letGo(): void {
    this.#stopTimers();
    this.#live?.projector.stop();
    this.#closeQuietly();
    this.#live = null;
  }

  /** What cannot be closed in order is checked, or made again, when it is opened. */
  #closeQuietly(): void {
    try {
      this.#live?.store.abandon();
    } catch {
      // Its file is closed all the same.
    }
  }

  #stopTimers(): void {
    for (const clock of this.#clocks.splice(0)) clock();
    this.#retry?.();
    this.#retry = null;
  }

  /** Figures of the last 24 hours fall while nothing happens, too. */
  #followClock(): void {
    if (this.#isStopping || this.#live === null) return;
    try {
      const { clock, timers } = this.#options.runtime;
      if (this.#live.projector.advance(clock.wallMs())) timers.soon(() => this.#followClock());
    } catch (error) {
      this.#failed(error);
    }
  }

  #scrub(): void {
    if (this.#isStopping || this.#live === null || !this.#live.projector.isIdle) return;
    try {
      this.#live.store.scrub();
    } catch (error) {
      this.#failed(error);
    }
  }

  #wordsOf(error: unknown): string {
    const cause = isStorageFailure(error) ? storageError('write', this.#options.place.name, error) : error;
    return cause instanceof Error ? cause.message : String(cause);
  }
}

/** Whether no more is wrong than that the store, or the way to a file, has failed. */
const isOfTheStore = (error: unknown): boolean => isStoreDamage(error) || isStorageFailure(error);

/** `build`: a store that is not there yet is built in one go, quickly, and not bit by bit. */
function openRunner(place: StorePlace, build: boolean): OpenRunner {
  const store = place.open(build);
  try {
    return { store, runner: createProjectionRunner(store, ALL_PROJECTIONS) };
  } catch (error) {
    store.abandon();
    throw error;
  }
}

/** The runner, with `check` before each of its transactions. */
function withCheck(runner: ProjectionRunner, check: () => void): ProjectionRunner {
  return {
    get cursor() {
      return runner.cursor;
    },
    write(entries, previousHash, context) {
      check();
      runner.write(entries, previousHash, context);
    },
    advance(nowMs) {
      check();
      return runner.advance(nowMs);
    },
    createIndexes() {
      check();
      return runner.createIndexes();
    },
    checkEnd: (end) => runner.checkEnd(end),
  };
}

/** The log, whose storage errors say that they are its own. */
function withNamedErrors(log: FollowableLog, path: string): FollowableLog {
  return {
    read: (from) => withNamedError(log.read(from), path),
    follow: (from, signal) => withNamedError(log.follow(from, signal), path),
  };
}

async function* withNamedError<T>(items: Iterable<T> | AsyncIterable<T>, path: string): AsyncGenerator<T> {
  try {
    yield* items;
  } catch (error) {
    // Without a cause: it says nothing of the store.
    throw isStorageFailure(error) ? new StorageError(storageError('read', path, error).message, false) : error;
  }
}
