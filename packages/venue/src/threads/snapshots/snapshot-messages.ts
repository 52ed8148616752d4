/** Messages between the main thread and the snapshot thread. */

import type { JournalPlace } from '@bellwether/ports/journal-place.ts';

/** `workerData` of the snapshot thread; the journal must exist. */
export interface SnapshotWorkerData extends JournalPlace {
  /** Entry that the snapshot must include; the record that holds it is read to its end. */
  readonly sequence: number;
  readonly kept: number;
}

export type FromSnapshots =
  /** The snapshot is durable; it stands at this entry. */
  { readonly kind: 'saved'; readonly sequence: number } | { readonly kind: 'failed'; readonly message: string };
