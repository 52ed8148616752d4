/**
 * Keeps a process or thread alive during a wait: one with nothing but timers ends, and without its database it has
 * nothing else.
 */
import { MessageChannel } from 'node:worker_threads';

export async function keptAlive<T>(waiting: Promise<T>): Promise<T> {
  const { port1 } = new MessageChannel();
  port1.on('message', () => undefined);
  try {
    return await waiting;
  } finally {
    port1.close();
  }
}
