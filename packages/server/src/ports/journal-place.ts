/** Where the journal of a venue is. As plain data it crosses to threads. */

export interface JournalDatabase {
  /** `postgres://…`, password included: never shown. */
  readonly url: string;
  /** Settings of the database under which acknowledged entries may be lost are taken, where a test could mean them. */
  readonly isTest: boolean;
}

/** How this node and the others of its venue reach each other. As plain data it crosses to threads. */
export interface ClusterPlace {
  /** `host:port` at which this node listens for the others. */
  readonly address: string;
  /** What all of them have: never shown. */
  readonly secret: string;
}

export interface JournalPlace {
  /** Snapshots, read store and keys are in it always. */
  readonly dataDir: string;
  /** Null: the journal is in the folder too. */
  readonly database: JournalDatabase | null;
}
