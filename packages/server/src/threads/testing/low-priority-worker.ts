/** A thread that stands back, says its id and waits. */
import { readlinkSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority, takeIdleTimeOnly } from '../thread-priority.ts';

lowerThreadPriority(7);
takeIdleTimeOnly();
parentPort?.postMessage(Number(readlinkSync('/proc/thread-self').split('/').at(-1)));
parentPort?.on('message', () => undefined);
