/**
 * Entry of the projector thread: the follower state and the writing connection to the read store live here. It reads the journal read-only to catch up and then writes what the exchange publishes. It answers nobody; it
 * only says how far it is.
 */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { createState, restoreSnapshot } from '@bellwether/engine';
import { openJournalReader } from '../adapters/journal-sqlite/sqlite-journal.ts';
import { loadSnapshots } from '../adapters/snapshot-file/snapshot-file.ts';
import { openStore, removeDamagedStore, type Store } from '../adapters/store-sqlite/open-store.ts';
import { GENESIS_HASH, type JournalRecord } from '../ports/journal.ts';
import { ALL_PROJECTIONS } from '../projections/all-projections.ts';
import { createProjectionRunner, ProjectionMismatch, type ProjectionRunner } from '../projections/runner.ts';
import { CLOCK_INTERVAL_MS, PROJECTOR_NICE } from './limits.ts';
import { type Follower, Projector } from './projector.ts';
import type { FromProjector, ProjectorWorkerData, ToProjector } from './projector-messages.ts';
import { storeMismatch } from './store-mismatch.ts';
import { lowerThreadPriority } from './thread-priority.ts';

if (parentPort === null) throw new Error('projector-worker.ts runs as a worker thread');
const port = parentPort;
const { dataDir, storeFile, recordPort } = workerData as ProjectorWorkerData;

lowerThreadPriority(PROJECTOR_NICE);

const send = (message: FromProjector): void => port.postMessage(message);

function fail(error: unknown): void {
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
  send({ kind: 'failed', name, message });
  recordPort.close();
  port.close();
}

/**
 * From the newest snapshot that can be restored and is not ahead of the rows, else from nothing: the journal brings the
 * rest. Rows that are written again from the first entry need the state at the first entry.
 */
function createFollower(rowsSequence: number): Follower {
  for (const { snapshot, sequence, hash } of loadSnapshots(dataDir)) {
    if (sequence > rowsSequence) continue;
    try {
      return { state: restoreSnapshot(snapshot), head: { sequence, hash } };
    } catch {
      // Written by another version of the program, most likely.
    }
  }
  return { state: createState(), head: { sequence: 0, hash: GENESIS_HASH } };
}

function openRunner(): { readonly store: Store; readonly runner: ProjectionRunner } {
  const store = openStore(storeFile);
  try {
    return { store, runner: createProjectionRunner(store, ALL_PROJECTIONS) };
  } catch (error) {
    store.close();
    throw error;
  }
}

/** A damaged store is replaced by an empty one: all of it is in the journal. */
function openRunnerOrReplace(): ReturnType<typeof openRunner> {
  try {
    return openRunner();
  } catch (error) {
    if (!removeDamagedStore(storeFile, error)) throw error;
    return openRunner();
  }
}

function explainMismatch(error: unknown): never {
  throw error instanceof ProjectionMismatch ? storeMismatch(storeFile, error.message, error) : error;
}

async function run(): Promise<void> {
  const { store, runner } = openRunnerOrReplace();
  const journal = openJournalReader(dataDir);
  const projector = new Projector({
    runner,
    journal,
    follower: createFollower(runner.cursor.sequence),
    onProjected: (sequence) => send({ kind: 'projected', sequence }),
  });

  let isStopping = false;
  let clock: NodeJS.Timeout | undefined;
  /** Figures of the last 24 hours fall while nothing happens, too. */
  function followClock(): void {
    if (isStopping) return;
    try {
      if (projector.advance(Date.now())) setImmediate(followClock);
    } catch (error) {
      fail(error);
    }
  }
  function offer(record: JournalRecord): void {
    projector.offer(record);
    projector.settled().catch(fail);
  }

  async function stop(): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    clearInterval(clock);
    recordPort.removeAllListeners('message');
    // Whatever was published before the stop has been handed over already, if not yet taken.
    for (let next = receiveMessageOnPort(recordPort); next !== undefined; next = receiveMessageOnPort(recordPort)) {
      projector.offer(next.message as JournalRecord);
    }
    await projector.settled();
    journal.close();
    store.close();
    send({ kind: 'stopped' });
    recordPort.close();
    port.close();
  }

  port.on('message', ({ kind }: ToProjector) => {
    if (kind === 'stop') stop().catch(fail);
  });
  const caughtUp = projector.catchUp().catch(explainMismatch);
  // Records are taken from now on, so that they wait in the projector's bounded queue and not in the port.
  recordPort.on('message', offer);
  await caughtUp;
  if (!isStopping) {
    store.settle();
    clock = setInterval(followClock, CLOCK_INTERVAL_MS);
  }
  send({ kind: 'ready', sequence: projector.projected });
}

run().catch(fail);
