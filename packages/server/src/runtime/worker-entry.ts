/** Start of a worker thread's entry module: its data, and the channel to the parent thread. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Channel } from '../ports/runtime.ts';
import { PortChannel } from './port-channel.ts';

interface WorkerEntry<Data, Sent, Received> {
  readonly data: Data;
  readonly channel: Channel<Sent, Received>;
}

/** Data and channel of this worker. Throws in a thread that is no worker. */
export function workerEntry<Data, Sent, Received>(): WorkerEntry<Data, Sent, Received> {
  if (parentPort === null) throw new Error('this program runs as a worker thread');
  return { data: workerData as Data, channel: new PortChannel(parentPort) };
}
