/**
 * The read store as the projector thread keeps it: open and up to date, or closed and retried. The store is disposable, so
 * no fault of the store ends the venue. A damaged store is rebuilt from the journal. After a failed write the store is
 * closed and retried, at growing intervals, until its disk accepts writes. Entries that arrive meanwhile are in the journal.
 *
 * A store that ran out of disk space is whole, and goes on where it was. After any other write error the contents of
 * the disk are unknown, and the store is rebuilt.
 */

import { flushCompileCache } from 'node:module';
import {
  isStorageFailure,
  leavesFilesWhole,
  StorageError,
  storageError,
} from '@bellwether/ledger/files/storage-error.ts';
import { Follower } from '@bellwether/ledger/log/follower.ts';
import { newestStart } from '@bellwether/ledger/log/recovery.ts';
import type { FollowableLog } from '@bellwether/ports/log.ts';
import type { Texts } from '@bellwether/ports/people.ts';
import { type Cancel, type Runtime, turn } from '@bellwether/ports/runtime.ts';
import { isStoreDamage, type Store } from '@bellwether/read-model/adapters/store-sqlite/open-store.ts';
import { StoreDamaged } from '@bellwether/read-model/adapters/store-sqlite/page-checksums.ts';
import { ALL_PROJECTIONS } from '@bellwether/read-model/all-projections.ts';
import { createProjectionRunner, ProjectionMismatch, type ProjectionRunner } from '@bellwether/read-model/runner.ts';
import { foreignInStore } from '../../ops/store-schema.ts';
import {
  CLOCK_INTERVAL_MS,
  SCRUB_INTERVAL_MS,
  STORE_RETRY_FIRST_MS,
  STORE_RETRY_MS_MAX,
  STORE_STEADY_MS,
} from '../limits.ts';
import { Projector } from './projector.ts';
import type { FromProjector } from './projector-messages.ts';
import { storeMismatch } from './store-mismatch.ts';
import type { StorePlace } from './store-place.ts';

interface KeptStoreOptions {
  readonly place: StorePlace;
  readonly log: FollowableLog;
  readonly runtime: Runtime;
  readonly send: (message: FromProjector) => void;
  /** See `ProjectorOptions`. */
  readonly texts?: Texts | null | undefined;
  /** See `ProjectorOptions`. */
  readonly turnEntries?: number | undefined;
  /** Called with errors that do not concern the store alone: the thread must end. */
  readonly onFailure: (error: unknown) => void;
}

type OpenRunner = { readonly store: Store; readonly runner: ProjectionRunner };

export class KeptStore {
  readonly #options: KeptStoreOptions;
  /** The store being written; null while it is closed. */
  #live: (OpenRunner & { readonly projector: Projector }) | null = null;
  #clocks: Cancel[] = [];
  #retry: Cancel | null = null;
  /** True if the files on disk cannot be relied on. */
  #isSuspect = false;
  #retryMs = STORE_RETRY_FIRST_MS;
  /** Time of the last opening, on the monotonic clock. */
  #openedMs = 0;
  #toldReason: string | null = null;
  #isStopping = false;
  /** True while the open store shows all that the journal held when it was opened. */
  #isCaughtUp = false;

  constructor(options: KeptStoreOptions) {
    this.#options = options;
  }

