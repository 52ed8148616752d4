/** Entry of the exchange thread. Its starter holds the lock on the data folder. */
import { flushCompileCache } from 'node:module';
import { ExchangeService, failed } from '@bellwether/exchange/exchange-service.ts';
import type { FromExchange, ToExchange } from '@bellwether/exchange/messages.ts';
import type { JournalRecord } from '@bellwether/ports/journal.ts';
import { workerEntry } from '../../runtime/channels.ts';
import { MACHINE } from '../../runtime/machine.ts';
import { keptAlive } from '../kept-alive.ts';
import type { ExchangeWorkerData } from './exchange-thread.ts';
import { openExchange } from './open-exchange.ts';

const { data, channel } = workerEntry<ExchangeWorkerData, FromExchange, ToExchange>();
const { dataDir, database, cluster, snapshotEvery, recordPort } = data;

try {
  const parts = { channel, runtime: MACHINE, publish: (record: JournalRecord) => recordPort?.postMessage(record) };
  const onStopped = (): void => recordPort?.close();
  if (cluster !== null && database !== null) {
    const { startNode } = await import('./start-node.ts');
    await keptAlive(startNode({ dataDir, database, cluster, ...parts, onStopped }));
  } else {
    const exchange = await openExchange({ dataDir, database }, MACHINE, snapshotEvery);
    void new ExchangeService({ exchange, ...parts }).stopped.then(onStopped);
  }
  flushCompileCache();
} catch (error) {
  channel.send(failed(error));
}
