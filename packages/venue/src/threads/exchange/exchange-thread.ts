/**
 * The exchange in a separate thread, for the process that serves a data folder: takes the folder's lock, recovers the
 * gateway's view while the thread recovers its own state, and connects the two.
 *
 * If the thread fails or ends by itself, nothing more can be acknowledged: the process ends with code 1 and one line
 * that gives the reason.
 */
import { type MessagePort, Worker } from 'node:worker_threads';
import {
  type ClientOptions,
  ExchangeClient,
  type ExchangeConnection,
  type ExchangeHandle,
} from '@bellwether/exchange/exchange-client.ts';
import { ANSWER_MS_MAX } from '@bellwether/exchange/limits.ts';
import type { ExchangeStart, FromExchange, ToExchange } from '@bellwether/exchange/messages.ts';
import { EXCHANGE_HEAP_MB_MAX } from '@bellwether/exchange/sequencer/limits.ts';
import { checkJournalIsThere } from '@bellwether/ledger/adapters/data-folder/has-journal.ts';
import { hasLock, lockDataFolder } from '@bellwether/ledger/adapters/data-folder/lock.ts';
import {
  checkJournalFiles,
  NO_JOURNAL,
  openJournalFiles,
} from '@bellwether/ledger/adapters/journal-sqlite/journal-files.ts';
import type { JournalFileReader } from '@bellwether/ledger/adapters/journal-sqlite/reading.ts';
import { parseAddress } from '@bellwether/ledger/adapters/log-postgres/address.ts';
import { durableEnd } from '@bellwether/ledger/adapters/log-postgres/postgres-reader.ts';
import { awaitTurn } from '@bellwether/ledger/adapters/log-postgres/turn.ts';
import {
  openOrdersOf,
  snapshotSequence as sequenceOf,
  setSnapshotAside,
  snapshotPaths,
} from '@bellwether/ledger/adapters/snapshot-file/snapshot-file.ts';
import type { Recovered } from '@bellwether/ledger/log/recovery.ts';
import type { DataFolderLock } from '@bellwether/ports/data-folder.ts';
import { JournalCorruption, type JournalHead } from '@bellwether/ports/journal.ts';
import { checkJournalKind } from '@bellwether/ports/journal-kind.ts';
import type { ClusterPlace, JournalDatabase, JournalPlace } from '@bellwether/ports/journal-place.ts';
import type { Channel, Runtime } from '@bellwether/ports/runtime.ts';
import { endProcess } from '../../end-process.ts';
import {
  checkJournalIsOf,
  checkOneJournal,
  type JournalReader,
  openJournalAtRest,
  withRemedy,
} from '../../ops/open-journal.ts';
import { fetchMissing } from '../files/fetch-missing.ts';
import { keptAlive } from '../kept-alive.ts';
import { recoverUntil } from './recover-until.ts';
import { shareSecrets } from './share-secrets.ts';

export interface StartExchangeOptions
  extends Pick<ClientOptions, 'onClock' | 'onStorage' | 'onCommits' | 'onStanding'>,
    Partial<Pick<ClientOptions, 'onFailure'>> {
  readonly dataDir: string;
  /** Database that holds the journal; null (the default): it is in the folder. */
  readonly database?: JournalDatabase | null;
  /** Set if it is one of several nodes; null (the default): the only node. */
  readonly cluster?: ClusterPlace | null;
  /** Called with a message, for people, when the start waits for the database, or for its turn to lead. */
  readonly onWaiting?: (message: string) => void;
  readonly runtime: Runtime;
  /** A start that has to read this many entries saves its final state; never by default. */
  readonly snapshotEvery?: number;
  /** Called once no other process can write the folder; the files are read from then on. */
  readonly onLocked?: () => void;
  /** Called with the reasons, for people, why snapshots or another node's files were not used. */
  readonly onPassedOver?: (message: string) => void;
  /** Called with a description, for people, of the files that a new node fetched from another one. */
  readonly onFetched?: (message: string) => void;
  /**
   * Gets every durable `JournalRecord` straight from the exchange thread, in order; the port is transferred to that thread.
   */
  readonly recordPort?: MessagePort;
}

/** `workerData` of the exchange thread. Its starter holds the folder's lock. */
export interface ExchangeWorkerData extends JournalPlace {
  /** Set if it is one of several nodes; null: the only node. */
  readonly cluster: ClusterPlace | null;
  /** See `StartExchangeOptions`; null: never. */
  readonly snapshotEvery: number | null;
  /** Receives each `JournalRecord` once it is durable, in order; null if there is no receiver. */
  readonly recordPort: MessagePort | null;
}

