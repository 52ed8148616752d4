/** A thread that stands back, says its id and waits. */
import { readlinkSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from '../thread-priority.ts';

lowerThreadPriority(7);
parentPort?.postMessage(Number(readlinkSync('/proc/thread-self').split('/').at(-1)));
parentPort?.on('message', () => undefined);
