/** The house traders' thread. It knows the venue only by its public API, and ends with the process. */
import { workerData } from 'node:worker_threads';
import { runHouse } from '@bellwether/demo/traders';
import type { HouseSettings } from './demo.ts';

await runHouse({
  ...(workerData as HouseSettings),
  log: (line) => process.stderr.write(`house traders: ${line}\n`),
  signal: new AbortController().signal,
});
