/** A thread that runs the seeds it receives, one after the other. */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { RunOptions, RunResult } from './limits.ts';

const port = parentPort;
if (port === null) throw new Error('seeds run in threads');
// The compile cache of an earlier run halves the loading time.
enableCompileCache();
const { runSeed } = await import('./run-seed.ts');

/** Seeds after which the compile cache is flushed: a thread that is terminated writes nothing. */
const WRITTEN_AFTER = 5;
let done = 0;

port.on('message', async (seed: number) => {
  const result: RunResult = await runSeed(seed, workerData as RunOptions);
  if (++done === WRITTEN_AFTER) flushCompileCache();
  port.postMessage(result);
});
port.postMessage(null);