  /**
   * Opens the store and brings it to the end of the journal, then sends `ready`; or reports why it cannot. Never rejects.
   */
  async open(): Promise<void> {
    try {
      await this.#open();
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Called when the log has announced records up to this entry. */
  published(sequence: number): void {
    this.#live?.projector.published(sequence);
  }

  /** Called after a manual clock has moved: resolves when published entries are written, and figures follow the time. */
  async clockMoved(): Promise<void> {
    const live = this.#live;
    if (live === null) return;
    const { clock, timers } = this.#options.runtime;
    await live.projector.awaitWritten();
    try {
      while (this.#live === live && live.projector.advance(clock.wallMs())) await turn(timers);
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Called when a read waits for the rows up to this entry. */
  hurry(sequence: number): void {
    this.#live?.projector.hurry(sequence);
  }

  /** Called when a reader found the store damaged. */
  rebuild(message: string): void {
    if (this.#live === null) return;
    this.#isSuspect = true;
    this.#letGo();
    this.#options.send({ kind: 'damaged', message });
  }

  /** Called when all readers have closed the store: the reported problem can be repaired now. */
  released(): void {
    if (this.#isStopping || this.#live !== null || this.#retry !== null) return;
    // Damage is repaired at once; a disk that refused writes is retried later.
    if (this.#toldReason === null) void this.open();
    else this.#retryLater();
  }

  /**
   * Closes the store once everything published before is written, or at once if it has not caught up. Rejects with errors
   * that do not concern the store alone.
   */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#stopTimers();
    // Catching up may take long, and the next start goes on.
    if (!this.#isCaughtUp) this.#letGo();
    try {
      await this.#live?.projector.awaitWritten();
      this.#live?.projector.stop();
      this.#live?.store.close();
    } catch (error) {
      // The next start adds the missing rows.
      if (!isOfTheStore(error)) throw error;
      this.#options.send({ kind: 'unwritable', message: this.#wordsOf(error) });
      this.#closeQuietly();
    }
    this.#live = null;
  }

  async #open(): Promise<void> {
    const { place, log, runtime, send, texts = null, turnEntries } = this.#options;
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
      texts,
      ...(turnEntries !== undefined && { turnEntries }),
      onProjected: (sequence) => {
        store.checkpointIfDue();
        send({ kind: 'projected', sequence });
      },
      onFailed: (error) => {
        // The store may have been opened again by then.
        if (this.#live?.projector === projector) this.#failed(error);
      },
    });
    this.#live = { store, runner, projector };
    this.#openedMs = runtime.clock.monotonicMs();
    await projector.catchUp().catch((error: unknown) => {
      throw error instanceof ProjectionMismatch ? storeMismatch(place.name, error.message, error) : error;
    });
    const isLive = (): boolean => this.#live?.projector === projector;
    // One index at a time, since others may share the thread.
    while (isLive() && runner.createIndexes()) await turn(runtime.timers);
    // The store was closed meanwhile.
    if (!isLive()) return;
    store.finishBuild();
    this.#clocks = [
      runtime.timers.every(CLOCK_INTERVAL_MS, () => this.#followClock()),
      runtime.timers.every(SCRUB_INTERVAL_MS, () => this.#scrub()),
    ];
    this.#isCaughtUp = true;
    this.#toldReason = null;
    send({ kind: 'ready', sequence: projector.projected });
    flushCompileCache();
  }

  /** Replaces a damaged store by an empty one: everything in it is in the journal. */
  #openRunnerOrReplace(): OpenRunner {
    const { place, send } = this.#options;
    try {
      return openRunner(place, true);
    } catch (error) {
      if (!isStoreDamage(error)) throw error;
      send({ kind: 'replaced', message: this.#wordsOf(error) });
      place.remove();
      // Not built in one go again: an interrupted build leaves nothing behind, so repeated interruptions would never
      // let it end.
      return openRunner(place, false);
    }
  }

  /** Runs before every write: the last of the disk is reserved for the journal. */
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
    // The same problem is reported only once; the readers have closed the store since.
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
    this.#isCaughtUp = false;
    this.#stopTimers();
    this.#live?.projector.stop();
    this.#closeQuietly();
    this.#live = null;
  }

  /** Closes the store; one that cannot be closed properly is checked, or rebuilt, when it is opened. */
  #closeQuietly(): void {
    try {
      this.#live?.store.abandon();
    } catch {
      // The file is closed all the same.
    }
  }

  #stopTimers(): void {
    for (const clock of this.#clocks.splice(0)) clock();
    this.#retry?.();
    this.#retry = null;
  }

  /** Figures of the last 24 hours fall even while nothing happens. */
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

/** True if only the store, or the access to a file, has failed. */
const isOfTheStore = (error: unknown): boolean => isStoreDamage(error) || isStorageFailure(error);

/** `build`: a new store is built quickly in one go, and not bit by bit. */
function openRunner(place: StorePlace, build: boolean): OpenRunner {
  const store = place.open(build);
  try {
    const runner = createProjectionRunner(store, ALL_PROJECTIONS);
    const foreign = store.isBuilding ? null : foreignInStore(store);
    if (foreign !== null) throw new StoreDamaged(`${place.name} ${foreign}`);
    return { store, runner };
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

/** The log with storage errors that name the log's own file. */
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
    // No cause: the error must not be attributed to the store.
    throw isStorageFailure(error) ? new StorageError(storageError('read', path, error).message, false) : error;
  }
}
