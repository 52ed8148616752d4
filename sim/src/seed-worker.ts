/** A thread that runs seeds, one after the other, as it is given them. */
import { parentPort, workerData } from 'node:worker_threads';
import { runSeed } from './run-seed.ts';
import type { RunOptions, RunResult } from './world.ts';

const port = parentPort;
if (port === null) throw new Error('seeds run in threads');

port.on('message', async (seed: number) => {
  const result: RunResult = await runSeed(seed, workerData as RunOptions);
  port.postMessage(result);
});
port.postMessage(null);
