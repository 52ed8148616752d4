/**
 * The exchange in a thread of its own, for the process that serves a data folder: takes the folder's lock, recovers the
 * gateway's view while the thread recovers its own state, and joins the two.
 *
 * If the thread fails or ends by itself, nothing more can be acknowledged: the process ends with code 1 and one line that
 * says why.
 */
import { type MessagePort, Worker } from 'node:worker_threads';
import { checkJournalIsThere } from '../../adapters/data-folder/has-journal.ts';
import { hasLock, lockDataFolder } from '../../adapters/data-folder/lock.ts';
import { checkJournalFiles, NO_JOURNAL, openJournalFiles } from '../../adapters/journal-sqlite/journal-files.ts';
import type { JournalFileReader } from '../../adapters/journal-sqlite/reading.ts';
import { awaitTurn } from '../../adapters/log-postgres/turn.ts';
import {
  openOrdersOf,
  snapshotSequence as sequenceOf,
  setSnapshotAside,
  snapshotPaths,
} from '../../adapters/snapshot-file/snapshot-file.ts';
import { endProcess } from '../../end-process.ts';
import {
  type ClientOptions,
  ExchangeClient,
  type ExchangeConnection,
  type ExchangeHandle,
} from '../../exchange/exchange-client.ts';
import { ANSWER_MS_MAX } from '../../exchange/limits.ts';
import type { ExchangeStart, FromExchange, ToExchange } from '../../exchange/messages.ts';
import type { Recovered } from '../../log/recovery.ts';
import { checkJournalIsOf, checkOneJournal, type JournalReader, openJournalAtRest } from '../../ops/open-journal.ts';
import type { DataFolderLock } from '../../ports/data-folder.ts';
import { JournalCorruption, type JournalHead } from '../../ports/journal.ts';
import { checkJournalKind } from '../../ports/journal-kind.ts';
import type { ClusterPlace, JournalDatabase, JournalPlace } from '../../ports/journal-place.ts';
import type { Turn } from '../../ports/nodes.ts';
import type { Channel, Runtime } from '../../ports/runtime.ts';
import { EXCHANGE_HEAP_MB_MAX } from '../../sequencer/limits.ts';
import { fetchMissing } from '../files/fetch-missing.ts';
import { keptAlive } from '../kept-alive.ts';
import { recoverUntil } from './recover-until.ts';
import { shareSecrets } from './share-secrets.ts';

export interface StartExchangeOptions
  extends Pick<ClientOptions, 'onClock' | 'onStorage' | 'onStanding'>,
    Partial<Pick<ClientOptions, 'onFailure'>> {
  readonly dataDir: string;
  /** Where the journal is instead; null by default. */
  readonly database?: JournalDatabase | null;
  /** It is one of several nodes; it is the only one by default. */
  readonly cluster?: ClusterPlace | null;
  /** Told who leads while this one waits for its turn to. */
  readonly onWaiting?: (holder: string) => void;
  readonly runtime: Runtime;
  /** A start that has to read so many entries saves the state that it comes to; it never does by default. */
  readonly snapshotEvery?: number;
  /** Called once no one else can write the folder; the files are read from then on. */
  readonly onLocked?: () => void;
  /** Told why snapshots, or what another node has, were not used, in words. */
  readonly onPassedOver?: (message: string) => void;
  /** Told what a new node has from another one, in words. */
  readonly onFetched?: (message: string) => void;
  /** Gets every durable `JournalRecord` straight from the exchange thread, in order; transferred to it. */
  readonly recordPort?: MessagePort;
}

/** `workerData` of the exchange thread. The folder is locked by its starter. */
export interface ExchangeWorkerData extends JournalPlace {
  /** It is one of several nodes; null: the only one. */
  readonly cluster: ClusterPlace | null;
  /** It saves its state when it had to read so many entries; null: never. */
  readonly snapshotEvery: number | null;
  /** Receives each `JournalRecord` once it is durable, in order; null when no one listens. */
  readonly recordPort: MessagePort | null;
}

/**
 * Locks the data folder, recovers and starts. Throws `DataFolderInUse` or `JournalCorruption` (or what else went wrong)
 * when the venue must not start.
 */
