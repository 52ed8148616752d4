/** Where the journal of a venue is. As plain data it crosses to threads. */

export interface JournalDatabase {
  /** `postgres://…`, password included: never shown. */
  readonly url: string;
  /** Settings of the database under which acknowledged entries may be lost are taken, where a test could mean them. */
  readonly isTest: boolean;
}

export interface JournalPlace {
  /** Snapshots, read store and keys are in it always. */
  readonly dataDir: string;
  /** Null: the journal is in the folder too. */
  readonly database: JournalDatabase | null;
}
