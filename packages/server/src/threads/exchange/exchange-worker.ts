/** Entry of the exchange thread. Its starter holds the lock on the data folder. */
import { parentPort, workerData } from 'node:worker_threads';
import { ExchangeService, failed } from '../../exchange/exchange-service.ts';
import type { FromExchange, ToExchange } from '../../exchange/messages.ts';
import { MACHINE } from '../../runtime/machine.ts';
import { PortChannel } from '../../runtime/port-channel.ts';
import { openSharedHead } from '../../runtime/shared-head.ts';
import { writeSharedRecords } from '../../runtime/shared-records.ts';
import { keepCompiled } from '../keep-compiled.ts';
import { releaseMemory } from '../release-memory.ts';
import type { ExchangeWorkerData } from './exchange-thread.ts';
import { openExchange } from './open-exchange.ts';

if (parentPort === null) throw new Error('exchange-worker.ts runs as a worker thread');
const { dataDir, database, snapshotEvery, recordPort, gateways } = workerData as ExchangeWorkerData;
const channel = new PortChannel<FromExchange, ToExchange>(gateways?.firstPort ?? parentPort);
const others = gateways?.furtherPorts.map((port) => new PortChannel<FromExchange, ToExchange>(port));

try {
  const exchange = await openExchange({ dataDir, database }, MACHINE, snapshotEvery);
  const service = new ExchangeService({
    exchange,
    channel,
    ...(gateways !== null && {
      others: others ?? [],
      head: openSharedHead(gateways.headMemory),
      records: writeSharedRecords(gateways.recordsMemory),
    }),
    runtime: MACHINE,
    publish: (record) => recordPort?.postMessage(record),
  });
  // What is not needed for now may go with the garbage, so it is kept before.
  keepCompiled();
  releaseMemory();
  void service.stopped.then(() => recordPort?.close());
} catch (error) {
  channel.send(failed(error));
}
