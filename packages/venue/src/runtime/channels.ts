/** Channels: between two threads, and between two parts of one thread. */
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { Channel, Timers } from '@bellwether/ports/runtime.ts';

/** A channel between two threads. */
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

/**
 * A channel between two parts of one thread. Messages are cloned, as between threads, and arrive after the sender's
 * turn.
 */
export class DirectChannel<Sent, Received> implements Channel<Sent, Received> {
  readonly #timers: Timers;
  #other: DirectChannel<Received, Sent> | null = null;
  #arrived: Received[] = [];
  #take: ((message: Received) => void) | null = null;
  #isScheduled = false;

  private constructor(timers: Timers) {
    this.#timers = timers;
  }

  /** Creates a channel; returns both ends. */
  static pair<Left, Right>(timers: Timers): readonly [DirectChannel<Left, Right>, DirectChannel<Right, Left>] {
    const left = new DirectChannel<Left, Right>(timers);
    const right = new DirectChannel<Right, Left>(timers);
    left.#other = right;
    right.#other = left;
    return [left, right];
  }

  send(message: Sent): void {
    const other = this.#other;
    if (other === null) return;
    other.#arrived.push(structuredClone(message));
    other.#schedule();
  }

  receive(take: (message: Received) => void): void {
    this.#take = take;
    if (this.#arrived.length > 0) this.#schedule();
  }

  drain(): void {
    const take = this.#take;
    if (take === null) return;
    for (const message of this.#arrived.splice(0)) take(message);
  }

  close(): void {
    this.#take = null;
    this.#arrived = [];
    if (this.#other !== null) this.#other.#other = null;
    this.#other = null;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#timers.soon(() => {
      this.#isScheduled = false;
      this.drain();
    });
  }
}
