/** Entry of the thread of a further gateway. It does what the first gateway asks of it: recover, open, listen, stop. */
import { parentPort, workerData } from 'node:worker_threads';
import { pino } from 'pino';
import { type Gateway, openGateway } from '../compose/gateway.ts';
import { createFurtherMetrics } from '../compose/metrics.ts';
import { Opened } from '../compose/opened.ts';
import { MACHINE } from '../runtime/machine.ts';
import { openSharedHead } from '../runtime/shared-head.ts';
import { SharedLog } from '../runtime/shared-log.ts';
import { readSharedRecords } from '../runtime/shared-records.ts';
import { joinExchange } from '../threads/exchange/further-exchange.ts';
import { GatewayLink, type LinkMessage } from '../threads/exchange/gateway-link.ts';
import { REPLICA_LOOK_MS } from '../threads/limits.ts';
import { remoteReader } from '../threads/readers/remote-reader.ts';
import type { GatewayWorkerData } from './gateway-threads.ts';

if (parentPort === null) throw new Error('gateway-worker.ts runs as a worker thread');
const port = parentPort;
const { gateway: number, count, config, exchangePort, ...memory } = workerData as GatewayWorkerData;
const link = new GatewayLink(number, (message, moved) => port.postMessage(message, [...moved]));
const replicas = new SharedLog(memory.countsMemory, number);
const peers = { count, replicas, link };
const opened = new Opened();
const onFailure = (message: string): void => void link.ask(0, 'failed', `gateway ${number}: ${message}`);

const joining = Promise.withResolvers<Awaited<ReturnType<typeof joinExchange>>>();
let gateway: Gateway | null = null;

link.handle('recover', async ({ until }) => {
  const exchange = await joinExchange({
    dataDir: config.dataDir,
    database: config.journal,
    port: exchangePort,
    shared: openSharedHead(memory.headMemory),
    records: readSharedRecords(memory.recordsMemory, number),
    runtime: MACHINE,
    until,
    onFailure,
  });
  const stopLooking = MACHINE.timers.every(REPLICA_LOOK_MS, () => replicas.look());
  opened.add('counts', async () => {
    stopLooking();
    replicas.close();
  });
  opened.add('exchange', () => exchange.stop());
  joining.resolve(exchange);
  return exchange.head;
});

link.handle('open', async () => {
  const exchange = await joining.promise;
  gateway = await openGateway({
    config,
    runtime: MACHINE,
    logger: pino({ level: config.logLevel }),
    onFailure,
    opened,
    exchange,
    reader: remoteReader(link, () => exchange.head.sequence),
    peers,
    measure: (measured) => createFurtherMetrics(exchange, measured, peers),
  });
  return null;
});

link.handle('listen', async (at) => {
  if (gateway === null) throw new Error('a gateway listens once it is open');
  await gateway.listen(at);
  return null;
});

link.handle('stop', async () => {
  await opened.closeAll();
  return null;
});

port.on('message', (message: LinkMessage) => link.take(message));
