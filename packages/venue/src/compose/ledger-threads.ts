/** The ledger of a data folder on threads: exchange, projector, readers and snapshots. */
import { MessageChannel } from 'node:worker_threads';
import type { ExchangeHandle } from '@bellwether/exchange/exchange-client.ts';
import { freeBytesOf } from '@bellwether/ledger/adapters/data-folder/storage-room.ts';
import type { NodeStanding } from '@bellwether/ports/nodes.ts';
import type { Runtime } from '@bellwether/ports/runtime.ts';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { clockReporter, commitsReporter, storageReporter } from '../ops/reporters.ts';
import { startExchange } from '../threads/exchange/exchange-thread.ts';
import { ReadSide } from '../threads/read-side.ts';
import { snapshotThreads } from '../threads/snapshots/snapshot-thread.ts';
import { composeLedger, type Ledger } from './ledger.ts';
import type { Opened } from './opened.ts';

export async function openLedger(
  { dataDir, journal: database, cluster, snapshotEvery }: Config,
  runtime: Runtime,
  logger: Logger,
  onFailure: (message: string) => void,
  opened: Opened,
  onStanding: (standing: NodeStanding) => void,
): Promise<Ledger & { readonly exchange: ExchangeHandle }> {
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
  const snapshots = { ...snapshotThreads({ dataDir, database }), everyEntries: snapshotEvery };
  const parts = { exchange, reads, snapshots, logger, freeBytes: () => freeBytesOf(dataDir) };
  return { exchange, ...composeLedger(parts, opened) };
}
