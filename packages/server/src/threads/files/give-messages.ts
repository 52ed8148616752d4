/** What the thread is given that reads files for a node that joins; it says `FromGiver` and hears `ToGiver`. */
import type { FilePart } from '../../ports/node-files.ts';

/** Its `workerData`. */
export interface GiveWorkerData {
  readonly dataDir: string;
  readonly parts: readonly FilePart[];
}
