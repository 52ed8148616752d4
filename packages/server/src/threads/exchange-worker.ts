/**
 * Entry of the exchange thread: the lock on the data folder, the journal and the sequencer live here. While a batch is
 * being synced the thread is blocked and commands pile up in its port; it drains them all before the next batch, which
 * is what makes group commit. It never answers for anything that is not durable; on any error it says so and stops.
 */
import { uptime } from 'node:os';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { checkJournalIsThere } from '../adapters/data-folder/has-journal.ts';
import { hasLock, lockDataFolder, recordHolder } from '../adapters/data-folder/lock.ts';
import {
  checkJournalFiles,
  journalBytes,
  NO_JOURNAL,
  openJournalFiles,
} from '../adapters/journal-sqlite/journal-files.ts';
import { openJournal, type SqliteJournal } from '../adapters/journal-sqlite/sqlite-journal.ts';
import { loadSnapshots } from '../adapters/snapshot-file/snapshot-file.ts';
import { checkWholeJournal, type Recovered, recover } from '../log/recovery.ts';
import type { ReleasedBatch } from '../sequencer/batch.ts';
import { CLOCK_STEP_MAX_MS, TIMER_INTERVAL_MS, WHOLE_CHECK_BYTES_MAX } from '../sequencer/limits.ts';
import { Sequencer } from '../sequencer/sequencer.ts';
import { type ClockReadings, VenueClock } from '../sequencer/venue-clock.ts';
import type { ExchangeWorkerData, FromExchange, ToExchange } from './exchange-messages.ts';
import { ExchangeStorage } from './exchange-storage.ts';
import { checkStoreFits } from './store-mismatch.ts';

if (parentPort === null) throw new Error('exchange-worker.ts runs as a worker thread');
const port = parentPort;
const { dataDir, recordPort } = workerData as ExchangeWorkerData;

const send = (message: FromExchange): void => port.postMessage(message);

/** Nothing may run after this: the main thread ends the process. */
function fail(error: unknown): void {
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
  send({ kind: 'failed', name, message });
  port.removeAllListeners('message');
}

function release({ record, entryHashes, outcomes }: ReleasedBatch): void {
  send({ kind: 'batch', record, entryHashes, outcomes: JSON.stringify(outcomes) });
  if (record !== null) recordPort?.postMessage(record);
}

const MACHINE_CLOCKS: ClockReadings = {
  wallMs: Date.now,
  monotonicMs: () => performance.now(),
  sinceBootMs: () => uptime() * 1000,
};

interface OpenExchange {
  readonly journal: SqliteJournal;
  readonly sequencer: Sequencer;
  readonly clock: VenueClock;
  readonly storage: ExchangeStorage;
  readonly close: () => Promise<void>;
}

/** Finds out first whether the folder is whole, and writes only then: a refused start leaves every byte as it was. */
async function open(): Promise<OpenExchange> {
  checkJournalIsThere(dataDir);
  // Taking the lock of a folder that has none would leave a file in it.
  if (!hasLock(dataDir)) checkJournalFiles(dataDir);
  const lock = lockDataFolder(dataDir);
  try {
    checkJournalFiles(dataDir);
    const { state, head } = await recoverUnchanged();
    const storage = new ExchangeStorage(dataDir);
    storage.look();
    recordHolder(dataDir, null);
    const journal = openJournal(lock);
    const close = async (): Promise<void> => {
      await storage.settled();
      storage.look();
      await journal.close();
      lock.release();
    };
    const releaseInPlace = (batch: ReleasedBatch): void => {
      journal.checkPlace();
      release(batch);
    };
    const clock = new VenueClock(MACHINE_CLOCKS, state.timeMs);
    const sequencer = new Sequencer({
      state,
      head,
      log: journal,
      clock: () => clock.now(),
      release: releaseInPlace,
      hasRoom: () => !storage.look().isFull,
    });
    send({ kind: 'ready', head });
    return { journal, sequencer, clock, storage, close };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The state at the end of the journal, read from its files as they are while the main thread reads them too. */
async function recoverUnchanged(): Promise<Recovered> {
  const files = openJournalFiles(dataDir) ?? NO_JOURNAL;
  try {
    // Both read the same files: nothing is written before the other one holds them open as well.
    const reading = Promise.withResolvers<void>();
    port.once('message', () => reading.resolve());
    send({ kind: 'opened', head: files.head() });
    // What a snapshot spares recovery is read all the same while that is quick, so that old damage shows at once.
    if (journalBytes(dataDir) <= WHOLE_CHECK_BYTES_MAX) await checkWholeJournal(files);
    const recovered = await recover(files, () => loadSnapshots(dataDir));
    await checkStoreFits(dataDir, files, recovered.head);
    await reading.promise;
    return recovered;
  } finally {
    files.close();
  }
}

async function run(): Promise<void> {
  const { journal, sequencer, clock, storage, close } = await open();
  let started = false;
  let stopping = false;
  let pumping = false;
  let differenceSeconds = 0;
  let timer: NodeJS.Timeout | undefined;

  function take(message: ToExchange): void {
    switch (message.kind) {
      case 'reading':
        return;
      case 'start':
        started = true;
        timer = setInterval(tick, TIMER_INTERVAL_MS);
        tellClock();
        storage.tell(send);
        return;
      case 'commands':
        for (const [index, json] of message.lines.split('\n').entries()) {
          sequencer.enqueue({ id: message.firstId + index, json });
        }
        return;
      case 'open':
        sequencer.open();
        return;
      case 'stop':
        stopping = true;
        return;
    }
  }

  function tick(): void {
    tellClock();
    if (!storage.look().isFull) void storage.grow();
    void pump(true);
  }

  /** Small differences are how clocks are, and no news. */
  function tellClock(): void {
    const now = Math.trunc(clock.differenceMs / CLOCK_STEP_MAX_MS);
    if (now === differenceSeconds) return;
    differenceSeconds = now;
    send({ kind: 'clock', differenceSeconds });
  }

  function drainPort(): void {
    for (;;) {
      const received: { message: ToExchange } | undefined = receiveMessageOnPort(port);
      if (received === undefined) return;
      take(received.message);
    }
  }

  async function pump(isTick = false): Promise<void> {
    if (pumping || !started) return;
    pumping = true;
    try {
      // An idle venue notices too, and not only when the next order is lost.
      if (isTick) journal.checkPlace();
      drainPort();
      while (!stopping && sequencer.hasWork()) {
        await sequencer.step();
        drainPort();
      }
      if (stopping) await stop();
    } catch (error) {
      clearInterval(timer);
      fail(error);
      return;
    }
    pumping = false;
  }

  async function stop(): Promise<void> {
    clearInterval(timer);
    await sequencer.drain();
    await close();
    recordPort?.close();
    send({ kind: 'stopped' });
    port.close();
  }

  port.on('message', (message: ToExchange) => {
    take(message);
    void pump();
  });
}

run().catch(fail);