/**
 * Locks the data folder, recovers and starts. Throws `DataFolderInUse`, `JournalCorruption` or another error when the
 * venue must not start.
 */
export async function startExchange(options: StartExchangeOptions): Promise<ExchangeHandle> {
  const { dataDir, database = null } = options;
  try {
    return await startAt({ dataDir, database }, options);
  } catch (error) {
    throw withRemedy(error, { dataDir, database });
  }
}

async function startAt(place: JournalPlace, options: StartExchangeOptions): Promise<ExchangeHandle> {
  const { dataDir, runtime, onLocked, recordPort = null } = options;
  const { onFailure = (message) => endProcess(`the exchange has stopped: ${message}`) } = options;
  const { snapshotEvery = null, cluster = null } = options;
  const { database } = place;
  const { lock, turn } = await lockJournal(place, options);
  // Opened before the thread can write: both read the same files.
  let files: JournalReader = database === null ? openFiles(lock) : NO_JOURNAL;
  const thread = startThread({ ...place, cluster, snapshotEvery, recordPort }, lock);
  void thread.ready.then(() => turn?.leads()).catch(() => undefined);
  void thread.ended.then(() => turn?.end());
  onLocked?.();
  try {
    // Many entries are read only by the exchange: its snapshot exists before this thread could have read them all. A
    // journal in a database is opened by the thread first, and is at rest then.
    if (database !== null || (snapshotEvery !== null && (await entriesToRead(files, dataDir)) >= snapshotEvery)) {
      await thread.ready;
      await files.close();
      files = (await openJournalAtRest(place, runtime)) ?? NO_JOURNAL;
    }
    // If another node leads, the journal grows meanwhile.
    const until = cluster === null ? null : (await thread.ready).head.sequence;
    // Both are awaited, so that a failure of either is noticed and the other does not go unhandled.
    const [recovered, start] = await Promise.all([recoverUntil(files, dataDir, until), thread.ready]);
    checkSameEnd(recovered, start.head);
    const { follower, archive, snapshotSequence, journalSum } = recovered;
    tellOfSnapshots(start, options);
    const client = new ExchangeClient({
      ...options,
      connection: thread,
      follower,
      archive,
      storedOrders: (sequence) => openOrdersOf(dataDir, sequence),
      snapshotSequence: Math.max(snapshotSequence, start.savedSequence),
      journalSum,
      ...(database !== null && { answerMsMax: ANSWER_MS_MAX }),
      onFailure,
    });
    // The entries were read here as well in this case: it was not known before that the earlier snapshot was unusable.
    if (start.savedSequence > snapshotSequence) client.saved(start.savedSequence);
    return client;
  } catch (error) {
    thread.end();
    await thread.ended;
    throw error;
  } finally {
    await files.close();
  }
}

/**
 * Takes everything that this venue must have exclusively: its folder, and the turn to lead if the journal is in a database.
 */
