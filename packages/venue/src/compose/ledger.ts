/** Exchange, read side and snapshots of a data folder, connected by the entries that the exchange's view publishes. */
import { MessageChannel } from 'node:worker_threads';
import type { ExchangeHandle } from '@bellwether/exchange/exchange-client.ts';
import { freeBytesOf } from '@bellwether/ledger/adapters/data-folder/storage-room.ts';
import type { NodeStanding } from '@bellwether/ports/nodes.ts';
import type { Reader } from '@bellwether/ports/reader.ts';
import type { Runtime } from '@bellwether/ports/runtime.ts';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { clockReporter, commitsReporter, storageReporter } from '../ops/reporters.ts';
import { startExchange } from '../threads/exchange/exchange-thread.ts';
import { ReadSide } from '../threads/read-side.ts';
import { Snapshots } from '../threads/snapshots/snapshot-thread.ts';
import type { Measured } from './metrics.ts';
import type { Opened } from './opened.ts';

export interface Ledger {
  readonly exchange: ExchangeHandle;
  readonly reader: Reader;
  /** Rules of the journal as it was found; null if it was new. */
  readonly rulesFound: number | null;
  /** Resolves when reads are answered, possibly later than orders. */
  readonly readsOpened: Promise<void>;
  /** Refuses reads that wait until then. */
  endWaitingReads(): void;
  readonly figures: Measured['figures'];
}

export async function openLedger(
  { dataDir, journal: database, cluster, snapshotEvery }: Config,
  runtime: Runtime,
  logger: Logger,
  onFailure: (message: string) => void,
  opened: Opened,
  onStanding: (standing: NodeStanding) => void,
): Promise<Ledger> {
  const records = new MessageChannel();
  const reads = new ReadSide({
    dataDir,
    database,
    runtime,
    recordPort: records.port2,
    logger: { warn: (message) => logger.warn(message), error: (message) => logger.error(message) },
    onFailure: (message) => onFailure(`the read store cannot be kept up to date: ${message}`),
  });
  const exchange = await reads.beside((onLocked) =>
    startExchange({
      dataDir,
      database,
      cluster,
      onStanding,
      onWaiting: (message) => logger.warn(message),
      runtime,
      snapshotEvery,
      onLocked,
      recordPort: records.port1,
      onPassedOver: (message) => logger.warn(message),
      onFetched: (message) => logger.info(message),
      onClock: clockReporter(logger),
      onStorage: storageReporter(logger, dataDir),
      onCommits: commitsReporter(logger),
      onFailure: (message) => onFailure(`the exchange has stopped: ${message}`),
    }),
  );
  // The exchange's first batch adopts the rules of this version.
  const rulesFound = exchange.head.sequence === 0 ? null : exchange.state.rules;
  opened.add(
    'exchange',
    () => exchange.stop(),
    () => `at entry ${exchange.head.sequence} with ${exchange.pending} commands`,
  );
  const snapshots = new Snapshots({
    dataDir,
    database,
    hasRoom: () => !exchange.storage.isFull,
    everyEntries: snapshotEvery,
    lastSequence: exchange.snapshotSequence,
    onSaved: (sequence) => exchange.saved(sequence),
    onFailure: (message) => logger.error(`no snapshot could be taken: ${message}`),
  });
  opened.add('snapshots', () => snapshots.stop());
  opened.add(
    'read store',
    () => reads.stop(),
    () => `at entry ${reads.projected}`,
  );
  exchange.observe(reads);
  exchange.observe(snapshots);
  reads.acknowledged(exchange.head.sequence);
  snapshots.started(exchange.state, exchange.head, exchange);
  reads.open();
  return {
    exchange,
    reader: reads.reader,
    rulesFound,
    readsOpened: reads.opened,
    endWaitingReads: () => reads.endWaiting(),
    figures: {
      sequence: () => exchange.head.sequence,
      projectedSequence: () => reads.projected,
      clockDifferenceSeconds: () => exchange.clockDifferenceSeconds,
      readStore: () => reads.state,
      storage: () => ({ ...exchange.storage, freeBytes: freeBytesOf(dataDir) }),
    },
  };
}