export async function startExchange(options: StartExchangeOptions): Promise<ExchangeHandle> {
  const { dataDir, runtime, onLocked, recordPort = null } = options;
  const { onFailure = (message) => endProcess(`the exchange has stopped: ${message}`) } = options;
  const { snapshotEvery = null, database = null, cluster = null } = options;
  const place: JournalPlace = { dataDir, database };
  const { lock, turn } = await lockJournal(place, options);
  // Opened before the thread can write: both read the same files.
  let files: JournalReader = database === null ? openFiles(lock) : NO_JOURNAL;
  const thread = startThread({ ...place, cluster, snapshotEvery, recordPort }, lock);
  void thread.ready.then(() => turn?.leads()).catch(() => undefined);
  void thread.ended.then(() => turn?.end());
  onLocked?.();
  try {
    // Many entries are read once, by the exchange: the snapshot that it takes of them is there before all could be read here.
    // A journal in a database is the thread's first, and at rest then.
    if (database !== null || (snapshotEvery !== null && (await entriesToRead(files, dataDir)) >= snapshotEvery)) {
      await thread.ready;
      await files.close();
      files = (await openJournalAtRest(place, runtime)) ?? NO_JOURNAL;
    }
    // Where another node leads the journal goes on meanwhile.
    const until = cluster === null ? null : (await thread.ready).head.sequence;
    // Both are awaited, so that a failure of either is heard and the other does not go unhandled.
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
      timers: runtime.timers,
      ...(database !== null && { answerMsMax: ANSWER_MS_MAX }),
      onFailure,
    });
    // Read here as well, since no one could know that the snapshot before was of no use.
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

/** What no one else may have while this venue runs: its folder, and the turn to lead where the journal is in a database. */
async function lockJournal(
  place: JournalPlace,
  options: StartExchangeOptions,
): Promise<{ readonly lock: DataFolderLock; readonly turn: Turn | null }> {
  const { dataDir, database } = place;
  const { runtime, cluster = null, onWaiting = ignore, onFetched = ignore, onPassedOver = ignore } = options;
  if (database === null) return { lock: lockWholeFolder(dataDir), turn: null };
  checkOneJournal(place);
  const lock = lockDataFolder(dataDir);
  try {
    // Before a node that joins puts secrets into the database.
    await keptAlive(checkJournalIsOf('venue', place, runtime));
    // A node serves without it.
    if (cluster !== null) {
      await keptAlive(shareSecrets(dataDir, database, cluster, runtime));
      await keptAlive(fetchMissing({ dataDir, database, cluster, runtime, onFetched, onPassedOver }));
      return { lock, turn: null };
    }
    return { lock, turn: await keptAlive(awaitTurn({ ...database, runtime }, onWaiting)) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

const ignore = (): void => undefined;

/** Finds out first whether the journal is there and whole: a folder that is refused is left as it was. */
function lockWholeFolder(dataDir: string): DataFolderLock {
  checkJournalIsThere(dataDir);
  // Taking the lock of a folder that has none would leave a file in it.
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
  // The start is not refused any more: a folder that is stays as it was. One that was saved again is whole.
  for (const sequence of damaged) if (sequence !== savedSequence) setSnapshotAside(dataDir, sequence);
}

/** Entries after the latest snapshot, whether it can be used or not. */
async function entriesToRead(files: JournalReader, dataDir: string): Promise<number> {
  const [latest] = snapshotPaths(dataDir);
  try {
    return (await files.head()).sequence - (latest === undefined ? 0 : sequenceOf(latest));
  } catch {
    // Damage is found, and named, by who reads all of it.
    return 0;
  }
}

interface ExchangeThread extends ExchangeConnection {
  /** Where its own state ends. Rejects when it does not start. */
  readonly ready: Promise<ExchangeStart>;
}

/** The lock is released when the thread is gone. */
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
  // Once settled, the promise hears nothing more.
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
  return {
    channel: channelOf(worker),
    ready: ready.promise,
    ended: ended.promise,
    end: () => void worker.terminate(),
  };
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

/** The error as the exchange thread threw it; classes do not survive the way between threads. */
function startFailure(name: string, message: string): Error {
  return name === 'JournalCorruption' ? new JournalCorruption(message) : new Error(message);
}
