/** A process or thread with nothing but timers ends, and one that has lost its database has no more. */
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
