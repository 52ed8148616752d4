/** The data folder as its writers see it: one process at a time may write. */

export const JOURNAL_FILE = 'journal.sqlite';
/** The read store's file in the data folder. */
export const STORE_FILE = 'store.sqlite';
/** First answers to requests with a key. */
export const ANSWERS_FILE = 'answers.sqlite';
/** Bytes kept for a full disk. */
export const RESERVE_FILE = 'reserve';
export const SNAPSHOTS_FOLDER = 'snapshots';
/** What `restore` sets aside goes into folders whose names begin so. */
export const REPLACED_PREFIX = 'replaced-';
/** Where `restore` prepares a journal; it is gone when that is done. */
export const STAGING_FOLDER = 'restore.new';
/** Where `journal copy` makes a journal that is new in the folder; it is gone when that is done. */
export const COPY_FOLDER = 'copy.new';
/** Where a node that joins has what it fetches from another one, until it is checked; gone when that is done. */
export const JOIN_FOLDER = 'join.new';
/** What else SQLite keeps beside a file while it is in use. */
export const SQLITE_SUFFIXES: readonly string[] = ['-wal', '-shm', '-journal'];

/** Another process has this data folder; the message names it when that is known. */
export class DataFolderInUse extends Error {
  readonly code = 'data_folder_in_use';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DataFolderInUse';
  }
}

/** The folder was a venue's and its journal is not there: a start would begin a new one over it. */
export class JournalMissing extends Error {
  readonly code = 'journal_missing';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'JournalMissing';
  }
}

/** Proof that this process alone writes the folder. It ends with `release` or with the process, however that ends. */
export interface DataFolderLock {
  readonly dataDir: string;
  release(): void;
}
