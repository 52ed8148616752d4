/** A thread that runs seeds, one after the other, as it is given them. */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { RunOptions, RunResult } from './world.ts';

const port = parentPort;
if (port === null) throw new Error('seeds run in threads');
// What loading the program takes is halved by what an earlier run has left.
enableCompileCache();
const { runSeed } = await import('./run-seed.ts');

/** Seeds after which what was compiled is written down: a thread that is ended writes nothing at its end. */
const WRITTEN_AFTER = 5;
let done = 0;

port.on('message', async (seed: number) => {
  const result: RunResult = await runSeed(seed, workerData as RunOptions);
  if (++done === WRITTEN_AFTER) flushCompileCache();
  port.postMessage(result);
});
port.postMessage(null);
