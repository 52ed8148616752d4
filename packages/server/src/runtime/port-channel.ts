/** A channel between two threads, and a worker thread's end of the one to its parent. */
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { Channel } from '../ports/runtime.ts';

export class PortChannel<Sent, Received> implements Channel<Sent, Received> {
  readonly #port: MessagePort;
  #take: (message: Received) => void = () => undefined;

  constructor(port: MessagePort) {
    this.#port = port;
  }

  send(message: Sent, memory: readonly ArrayBuffer[] = []): void {
    this.#port.postMessage(message, [...memory]);
  }

  receive(take: (message: Received) => void): void {
    this.#port.off('message', this.#take);
    this.#take = take;
    this.#port.on('message', take);
  }

  drain(): void {
    for (;;) {
      const received: { message: Received } | undefined = receiveMessageOnPort(this.#port);
      if (received === undefined) return;
      this.#take(received.message);
    }
  }

  close(): void {
    this.#port.close();
  }
}

interface WorkerEntry<Data, Sent, Received> {
  readonly data: Data;
  readonly channel: Channel<Sent, Received>;
}

/** Data and channel of this worker. Throws in a thread that is no worker. */
export function workerEntry<Data, Sent, Received>(): WorkerEntry<Data, Sent, Received> {
  if (parentPort === null) throw new Error('this program runs as a worker thread');
  return { data: workerData as Data, channel: new PortChannel(parentPort) };
}
