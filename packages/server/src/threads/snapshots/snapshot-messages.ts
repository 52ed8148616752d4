/** What main thread and snapshot thread say to each other. */

/** `workerData` of the snapshot thread. */
export interface SnapshotWorkerData {
  /** Folder of the journal, which must exist, and of the snapshots. */
  readonly dataDir: string;
  /** Entry that the snapshot must include; the record that holds it is read to its end. */
  readonly sequence: number;
}

export type FromSnapshots =
  /** The snapshot is durable; it stands at this entry. */
  { readonly kind: 'saved'; readonly sequence: number } | { readonly kind: 'failed'; readonly message: string };
