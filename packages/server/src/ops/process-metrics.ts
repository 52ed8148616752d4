/** Node's metrics of the process: memory, handles, garbage collection, event loop delay. */
import { collectDefaultMetrics, Registry } from 'prom-client';

let collected: Registry | null = null;

/** One registry for all venues of a process: the library's observers run until the process ends. */
export function processMetrics(): Registry {
  if (collected === null) {
    collected = new Registry();
    collectDefaultMetrics({ register: collected });
  }
  return collected;
}
