/** Start data of the thread that reads files for a joining node; the thread sends `FromGiver` and receives `ToGiver`. */
import type { FilePart } from '../../ports/node-files.ts';

/** `workerData` of the thread. */
export interface GiveWorkerData {
  readonly dataDir: string;
  readonly parts: readonly FilePart[];
}
