/** Entry of the exchange thread. Its starter holds the lock on the data folder. */
import { parentPort, workerData } from 'node:worker_threads';
import { ExchangeService, failed } from '../../exchange/exchange-service.ts';
import type { FromExchange, ToExchange } from '../../exchange/messages.ts';
import type { JournalRecord } from '../../ports/journal.ts';
import { MACHINE } from '../../runtime/machine.ts';
import { PortChannel } from '../../runtime/port-channel.ts';
import { keepCompiled } from '../keep-compiled.ts';
import { keptAlive } from '../kept-alive.ts';
import { releaseMemory } from '../release-memory.ts';
import type { ExchangeWorkerData } from './exchange-thread.ts';
import { openExchange } from './open-exchange.ts';

if (parentPort === null) throw new Error('exchange-worker.ts runs as a worker thread');
const { dataDir, database, cluster, snapshotEvery, recordPort } = workerData as ExchangeWorkerData;
const channel = new PortChannel<FromExchange, ToExchange>(parentPort);

try {
  const parts = {
    channel,
    runtime: MACHINE,
    publish: (record: JournalRecord) => recordPort?.postMessage(record),
  };
  const onStopped = (): void => recordPort?.close();
  if (cluster !== null && database !== null) {
    const { startNode } = await import('./start-node.ts');
    await keptAlive(startNode({ dataDir, database, cluster, ...parts, onStopped }));
  } else {
    const exchange = await openExchange({ dataDir, database }, MACHINE, snapshotEvery);
    void new ExchangeService({ exchange, ...parts }).stopped.then(onStopped);
  }
  // Compiled code that is not in use may be garbage-collected, so it is saved first.
  keepCompiled();
  releaseMemory();
} catch (error) {
  channel.send(failed(error));
}