async function lockJournal(place: JournalPlace, options: StartExchangeOptions) {
  const { dataDir, database } = place;
  const { runtime, cluster = null, onWaiting = ignore, onFetched = ignore, onPassedOver = ignore } = options;
  if (database === null) return { lock: lockWholeFolder(dataDir), turn: null };
  checkOneJournal(place);
  const lock = lockDataFolder(dataDir);
  try {
    // Checked before a joining node puts secrets into the database.
    const { shown } = parseAddress(database.url);
    const unlessQuick = (message: string) => runtime.timers.after(SILENT_MS_MAX, () => onWaiting(message));
    const told = unlessQuick(`no primary answers yet: this venue waits, at most a minute, for PostgreSQL at ${shown}`);
    await keptAlive(checkJournalIsOf('venue', place, runtime)).finally(told);
    const unconfirmed = unlessQuick(
      `no commit is confirmed yet: this venue waits for the synchronous standby of PostgreSQL at ${shown}`,
    );
    // A node can serve without the turn to lead.
    if (cluster !== null) {
      const shared = shareSecrets(dataDir, database, cluster, runtime);
      await keptAlive(shared.then(() => durableEnd({ ...database, runtime }))).finally(unconfirmed);
      await keptAlive(fetchMissing({ dataDir, database, cluster, runtime, onFetched, onPassedOver }));
      return { lock, turn: null };
    }
    const leads = (holder: string): void => {
      unconfirmed();
      onWaiting(`another venue leads (${holder}): this one waits, and takes over when that one is gone`);
    };
    return { lock, turn: await keptAlive(awaitTurn({ ...database, runtime }, leads)).finally(unconfirmed) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Time without an answer from the database after which a start says that it waits. */
const SILENT_MS_MAX = 3_000;
const ignore = (): void => undefined;

/** Checks first that the journal exists and is whole: a refused folder stays unchanged. */
function lockWholeFolder(dataDir: string): DataFolderLock {
  checkJournalIsThere(dataDir);
  // Locking a folder without a lock would leave a file in it.
  if (!hasLock(dataDir)) openVenueFiles(dataDir).close();
  return lockDataFolder(dataDir);
}

function openFiles(lock: DataFolderLock): JournalFileReader {
  try {
    return openVenueFiles(lock.dataDir);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Throws `JournalCorruption` or `JournalOfOtherKind`. */
function openVenueFiles(dataDir: string): JournalFileReader {
  checkJournalFiles(dataDir);
  const files = openJournalFiles(dataDir) ?? NO_JOURNAL;
  try {
    checkJournalKind(dataDir, files.kind, 'venue');
    return files;
  } catch (error) {
    files.close();
    throw error;
  }
}

function tellOfSnapshots(
  { passedOver, damaged, savedSequence }: ExchangeStart,
  { dataDir, onPassedOver }: StartExchangeOptions,
): void {
  for (const message of passedOver) onPassedOver?.(message);
  // Only now, when the start can no longer be refused: a refused folder stays unchanged. A snapshot saved again is
  // whole.
  for (const sequence of damaged) if (sequence !== savedSequence) setSnapshotAside(dataDir, sequence);
}

/** Entries after the latest snapshot, usable or not. */
async function entriesToRead(files: JournalReader, dataDir: string): Promise<number> {
  const [latest] = snapshotPaths(dataDir);
  try {
    return (await files.head()).sequence - (latest === undefined ? 0 : sequenceOf(latest));
  } catch {
    // Damage is found, and named, when the whole journal is read.
    return 0;
  }
}

interface ExchangeThread extends ExchangeConnection {
  /** Resolves at the end of its own recovery. Rejects when it does not start. */
  readonly ready: Promise<ExchangeStart>;
}

/** Starts the thread. The lock is released when the thread has ended. */
function startThread(workerData: ExchangeWorkerData, lock: DataFolderLock): ExchangeThread {
  const worker = new Worker(new URL('./exchange-worker.ts', import.meta.url), {
    name: 'exchange',
    workerData,
    transferList: workerData.recordPort === null ? [] : [workerData.recordPort],
    resourceLimits: { maxOldGenerationSizeMb: EXCHANGE_HEAP_MB_MAX },
  });
  const ready = Promise.withResolvers<ExchangeStart>();
  const ended = Promise.withResolvers<string>();
  let why: string | null = null;
  // Once the promise is settled, later messages have no effect.
  worker.on('message', (message: FromExchange) => {
    if (message.kind === 'ready') ready.resolve(message);
    if (message.kind === 'failed') ready.reject(startFailure(message.name, message.message));
  });
  worker.on('error', (error) => {
    why = error instanceof Error ? error.message : String(error);
    ready.reject(error);
  });
  worker.on('exit', (code) => {
    lock.release();
    ready.reject(new Error('the exchange thread ended while it started'));
    ended.resolve(why ?? `the exchange thread ended with code ${code}`);
  });
  ready.promise.catch(() => undefined);
  return { channel: channelOf(worker), ready: ready.promise, ended: ended.promise, end: () => void worker.terminate() };
}

function channelOf(worker: Worker): Channel<ToExchange, FromExchange> {
  return {
    send: (message: ToExchange) => worker.postMessage(message),
    receive: (take) => void worker.on('message', take),
    drain: () => undefined,
    close: () => undefined,
  };
}

function checkSameEnd({ head: own }: Recovered, head: JournalHead): void {
  if (own.sequence === head.sequence && own.hash === head.hash) return;
  throw new JournalCorruption(`the journal was read to entry ${own.sequence} and to ${head.sequence} at the same time`);
}

/** Rebuilds the error that the exchange thread threw; error classes do not survive between threads. */
function startFailure(name: string, message: string): Error {
  return name === 'JournalCorruption' ? new JournalCorruption(message) : new Error(message);
}
