/** A channel between two threads. */
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
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
