/**
 * Thread of the signature pool: batches in, answers out, one at a time in order. Any error ends the thread, and with it
 * the pool: it must never answer a batch that it could not compute.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { type BatchMessage, type CheckerOptions, createChecker } from './check.ts';

const port = parentPort;
if (port === null) throw new Error('the signature worker runs only as a worker thread');

const check = await createChecker(workerData as CheckerOptions);
port.on('message', (message: BatchMessage) => {
  const answers = check(new Uint8Array(message.checks), message.count);
  port.postMessage(answers, [answers]);
});
port.postMessage('ready');
