/** Place of a venue's journal. Plain data, so that it can be passed to threads. */

export interface JournalDatabase {
  /** `postgres://…`, password included: never shown. */
  readonly url: string;
  /** Accepts database settings under which acknowledged entries may be lost, if a test could have chosen them. */
  readonly isTest: boolean;
}

/**
 * Addresses and secret with which the nodes of a venue reach each other. Plain data, so that it can be passed to threads.
 */
export interface ClusterPlace {
  /** `host:port` at which this node listens for the others. */
  readonly address: string;
  /** Secret shared by all nodes: never shown. */
  readonly secret: string;
}

export interface JournalPlace {
  /** Always holds snapshots, read store and keys. */
  readonly dataDir: string;
  /** Null: the journal is in the folder too. */
  readonly database: JournalDatabase | null;
}
