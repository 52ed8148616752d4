/** What Node tells of the process: memory, handles, garbage collection, the delay of the event loop. */
import { collectDefaultMetrics, Registry } from 'prom-client';

let collected: Registry | null = null;

/** The same for every venue of a process: what the library has Node observe for a registry is observed until the process ends. */
export function processMetrics(): Registry {
  if (collected === null) {
    collected = new Registry();
    collectDefaultMetrics({ register: collected });
  }
  return collected;
}
