/**
 * Entry of the projector thread: the follower state and the writing connection to the read store live here. It reads the
 * journal read-only to catch up and then writes what the exchange publishes. A store that turns out to be damaged is made
 * again from the journal, at the start or while the venue runs. It answers no one; it only says how far it is.
 */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { createState, restoreSnapshot } from '@bellwether/engine';
import { openJournalReader } from '../adapters/journal-sqlite/sqlite-journal.ts';
import { loadSnapshots } from '../adapters/snapshot-file/snapshot-file.ts';
import { isStoreDamage, openStore, removeStore, type Store } from '../adapters/store-sqlite/open-store.ts';
import { isStorageFailure, storageError } from '../files/storage-error.ts';
import { GENESIS_HASH, type JournalRecord } from '../ports/journal.ts';
import { ALL_PROJECTIONS } from '../projections/all-projections.ts';
import { createProjectionRunner, ProjectionMismatch, type ProjectionRunner } from '../projections/runner.ts';
import { CLOCK_INTERVAL_MS, PROJECTOR_NICE, SCRUB_INTERVAL_MS } from './limits.ts';
import { type Follower, Projector } from './projector.ts';
import type { FromProjector, ProjectorWorkerData, ToProjector } from './projector-messages.ts';
import { storeMismatch } from './store-mismatch.ts';
import { lowerThreadPriority } from './thread-priority.ts';

if (parentPort === null) throw new Error('projector-worker.ts runs as a worker thread');
const port = parentPort;
const { dataDir, storeFile, recordPort } = workerData as ProjectorWorkerData;

lowerThreadPriority(PROJECTOR_NICE);

const send = (message: FromProjector): void => port.postMessage(message);

function messageOf(error: unknown): string {
  const cause = isStorageFailure(error) ? storageError('write', storeFile, error) : error;
  return cause instanceof Error ? cause.message : String(cause);
}

function fail(error: unknown): void {
  send({ kind: 'failed', name: error instanceof Error ? error.name : 'Error', message: messageOf(error) });
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

interface OpenRunner {
  readonly store: Store;
  readonly runner: ProjectionRunner;
}

function openRunner(): OpenRunner {
  const store = openStore(storeFile);
  try {
    return { store, runner: createProjectionRunner(store, ALL_PROJECTIONS) };
  } catch (error) {
    store.close();
    throw error;
  }
}

/** A damaged store is replaced by an empty one: all of it is in the journal. */
function openRunnerOrReplace(): OpenRunner {
  try {
    return openRunner();
  } catch (error) {
    if (!isStoreDamage(error)) throw error;
    send({ kind: 'replaced', message: messageOf(error) });
    removeStore(storeFile);
    return openRunner();
  }
}

function explainMismatch(error: unknown): never {
  throw error instanceof ProjectionMismatch ? storeMismatch(storeFile, error.message, error) : error;
}

const journal = openJournalReader(dataDir);
/** What is written to now; null while a damaged store waits to be made again. */
let live: (OpenRunner & { readonly projector: Projector }) | null = null;
let clocks: NodeJS.Timeout[] = [];
let isStopping = false;

/** Opens the store and brings it to the end of the journal. */
async function start(): Promise<void> {
  const open = openRunnerOrReplace();
  const projector = new Projector({
    runner: open.runner,
    journal,
    follower: createFollower(open.runner.cursor.sequence),
    onProjected: (sequence) => {
      open.store.checkpointIfDue();
      send({ kind: 'projected', sequence });
    },
  });
  live = { ...open, projector };
  await projector.catchUp().catch(explainMismatch);
  if (!isStopping) {
    open.store.settle();
    clocks = [setInterval(followClock, CLOCK_INTERVAL_MS), setInterval(scrub, SCRUB_INTERVAL_MS)];
  }
  send({ kind: 'ready', sequence: projector.projected });
}

/** Damage of the store is mended while the venue goes on; any other failure is the end of the thread. */
function mendOrFail(error: unknown): void {
  if (isStoreDamage(error) && !isStopping) putAside(messageOf(error));
  else fail(error);
}

/** Lets go of a damaged store and asks that everyone else does. What is published meanwhile is in the journal. */
function putAside(message: string): void {
  if (live === null) return;
  for (const clock of clocks.splice(0)) clearInterval(clock);
  const { store } = live;
  live = null;
  try {
    store.close();
  } catch {
    // It is damaged, and will be removed.
  }
  send({ kind: 'damaged', message });
}

async function makeAgain(): Promise<void> {
  removeStore(storeFile);
  await start();
}

/** Figures of the last 24 hours fall while nothing happens, too. */
function followClock(): void {
  if (isStopping || live === null) return;
  try {
    if (live.projector.advance(Date.now())) setImmediate(followClock);
  } catch (error) {
    mendOrFail(error);
  }
}

function scrub(): void {
  if (isStopping || live === null || !live.projector.isIdle) return;
  try {
    live.store.scrub();
  } catch (error) {
    mendOrFail(error);
  }
}

function offer(record: JournalRecord): void {
  if (live === null) return;
  live.projector.offer(record);
  live.projector.settled().catch(mendOrFail);
}

async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  for (const clock of clocks.splice(0)) clearInterval(clock);
  recordPort.removeAllListeners('message');
  // Whatever was published before the stop has been handed over already, if not yet taken.
  for (let next = receiveMessageOnPort(recordPort); next !== undefined; next = receiveMessageOnPort(recordPort)) {
    live?.projector.offer(next.message as JournalRecord);
  }
  await live?.projector.settled();
  journal.close();
  live?.store.close();
  send({ kind: 'stopped' });
  recordPort.close();
  port.close();
}

port.on('message', (message: ToProjector) => {
  switch (message.kind) {
    case 'stop':
      return void stop().catch(fail);
    case 'rebuild':
      return putAside(message.message);
    case 'released':
      return void makeAgain().catch(mendOrFail);
  }
});
// Records are taken from the start on, so that they wait in the projector's bounded queue and not in the port.
recordPort.on('message', offer);
start().catch(mendOrFail);
