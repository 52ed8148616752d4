/**
 * Exchange, read side and snapshots of a data folder in one thread, on virtual time: the parts of any venue, connected
 * by channels within the thread. Such a venue starts in a fraction of a second, and several share a process.
 */
import { join } from 'node:path';
import { ExchangeClient, type ExchangeHandle } from '@bellwether/exchange/exchange-client.ts';
import { ExchangeService, type StorageWatch } from '@bellwether/exchange/exchange-service.ts';
import type { FromExchange, ToExchange } from '@bellwether/exchange/messages.ts';
import { freeBytesOf, StorageRoom } from '@bellwether/ledger/adapters/data-folder/storage-room.ts';
import { openJournalReader } from '@bellwether/ledger/adapters/journal-sqlite/sqlite-journal.ts';
import { loadSnapshots, openOrdersOf } from '@bellwether/ledger/adapters/snapshot-file/snapshot-file.ts';
import { readOnce } from '@bellwether/ledger/log/snapshots-read-once.ts';
import { STORE_FILE } from '@bellwether/ports/data-folder.ts';
import { JOURNALED_ENTRY } from '@bellwether/ports/history.ts';
import { type Runtime, turn } from '@bellwether/ports/runtime.ts';
import { ROOM_FOR_ORDERS, ROOM_FOR_STORE, type StorageState } from '@bellwether/ports/storage.ts';
import { composeLedger, type Ledger } from '@bellwether/venue/compose/ledger.ts';
import type { Opened } from '@bellwether/venue/compose/opened.ts';
import { OneThreadReads, openRowsFile } from '@bellwether/venue/one-thread/one-thread-reads.ts';
import { storageReporter } from '@bellwether/venue/ops/reporters.ts';
import { DirectChannel } from '@bellwether/venue/runtime/channels.ts';
import type { VirtualTime } from '@bellwether/venue/runtime/virtual-time.ts';
import { openExchange } from '@bellwether/venue/threads/exchange/open-exchange.ts';
import { recoverUntil } from '@bellwether/venue/threads/exchange/recover-until.ts';
import { EarlyJournal } from '@bellwether/venue/threads/projector/early-journal.ts';
import { storeFilePlace } from '@bellwether/venue/threads/projector/store-place.ts';
import { journaledEntryRead } from '@bellwether/venue/threads/readers/journaled-entry.ts';
import { snapshotThreads } from '@bellwether/venue/threads/snapshots/snapshot-thread.ts';
import type { Logger } from 'pino';
import type { BackgroundTimers } from './background.ts';
import { ExchangeTime } from './exchange-time.ts';

/** Snapshots kept for each branch, so that a rewind to any point replays few entries. */
const SNAPSHOTS_MAX = 64;
/** Entries projected in one turn, some milliseconds of work: the longest that a request waits for projection. */
const TURN_ENTRIES = 512;

interface OneThreadOptions {
  readonly dataDir: string;
  readonly snapshotEvery: number;
  readonly time: VirtualTime;
  /** Provides randomness, and timers for everything outside venue time. */
  readonly runtime: Runtime;
  /** Timers for projecting rows. */
  readonly background: BackgroundTimers;
  readonly logger: Logger;
  readonly onFailure: (message: string) => void;
}

interface OneThreadLedger extends Ledger {
  readonly exchange: ExchangeHandle;
  /** Resolves when everything due or submitted before is released, and visible in views and rows. */
  awaitDone(): Promise<void>;
}

/** Opens the ledger of a folder. The caller holds the lock of this folder or of the folder around it. */
export async function openOneThreadLedger(options: OneThreadOptions, opened: Opened): Promise<OneThreadLedger> {
  const { dataDir, snapshotEvery, time, runtime, background, logger, onFailure } = options;
  const { timers } = runtime;
  const place = { dataDir, database: null };
  const exchangeTime = new ExchangeTime(time);
  const venueRuntime: Runtime = { ...runtime, clock: exchangeTime.clock };
  const log = new EarlyJournal(place, runtime);
  log.recovered();
  const storeFile = join(dataDir, STORE_FILE);
  const readsRuntime: Runtime = { ...runtime, clock: { ...runtime.clock, wallMs: () => time.nowMs } };
  const reads = new OneThreadReads({
    log,
    place: storeFilePlace(dataDir, storeFile, ROOM_FOR_STORE),
    openRows: () => openRowsFile(storeFile),
    otherReads: [[JOURNALED_ENTRY, journaledEntryRead(place, runtime)]],
    connect: () => DirectChannel.pair(timers),
    runtime: readsRuntime,
    projecting: { ...readsRuntime, timers: background.timers },
    turnEntries: TURN_ENTRIES,
    hurry: background.hurry,
    onFailure,
  });
  const load = readOnce(() => loadSnapshots(dataDir));
  const recovered = await openExchange(place, venueRuntime, snapshotEvery, {
    kind: 'sandbox',
    // A sandbox can be played again, so commits need no sync, and `verify` checks the whole journal.
    synced: false,
    checksSpared: false,
    snapshotsKept: SNAPSHOTS_MAX,
    loadSnapshots: load,
  });
  const [channel, exchangeEnd] = DirectChannel.pair<ToExchange, FromExchange>(timers);
  const service = new ExchangeService({
    exchange: { ...recovered, storage: roomOf(dataDir) },
    channel: exchangeEnd,
    runtime: venueRuntime,
    timeStoodStill: true,
    publish: (record) => reads.publish(record),
  });
  const journal = openJournalReader(dataDir);
  const view = await recoverUntil(journal, dataDir, null, { load }).finally(() => journal.close());
  const exchange = new ExchangeClient({
    connection: {
      channel,
      ended: service.stopped.then(() => turn(timers)).then(() => 'it was stopped'),
      end: () => undefined,
    },
    follower: view.follower,
    archive: view.archive,
    storedOrders: (sequence) => openOrdersOf(dataDir, sequence),
    snapshotSequence: Math.max(view.snapshotSequence, recovered.start?.savedSequence ?? 0),
    journalSum: view.journalSum,
    runtime,
    onStorage: storageReporter(logger, dataDir),
    onFailure: (message) => onFailure(`the exchange has stopped: ${message}`),
  });
  const { state } = recovered;
  const snapshots = { ...snapshotThreads(place, SNAPSHOTS_MAX), everyEntries: snapshotEvery };
  const ledger = composeLedger({ exchange, reads, snapshots, logger, freeBytes: () => freeBytesOf(dataDir) }, opened);
  const unfollow = exchangeTime.follow(state, () => service.runDue());
  opened.add('venue time', async () => unfollow());
  return {
    ...ledger,
    exchange,
    awaitDone: async () => {
      do await turn(timers);
      while (exchange.head.sequence < state.sequence);
      await reads.clockMoved();
    },
  };
}

/** Watches the free space of a folder. A branch keeps no reserve on the disk, since its content can be recreated. */
function roomOf(dataDir: string): StorageWatch {
  const room = new StorageRoom(ROOM_FOR_ORDERS, () => freeBytesOf(dataDir));
  const look = (): StorageState => ({ isFull: !room.isThere(), reserveBytes: 0 });
  return { look, grow: () => Promise.resolve(), tell: (send) => send(look()) };
}
